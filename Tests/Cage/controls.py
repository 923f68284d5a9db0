"""The controls of the cage and every limit: how each is taken away, and the tests that must fail then."""

import collections

# `edits` are (file below Sources, text, text in its place); `tests` is a filter for `swift test`.
Control = collections.namedtuple("Control", "name tests edits")


def control(name, tests, *edits):
    return Control(name, tests, edits)


PRIVILEGES = "CCage/privileges.c"
FILES = "CCage/files.c"
CALLS = "CCage/system_calls.c"
SPAWN = "CCage/spawn.c"
LANE = "CodecLink/CodecLane.swift"
SOCKET = "CodecLink/CodecSocket.swift"
WATCH = "CodecLink/ProcessWatch.swift"
OPTIONS = "Preparation/PreparationOptions.swift"

CONTROLS = [
    # What the process gives up.
    control("no_new_privs", "CageTests/itHasNothingLeft",
            (PRIVILEGES, "if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)", "if (0)")),
    control("non-dumpable", "CageTests/itHasNothingLeft",
            (PRIVILEGES, "if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)", "if (0)")),
    control("no core dumps", "CageTests/itHasNothingLeft",
            (PRIVILEGES, "limit(RLIMIT_CORE, 0)", "limit(RLIMIT_CORE, RLIM_INFINITY)")),
    control("niceness", "CageTests/itHasNothingLeft",
            (PRIVILEGES, "setpriority(PRIO_PROCESS, 0, NICENESS)", "setpriority(PRIO_PROCESS, 0, 0)")),
    control("open files", "CageTests/noMoreThanAFewFilesAreOpen",
            (PRIVILEGES, "#define OPEN_FILES 32", "#define OPEN_FILES 100000")),
    control("output bytes", "CageTests/anOutputGrowsToItsLimit",
            (PRIVILEGES, "(rlim_t)file_bytes", "(rlim_t)(file_bytes * 2)")),
    control("a full output is an error", "CageTests/anOutputGrowsToItsLimit",
            (PRIVILEGES, "signal(SIGXFSZ, SIG_IGN)", "signal(SIGXFSZ, SIG_DFL)")),
    # What it inherits.
    control("closed descriptors", "CodecProcessTests/itInheritsNothingButItsSocket",
            (SPAWN, "posix_spawn_file_actions_addclosefrom_np(actions, CAGE_SOCKET + 1)", "0")),
    control("empty environment", "CodecProcessTests/itInheritsNothingButItsSocket",
            (SPAWN, "arguments, environment)", "arguments, environ ? environ : environment)")),
    control("end with the orchestrator", "CodecProcessTests/itEndsWhileItDoesNothingElse",
            ("CodecLink/CodecServer.swift", "        guard endWithOrchestrator(socket) else { return }\n", "")),
    control("end with who started it", "CodecProcessTests/itEndsWithWhoStartedIt",
            (PRIVILEGES, "if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0)", "if (0)")),
    # Landlock.
    control("Landlock: files", "CageTests/landlockForbids\\(",
            (FILES, ".files = file_rights((int)version)", ".files = file_rights((int)version) & 1 << 10")),
    control("Landlock: TCP", "CageTests/landlockForbids",
            (FILES, ".network = network_rights((int)version)", ".network = network_rights(0)")),
    control("Landlock: signals", "CageTests/landlockForbidsSignals",
            (FILES, ".scopes = scopes((int)version)", ".scopes = scopes(0)")),
    control("one thread", "CageTests/itDoesNotClose",
            ("CCage/close.c", "count == wanted ? 0 : -EBUSY", "count >= wanted ? 0 : -EBUSY")),
    # System calls.
    control("filter", "CageTests/aForbiddenCall",
            (CALLS, "load(SCMP_ACT_NOTIFY, &state->breaches)", "load(SCMP_ACT_ALLOW, &state->breaches)")),
    control("breaches are told", "CageTests/aForbiddenCall",
            (CALLS, "#define LEVEL_THAT_TELLS 5", "#define LEVEL_THAT_TELLS 500")),
    control("breaches are read", "CageTests/aForbiddenCall",
            (WATCH, "waiting.revents & Int16(POLLIN) != 0", "waiting.revents < 0")),
    control("clone for threads alone", "CageTests/aForbiddenCall",
            (CALLS, "{SCMP_ACT_ALLOW, SCMP_SYS(clone), 0, SCMP_CMP_EQ, THREAD_FLAGS}",
             "{SCMP_ACT_ALLOW, SCMP_SYS(clone), 0, SCMP_CMP_NE, 0}")),
    control("no clone3", "CageTests/whatLibrariesTry",
            (CALLS, "SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3)", "SCMP_ACT_ALLOW, SCMP_SYS(clone3)")),
    control("signals to its own threads alone", "CageTests/aForbiddenCall",
            (CALLS, "SCMP_SYS(tgkill), 0, SCMP_CMP_EQ, (scmp_datum_t)getpid()",
             "SCMP_SYS(tgkill), 0, SCMP_CMP_NE, 0")),
    control("limits are read alone", "CageTests/aForbiddenCall",
            (CALLS, "SCMP_SYS(prlimit64), 2, SCMP_CMP_EQ, 0", "SCMP_SYS(prlimit64), 0, SCMP_CMP_EQ, 0")),
    control("process controls", "CageTests/aForbiddenCall",
            (CALLS, "SCMP_SYS(prctl), 0, SCMP_CMP_EQ, PR_SET_NAME", "SCMP_SYS(prctl), 0, SCMP_CMP_NE, 0")),
    control("descriptor controls", "CageTests/aForbiddenCall",
            (CALLS, "SCMP_SYS(fcntl), 1, SCMP_CMP_EQ, F_GETFL", "SCMP_SYS(fcntl), 1, SCMP_CMP_NE, 0")),
    control("no status by path", "CageTests/whatLibrariesTry",
            (CALLS, "{SCMP_ACT_ERRNO(EPERM), SCMP_SYS(newfstatat)", "{SCMP_ACT_ALLOW, SCMP_SYS(newfstatat)")),
    control("no opening", "CageTests/whatLibrariesTry",
            (CALLS, "SCMP_SYS(open), SCMP_SYS(openat), ", ""),
            (CALLS, "SCMP_SYS(read), ", "SCMP_SYS(read), SCMP_SYS(open), SCMP_SYS(openat), ")),
    # The orchestrator's mistrust.
    control("memory", "MistrustTests/memoryWithoutEnd",
            (WATCH, "state.memory > memoryLimit.load(ordering: .relaxed)", "state.memory < 0")),
    control("memory of its pages' tables", "ProcessStateTests",
            ("CodecLink/ProcessState.swift", '"VmSwap:", "VmPTE:"', '"VmSwap:"')),
    control("number of threads", "MistrustTests/threadsWithoutEnd",
            (WATCH, "state.threads > Self.mostThreads", "state.threads < 0")),
    control("stall", "MistrustTests/silenceIsCut",
            (LANE, "min(silence, deadline ?? silence)", "deadline ?? silence")),
    control("deadline", "MistrustTests/signsOfLife",
            (LANE, "min(silence, deadline ?? silence)", "silence"),
            (LANE, "if let deadline, ContinuousClock.now >= deadline { throw LinkError.silent }", "")),
    control("length of messages", "MistrustTests/whatNobodyAnswers",
            (SOCKET, "guard length <= Self.longestMessage else", "guard length >= 0 else")),
    control("number of messages", "MistrustTests/whatNobodyAnswers",
            (LANE, "var flood = Flood()", "let flood = Flood()"),
            (LANE, "try flood.count()", "_ = flood")),
    control("descriptors of its own", "MistrustTests/whatNobodyAnswers",
            ("CodecLink/CodecProcess.swift", "guard taken.count == wanted else", "guard taken.count == wanted || wanted < 2 else")),
    control("descriptors bit by bit", "MistrustTests/descriptorsByteByByte",
            (SOCKET, "guard descriptors.count <= Int(CAGE_DESCRIPTORS) else", "guard descriptors.count >= 0 else")),
    control("who does not read", "MistrustTests/whoDoesNotRead",
            (LANE, "descriptors: descriptors, until: patience(deadline, stall))", "descriptors: descriptors)")),
    control("outputs of earlier requests", "MemoryFileTests",
            ("CCage/descriptors.c", "fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW);", "(void)descriptor;")),
    control("faults between requests", "MistrustTests/whatItDoesBetween",
            (LANE, "        if process?.watch.fault != nil { stop() }\n", "")),
    control("the cage of later processes", "MistrustTests/aCageThatIsAnother",
            (LANE, "if let expectedCage, cage != expectedCage {", "if let expectedCage, cage != cage, expectedCage == cage {")),
    control("plausible refusals", "MistrustTests/aRefusalOfNoFile",
            (LANE, "guard refusal.isPlausible else", "guard refusal.message.count >= 0 else")),
    control("plausible facts", "MistrustTests/factsOfNoFile",
            (LANE, ", facts.isPlausible(for: probe) else", " else")),
    control("plausible renderings", "MistrustTests/aRenderingOfNoFile",
            (LANE, ", rendering.isPlausible else", " else")),
    control("inputs are read alone", "OpenFileTests",
            ("Storage/OpenFile.swift", "flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW", "flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW")),
    # Limits with an option, on the real program.
    control("--max-pixels", "LimitTests/pixels", (OPTIONS, "profile.safety.maxPixels.value", "1 << 40"),
            ("AttachmentRules/Rules/Inspection+Pictures.swift", "pixels.partialValue > most", "pixels.partialValue < 0")),
    control("--max-frames", "LimitTests/frames",
            ("AttachmentRules/Rules/Inspection+Animation.swift", "guard picture.frames <= most else", "guard picture.frames >= 0 else")),
    control("--max-streams", "LimitTests/streams", (OPTIONS, "profile.safety.maxStreams.value", "1_000")),
    control("--max-metadata", "LimitTests/metadata", (OPTIONS, "profile.safety.maxMetadataBytes.value", ".max")),
    control("--max-input", "LimitTests/input",
            ("Preparation/SourceOpener.swift", "if let reason = file.excess(over: maxBytes) { throw reason }", "")),
    control("--max-output", "LimitTests/output", (OPTIONS, "maxOutputBytes: maxOutputBytes", "maxOutputBytes: 1 << 30")),
    control("--max-memory", "LimitTests/memory",
            ("Preparation/LanePool.swift", "most: maxMemory ?? memory.total", "most: memory.total")),
    control("--deadline", "LimitTests/deadline",
            ("CommandLineTool/Commands/LimitOptions.swift", 'seconds("deadline", in: 1...86_400) ?? 120', 'seconds("deadline", in: 1...86_400).map { _ in 120 } ?? 120')),
    control("--cage", "LimitTests/theWholeCage",
            ("CodecLink/CodecServer.swift", "return try Cage.close(maxFileBytes: limits.maxOutputBytes)",
             "return (Cage(landlock: 0, filtersCalls: false, tellsBreaches: false), nil)")),
]
