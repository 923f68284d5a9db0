import AttachmentRules
import Glibc

// mutate-gifs check FIRST COUNT   judges inputs by their numbers, and prints one line of totals
// mutate-gifs make FIRST COUNT    the same, and writes them with their verdicts for `run`
// mutate-gifs judge               judges what `run` sends
// mutate-gifs show NUMBER         writes one input as it is

/// Seconds for one input; the alarm ends the program, and `run` knows which one it was.
let patience: UInt32 = 5

/// Number, flags, frames, hundredths of a second, plays, and the bytes as they are and cleaned.
func record(_ number: Int, _ verdict: Verdict, _ bytes: [UInt8]) -> [UInt8] {
    let structure = verdict.structure
    let flags = (verdict.isSound ? 1 : 0) | (verdict.isBroken ? 2 : 0) | (structure == nil ? 4 : 0)
    let cleaned = verdict.cleaned == bytes ? [] : verdict.cleaned ?? []
    let numbers = [
        number, flags, structure?.frameCount ?? 0, structure?.shownDelay ?? 0,
        structure?.plays ?? 0,
    ]
    return numbers.flatMap(Pipe.number)
        + [Array(verdict.rules.joined(separator: " ").utf8), bytes, cleaned]
        .flatMap { Pipe.number($0.count) + $0 }
}

func run(_ numbers: Range<Int>, writes: Bool) -> Int32 {
    var (sound, broken, cleaned, faults) = (0, 0, 0, 0)
    let clock = ContinuousClock()
    var slowest = (time: Duration.zero, number: 0)
    let begin = clock.now
    var spent = Duration.zero
    for number in numbers {
        alarm(patience)
        let bytes = Mutation.input(number)
        let start = clock.now
        let verdict = Verdict(bytes)
        let time = clock.now - start
        spent += time
        if time > slowest.time { slowest = (time, number) }
        sound += verdict.isSound ? 1 : 0
        broken += verdict.isBroken ? 1 : 0
        cleaned += verdict.cleaned == nil ? 0 : 1
        faults += verdict.contradictions.isEmpty ? 0 : 1
        for contradiction in verdict.contradictions {
            Pipe.say("input \(number): the validator \(contradiction)", to: 2)
        }
        // Whoever reads may take longer.
        alarm(0)
        if writes { Pipe.write(record(number, verdict, bytes)) }
    }
    let line =
        "\(numbers.count) inputs, \(sound) sound, \(broken) with broken frames, \(cleaned) cleaned, "
        + "\(faults) contradictions; \(spent / numbers.count) each to judge, "
        + "\(slowest.time) for \(slowest.number), \(clock.now - begin) in all"
    Pipe.say(line, to: writes ? 2 : 1)
    return faults == 0 ? 0 : 1
}

let arguments = CommandLine.arguments
let numbers = arguments.dropFirst(2).compactMap { Int($0) }
switch (arguments.dropFirst().first, numbers.count) {
case ("check", 2): exit(run(numbers[0]..<numbers[0] + numbers[1], writes: false))
case ("make", 2): exit(run(numbers[0]..<numbers[0] + numbers[1], writes: true))
case ("show", 1): Pipe.write(Mutation.input(numbers[0]))
case ("judge", 0):
    while let count = Pipe.readCount(), let bytes = Pipe.read(count) {
        alarm(patience)
        Pipe.write(record(0, Verdict(bytes), []))
        alarm(0)
    }
default:
    Pipe.say("mutate-gifs check|make FIRST COUNT, judge, or show NUMBER", to: 2)
    exit(2)
}
