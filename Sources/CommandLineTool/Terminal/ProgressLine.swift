internal import Preparation
internal import Storage
internal import Synchronization

/// One line on the terminal that is written over: share done, time left, rate, what the lanes do.
///
/// Nothing where stderr is no terminal, or one that cannot write over a line.
final class ProgressLine: Sendable {
    private struct State {
        var text = ProgressText()
        var started = ContinuousClock.now
        var nextDrawing = ContinuousClock.now
        var isDrawn = false
    }

    private let state = Mutex(State())
    private let isShown: Bool
    private let symbols = Symbols.forEnvironment

    init(isShown: Bool) {
        self.isShown = isShown && Console.isStatusTerminal && Terminal.takesCodes()
    }

    /// So many files are done, whoever has done them.
    func follow(_ done: Int, of total: Int) {
        draw { state in
            if state.text.total == 0 { state.started = .now }
            state.text.total = total
            state.text.toDo = total
            state.text.done = done
            state.text.weight = Double(total)
            state.text.weightDone = Double(done)
        }
    }

    func note(_ event: BatchEvent) {
        draw { state in
            switch event {
            case .began(let total, let toDo, let weight):
                state.text.total = total
                state.text.toDo = toDo
                state.text.weight = Double(weight)
                state.started = .now
            case .started(let lane, let source, let weight):
                state.text.running[lane] = .init(
                    name: source.lastComponent.text, weight: Double(weight))
            case .progressed(let lane, let share): state.text.running[lane]?.share = share
            case .finished(let lane, _, _):
                state.text.done += 1
                state.text.weightDone += state.text.running[lane]?.weight ?? 0
                state.text.running[lane] = nil
            }
        }
    }

    /// Writes a line above, which stays.
    func tell(_ line: String) {
        state.withLock { state in
            Console.status((state.isDrawn ? Self.erasure : "") + line + "\n")
            state.isDrawn = false
            state.nextDrawing = .now
        }
    }

    /// Takes the line away, so that something else can be written.
    func clear() {
        state.withLock { state in
            if state.isDrawn { Console.status(Self.erasure) }
            state.isDrawn = false
        }
    }

    private static let erasure = "\r\u{1B}[K"

    private func draw(_ change: (inout State) -> Void) {
        guard isShown else { return }
        state.withLock { state in
            change(&state)
            guard ContinuousClock.now >= state.nextDrawing else { return }
            state.nextDrawing = .now + .milliseconds(100)
            state.isDrawn = true
            let elapsed = state.started.duration(to: .now) / .seconds(1)
            state.text.note(after: elapsed)
            let line = state.text.line(
                after: elapsed, width: Console.statusWidth - 1, symbols)
            // Terminals differ in how wide some signs are: one that is wider than counted must not wrap the line.
            Console.status(Self.erasure + "\u{1B}[?7l" + line + "\u{1B}[?7h")
        }
    }
}
