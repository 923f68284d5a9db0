internal import Preparation
internal import Synchronization

/// One line on the terminal: share done, rate, time left.
///
/// Nothing where stderr is no terminal.
final class ProgressLine: Sendable {
    private struct State {
        var total = 0
        var toDo = 0
        var done = 0
        var running: [Int: Double] = [:]
        var started = ContinuousClock.now
        var nextDrawing = ContinuousClock.now
        var isDrawn = false
    }

    private let state = Mutex(State())
    private let isShown: Bool

    init(isShown: Bool) {
        self.isShown = isShown && Console.isStatusTerminal
    }

    /// So many files are done, whoever has done them.
    func follow(_ done: Int, of total: Int) {
        draw { state in
            if state.total == 0 { state.started = .now }
            state.total = total
            state.toDo = total
            state.done = done
        }
    }

    func note(_ event: BatchEvent) {
        draw { state in
            switch event {
            case .began(let total, let toDo):
                state.total = total
                state.toDo = toDo
                state.started = .now
            case .started(let lane, _): state.running[lane] = 0
            case .progressed(let lane, let share): state.running[lane] = share
            case .finished(let lane, _):
                state.done += 1
                state.running[lane] = nil
            }
        }
    }

    private func draw(_ change: (inout State) -> Void) {
        guard isShown else { return }
        state.withLock { state in
            change(&state)
            guard ContinuousClock.now >= state.nextDrawing else { return }
            state.nextDrawing = .now + .milliseconds(100)
            state.isDrawn = true
            Console.status("\r\u{1B}[K" + String(Self.text(state).prefix(Console.statusWidth - 1)))
        }
    }

    /// Takes the line away, so that something else can be written.
    func clear() {
        state.withLock { state in
            if state.isDrawn { Console.status("\r\u{1B}[K") }
            state.isDrawn = false
        }
    }

    private static func text(_ state: State) -> String {
        let ready = state.total - state.toDo
        let share = Double(state.done) + state.running.values.reduce(0, +)
        let elapsed = state.started.duration(to: .now) / .seconds(1)
        let percent = state.toDo == 0 ? 100 : Int(100 * share / Double(state.toDo))
        var text = "\(percent) %  \(ready + state.done) of \(state.total) files"
        if state.done > 0, elapsed > 0 {
            let perMinute = Int((60 * Double(state.done) / elapsed).rounded())
            let left = Int((elapsed / share * (Double(state.toDo) - share)).rounded(.up))
            text += "  \(perMinute) a minute  \(clock(left)) left"
        }
        return text
    }

    private static func clock(_ seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
