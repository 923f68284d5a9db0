import Ledger

/// A job whose key is a word.
func job(_ key: String, _ weight: Int64 = 0) -> QueuedJob {
    QueuedJob(key: bytes(key), weight: weight)
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
