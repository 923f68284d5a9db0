// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For the modules that call into C: every unsafe expression there is marked.
let interopSettings = swiftSettings + [.strictMemorySafety()]

let cSettings: [CSetting] = [
    .treatAllWarnings(as: .error),
    .enableWarning("all"),
    .enableWarning("extra"),
]

/// The libraries that pushmedia-codec alone links.
let mediaLibraries = "libavformat libavcodec libavfilter libswscale libswresample libavutil"

let package = Package(
    name: "PushMedia",
    products: [
        .executable(name: "pushmedia", targets: ["pushmedia"]),
        .executable(name: "pushmedia-codec", targets: ["pushmedia-codec"]),
        .library(name: "AttachmentRules", targets: ["AttachmentRules"]),
    ],
    targets: [
        // Debian's libraries.
        .systemLibrary(
            name: "CVips", pkgConfig: "glib-2.0 gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: mediaLibraries,
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavfilter-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),

        // Our C.
        .target(
            name: "CMedia", dependencies: ["CVips", "CFFmpeg"],
            cSettings: cSettings
                + ["", "Poster", "Picture", "Animation", "Clip"].map {
                    .headerSearchPath("./" + $0)
                },
            linkerSettings: ["vips", "imagequant", "jpeg"].map { .linkedLibrary($0) }),
        .target(
            name: "CCage", cSettings: cSettings, linkerSettings: [.linkedLibrary("seccomp")]),

        // The codec program's side.
        .target(
            name: "MediaEngine", dependencies: ["CMedia", "CodecLink", "AttachmentRules"],
            swiftSettings: interopSettings),
        .target(
            name: "CodecLink", dependencies: ["CCage", "AttachmentRules", "WorkQueue"],
            swiftSettings: interopSettings),

        // The orchestrator's side.
        .target(
            name: "AttachmentRules",
            resources: [
                "ios", "ios-sound", "android", "web", "airship", "braze", "onesignal", "whatsapp",
                "mms", "rcs",
            ].map { .embedInCode("Profiles/\($0).json") },
            swiftSettings: swiftSettings),
        .target(name: "WorkQueue", swiftSettings: swiftSettings),
        .target(
            name: "Ledger", dependencies: ["CSQLite", "WorkQueue"], swiftSettings: interopSettings),
        .target(name: "Storage", dependencies: ["CCrypto"], swiftSettings: interopSettings),
        .target(
            name: "HTTP", dependencies: ["CCurl", "WorkQueue"], swiftSettings: interopSettings),
        .target(
            name: "S3", dependencies: ["HTTP", "Storage", "WorkQueue", "XML"],
            swiftSettings: interopSettings),
        .target(name: "XML", dependencies: ["CXML"], swiftSettings: interopSettings),
        .target(
            name: "Preparation",
            dependencies: ["AttachmentRules", "CodecLink", "Ledger", "Storage", "WorkQueue"],
            swiftSettings: swiftSettings),
        .target(
            name: "Delivery", dependencies: ["AttachmentRules", "HTTP", "Preparation", "Storage"],
            swiftSettings: swiftSettings),
        .target(
            name: "Cluster",
            dependencies: [
                "AttachmentRules", "CNATS", "CodecLink", "Ledger", "Preparation", "S3", "Storage",
                "WorkQueue",
            ],
            swiftSettings: interopSettings),
        .target(
            name: "Report", dependencies: ["AttachmentRules", "Preparation", "Storage", "XML"],
            resources: [
                "page.css", "controls.html", "detail.html", "assets.js", "media.js", "detail.js",
                "start.js",
            ].map { .embedInCode("Page/\($0)") },
            swiftSettings: swiftSettings),
        .target(name: "Metrics", dependencies: ["CMicroHTTPD"], swiftSettings: interopSettings),
        .target(
            name: "CommandLineTool",
            dependencies: [
                "AttachmentRules", "CGLib", "Cluster", "CodecLink", "Delivery", "HTTP", "Ledger",
                "Metrics", "Preparation", "Report", "S3", "Storage", "WorkQueue", "XML",
            ],
            swiftSettings: interopSettings),

        // The two programs.
        .executableTarget(
            name: "pushmedia", dependencies: ["CommandLineTool"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "pushmedia-codec", dependencies: ["MediaEngine", "CodecLink"],
            swiftSettings: swiftSettings),

        // What Benchmarks/animations measures.
        .executableTarget(
            name: "encode-animation", dependencies: ["CMedia"],
            path: "Benchmarks/animations/encoder", cSettings: cSettings,
            linkerSettings: [.linkedLibrary("m")]),

        // What Benchmarks/clips measures.
        .executableTarget(
            name: "render-clip", dependencies: ["CMedia"],
            path: "Benchmarks/clips/renderer", cSettings: cSettings,
            linkerSettings: [.linkedLibrary("m")]),

        // What Tests/Mutation runs.
        .executableTarget(
            name: "mutate-gifs", dependencies: ["AttachmentRules"],
            path: "Tests/Mutation/mutate-gifs", swiftSettings: swiftSettings),
        .executableTarget(
            name: "try-gifs", dependencies: ["CMedia", "CVips", "CFFmpeg"],
            path: "Tests/Mutation/try-gifs", cSettings: cSettings,
            linkerSettings: [.linkedLibrary("m")]),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "AttachmentRulesTests", dependencies: ["AttachmentRules"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "WorkQueueTests", dependencies: ["WorkQueue", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "LedgerTests", dependencies: ["Ledger", "WorkQueue", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "TestSupport"], swiftSettings: swiftSettings),
        .testTarget(
            name: "DeliveryTests",
            dependencies: ["AttachmentRules", "Delivery", "HTTP", "Storage", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "S3Tests", dependencies: ["HTTP", "S3", "Storage", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "MetricsTests", dependencies: ["Metrics", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "MediaEngineTests",
            dependencies: ["MediaEngine", "CodecLink", "AttachmentRules", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CodecLinkTests",
            dependencies: [
                "CodecLink", "AttachmentRules", "WorkQueue", "TestSupport", "pushmedia-codec",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "PreparationTests",
            dependencies: ["Preparation", "AttachmentRules", "CodecLink", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ReportTests",
            dependencies: [
                "AttachmentRules", "Preparation", "pushmedia", "pushmedia-codec", "Report",
                "Storage", "TestSupport",
            ],
            exclude: ["Browser"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "AttachmentRules", "Cluster", "CodecLink", "pushmedia", "pushmedia-codec",
                "Preparation", "S3", "Storage", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CommandLineToolTests",
            dependencies: [
                "CommandLineTool", "pushmedia", "pushmedia-codec", "Storage", "TestSupport",
            ],
            exclude: ["Golden", "Verification/Readers"], swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)
