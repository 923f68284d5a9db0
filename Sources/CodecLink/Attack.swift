#if DEBUG
    internal import AttachmentRules
    internal import CCage
    internal import Glibc

    /// What a taken-over codec process might do: for the tests of the cage, in debug builds only.
    package enum Attack: Codable, Sendable, Equatable {
        package enum Call: UInt32, Codable, Sendable, CaseIterable {
            case openFile, makeFile, truncateFile, connect, bind, udp, unixSocket, exec, fork,
                clone3
            case trace, mount, stat, signal, signalThread, control, setFlags, raiseLimit,
                changeMode, write, grow, allocate, spin
            case isDumpable, hasPrivileges, coreLimit, niceness, descriptors, duplicate, thread
            case manyThreads
        }

        /// A system call; what the argument means is in CCage.h.
        case call(Call, argument: Int32 = 0)
        /// Progress without end, and without a pause.
        case flood
        /// Progress without end, ten times a second.
        case tick
        /// A message that says it is longer than any may be.
        case longMessage
        case garbage
        /// An answer to another question.
        case wrongAnswer
        /// A descriptor of its own along with an answer.
        case ownDescriptor
        /// Descriptors of its own with every byte of a message that does not end.
        case descriptorsByteByByte
        /// Answers, and then tries a system call that is forbidden.
        case later(Call)
        /// Ends at once, by a signal's number.
        case crash(Int32)

        func carryOut(with descriptors: [Int32], on socket: CodecSocket) -> CodecReply {
            switch self {
            case .call(let call, let argument):
                let attack = CageAttack(rawValue: call.rawValue)
                return .attacked(cage_attack(attack, argument, descriptors.last ?? -1))
            case .flood:
                while (try? socket.send(CodecReply.progress(0.5))) != nil {}
            case .tick:
                while (try? socket.send(CodecReply.progress(0.5))) != nil { usleep(100_000) }
            case .longMessage: socket.sendRaw([0x7F, 0xFF, 0xFF, 0xFF])
            case .garbage: socket.sendRaw([0, 0, 0, 4, 0xDE, 0xAD, 0xBE, 0xEF])
            case .wrongAnswer: return .rendered(Rendering(encodes: 1))
            case .ownDescriptor:
                try? socket.send(CodecReply.attacked(0), descriptors: [0])
            case .descriptorsByteByByte:
                socket.sendRaw([0, 0, 255, 255])
                for _ in 0..<3 { _ = unsafe cage_send(socket.descriptor, [32], 1, [0, 1], 2) }
            case .later(let call):
                _ = OwnThread.start {
                    usleep(100_000)
                    _ = cage_attack(CageAttack(rawValue: call.rawValue), 1, -1)
                }
                return .attacked(0)
            case .crash(let signal): raise(signal)
            }
            // It waits for what becomes of it.
            while true { usleep(100_000) }
        }
    }

    extension CodecSocket {
        fileprivate func sendRaw(_ bytes: [UInt8]) {
            _ = unsafe cage_send(descriptor, bytes, bytes.count, nil, 0)
        }
    }

    extension Cage {
        /// Closes all of the cage but the filter, which would hide whether the rest holds.
        static func closeWithoutFilter(
            maxFileBytes: Int64
        ) throws(Refusal) -> (cage: Cage, breaches: Int32?) {
            var landlock: Int32 = 0
            guard cage_give_up_privileges(maxFileBytes) == 0,
                unsafe cage_forbid_files(&landlock) == 0
            else { throw Refusal(reason: .internal, stage: "open", message: "no cage") }
            let cage = Cage(
                landlock: Int(landlock), filtersCalls: false, tellsBreaches: false)
            return (cage, nil)
        }
    }

    extension CodecLane {
        /// Starts a process whose system calls are not filtered.
        package func startWithoutFilter() throws {
            try start(.startWithoutFilter(limits))
        }

        /// Starts a process that has a second thread when its cage closes.
        package func startBesideThread() throws {
            try start(.startBesideThread(limits))
        }

        private func start(_ request: CodecRequest) throws {
            let reply = try exchange(
                request, descriptors: [], started(), until: nil, stall: .seconds(60)
            ) { _ in }
            if case .refused(let refusal) = reply { throw refusal }
            guard case .ready = reply else { throw CodecFailure.malformed }
        }

        /// Has the process do what it never should; returns an errno, or the number that was asked for.
        package nonisolated func attack(
            _ attack: Attack, descriptors: [Int32] = []
        ) async throws -> Int32 {
            let reply = try await ask(.attack(attack), descriptors: descriptors) { _ in }
            guard case .attacked(let outcome) = reply else { throw await distrust() }
            return outcome
        }
    }
#endif
