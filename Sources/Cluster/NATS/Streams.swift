internal import CNATS

/// What a deployment's streams are set up with.
package struct StreamSetup: Sendable {
    /// How many servers keep each message; nil takes what is there, and one for what is new.
    package var replicas: Int?
    /// How long a worker may be silent before its jobs are given to others; nil takes what is there.
    package var lease: Duration?

    package init(replicas: Int? = nil, lease: Duration? = nil) {
        self.replicas = replicas
        self.lease = lease
    }

    static let defaultLease = Duration.seconds(60)
    /// In which a job that is submitted again is known.
    static let duplicates = Duration.seconds(3_600)
    static let keepsResults = Duration.seconds(30 * 86_400)
}

extension JetStream {
    /// The consumer that all workers share.
    static let workers = "workers"

    /// An election is over by then; a server that has no JetStream at all is not waited for much longer.
    private static let setUpWait = Duration.seconds(15)

    nonisolated var setUpPatience: Patience {
        Patience(total: min(patience.total, Self.setUpWait))
    }

    /// Makes the streams that are missing, and makes sure that the others are what they have to be.
    package nonisolated func prepareStreams(_ setup: StreamSetup) async throws {
        try await setUpPatience.persist { try await self.prepareStreamsOnce(setup) }
    }

    /// The consumer's lease, once it is there.
    package nonisolated func prepareConsumer(_ setup: StreamSetup) async throws -> Duration {
        try await setUpPatience.persist { try await self.prepareConsumerOnce(setup) }
    }

    private func prepareStreamsOnce(_ setup: StreamSetup) throws(ClusterError) {
        try ensure(
            Wanted(
                name: names.jobs, subjects: names.jobSubjects, retention: js_WorkQueuePolicy,
                perSubject: -1, replicas: setup.replicas, age: .zero))
        try ensure(
            Wanted(
                name: names.results, subjects: names.resultSubjects, retention: js_LimitsPolicy,
                perSubject: 1, replicas: setup.replicas, age: StreamSetup.keepsResults))
    }

    private func prepareConsumerOnce(_ setup: StreamSetup) throws(ClusterError) -> Duration {
        if let lease = try lease(), setup.lease == nil || setup.lease == lease { return lease }
        let lease = setup.lease ?? StreamSetup.defaultLease
        var config = unsafe jsConsumerConfig()
        unsafe jsConsumerConfig_Init(&config)
        unsafe config.AckPolicy = js_AckExplicit
        unsafe config.AckWait = lease.nanoseconds
        // Jobs that come too often are taken out by whoever gets them.
        unsafe config.MaxDeliver = -1
        unsafe config.MaxAckPending = 1_000_000
        unsafe config.MaxWaiting = 100_000
        var code = jsErrCode(0)
        let status = unsafe Self.workers.withCString { name in
            unsafe config.Durable = unsafe name
            return unsafe js_AddConsumer(nil, connection.context, names.jobs, &config, nil, &code)
        }
        try NATSCall("set up", names.jobs).check(status, code)
        return lease
    }

    private func lease() throws(ClusterError) -> Duration? {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetConsumerInfo(
            &info, connection.context, names.jobs, Self.workers, nil, &code)
        if status == NATS_NOT_FOUND || code == JSConsumerNotFoundErr { return nil }
        try NATSCall("look up", names.jobs).check(status, code)
        defer { unsafe jsConsumerInfo_Destroy(info) }
        return unsafe info.map { unsafe .nanoseconds($0.pointee.Config.pointee.AckWait) }
    }

    private struct Wanted {
        var name: String
        var subjects: [String]
        var retention: jsRetentionPolicy
        var perSubject: Int64
        var replicas: Int?
        var age: Duration
    }

    private func ensure(_ wanted: Wanted) throws(ClusterError) {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetStreamInfo(&info, connection.context, wanted.name, nil, &code)
        if status == NATS_NOT_FOUND || code == JSStreamNotFoundErr { return try make(wanted) }
        try NATSCall("look up", wanted.name).check(status, code)
        defer { unsafe jsStreamInfo_Destroy(info) }
        guard let config = unsafe info?.pointee.Config?.pointee else {
            throw ClusterError(
                .unexpected("it has no settings"), operation: "look up", subject: wanted.name)
        }
        try unsafe compare(config, wanted)
    }

    @unsafe private func compare(
        _ found: jsStreamConfig, _ wanted: Wanted
    ) throws(ClusterError) {
        let subjects = unsafe (0..<Int(found.SubjectsLen)).compactMap { index in
            unsafe found.Subjects[index].map { unsafe String(cString: $0) }
        }
        let differences = unsafe [
            ("subjects", subjects.joined(separator: " "), wanted.subjects.joined(separator: " ")),
            ("retention", Self.name(found.Retention), Self.name(wanted.retention)),
            ("messages per subject", "\(found.MaxMsgsPerSubject)", "\(wanted.perSubject)"),
            (
                "replicas", "\(found.Replicas)",
                wanted.replicas.map { "\($0)" } ?? "\(found.Replicas)"
            ),
        ]
        for (what, found, wanted_) in differences where found != wanted_ {
            throw ClusterError(
                .streamDiffers(wanted.name, what: what, found: found, wanted: wanted_),
                operation: "look up", subject: wanted.name)
        }
    }

    private static func name(_ policy: jsRetentionPolicy) -> String {
        switch policy {
        case js_WorkQueuePolicy: "work queue"
        case js_InterestPolicy: "interest"
        default: "limits"
        }
    }

    private func make(_ wanted: Wanted) throws(ClusterError) {
        var config = unsafe jsStreamConfig()
        unsafe jsStreamConfig_Init(&config)
        unsafe config.Retention = wanted.retention
        unsafe config.MaxMsgsPerSubject = wanted.perSubject
        unsafe config.Storage = js_FileStorage
        unsafe config.Discard = js_DiscardOld
        unsafe config.Replicas = Int64(wanted.replicas ?? 1)
        unsafe config.MaxAge = wanted.age.nanoseconds
        unsafe config.Duplicates = StreamSetup.duplicates.nanoseconds
        var code = jsErrCode(0)
        let subjects = unsafe CStrings(wanted.subjects)
        let status = unsafe wanted.name.withCString { name in
            unsafe subjects.pointers.withUnsafeMutableBufferPointer { list in
                unsafe config.Name = unsafe name
                unsafe config.Subjects = list.baseAddress
                unsafe config.SubjectsLen = Int32(list.count)
                return unsafe js_AddStream(nil, connection.context, &config, nil, &code)
            }
        }
        if code == JSStreamReplicasNotSupportedErr || code == JSClusterNoPeersErr {
            throw ClusterError(
                .tooFewServers(replicas: wanted.replicas ?? 1), operation: "set up",
                subject: wanted.name)
        }
        // Somebody else may have made it meanwhile.
        if code == JSStreamNameExistErr { return try ensure(wanted) }
        try NATSCall("set up", wanted.name).check(status, code)
    }
}

extension Duration {
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
