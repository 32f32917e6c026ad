// swift-tools-version: 6.1
import PackageDescription

// Warnings are errors, but not in a program that uses splash: SwiftPM takes no such flags from what
// it checked out. (Settings of 6.2 say the same and would keep 6.1 out.)
let isCheckout = Context.packageDirectory.contains("/checkouts/")

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isCheckout ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// Tests that drive programs wait for them: their own code need not be optimized, which takes
// minutes.
let driving = strict + (isCheckout ? [] : [.unsafeFlags(["-Onone"])])

let strictC: [CSetting] = isCheckout ? [] : [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]

// Only scripts/docs needs the plugin; everybody else is spared two checkouts.
let documentation: [Package.Dependency] =
  Context.environment["SPLASH_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// Only fuzz/build.sh needs these.
let isFuzzed = Context.environment["SPLASH_FUZZ"] != nil
let fuzzProducts: [Product] =
  isFuzzed ? [.library(name: "splash-fuzz", type: .static, targets: ["FuzzTargets"])] : []
let fuzzTargets: [Target] =
  isFuzzed
  ? [
    .target(
      name: "FuzzTargets",
      dependencies: [
        "SplashCore", "SplashFFmpeg", "SplashFilter", "SplashLook", "SplashPhoto", "SplashTuner",
        "CFFmpeg",
      ], path: "fuzz/targets", swiftSettings: strict)
  ] : []

// A package of a distribution is built without a network: this names a folder with all of them.
let vendored = Context.environment["SPLASH_VENDOR"].flatMap { $0.isEmpty ? nil : $0 }
let dependencies: [Package.Dependency] =
  if let vendored {
    [
      "swift-argument-parser", "hdrhistogram-swift", "swift-nio", "swift-atomics",
      "swift-collections", "swift-numerics", "swift-system",
    ].map { .package(path: "\(vendored)/\($0)") }
  } else {
    [
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
      .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
      .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ]
  }

let package = Package(
  name: "splash",
  products: [
    .executable(name: "splash", targets: ["splash"]),
    .library(
      name: "Splash",
      targets: [
        "SplashBase", "SplashLook", "SplashSubjects", "SplashCore", "SplashFilter", "SplashFFmpeg",
        "SplashV4L2", "SplashPipeWire", "SplashPhoto", "SplashJob", "SplashTuner",
      ]),
    // The look for pixels of one's own: no FFmpeg, no network.
    .library(name: "SplashLook", targets: ["SplashBase", "SplashLook"]),
    // What scripts/plugins makes libsplash.so of.
    .library(name: "splash-c", type: .static, targets: ["SplashABI"]),
  ] + fuzzProducts,
  dependencies: dependencies + documentation,
  targets: [
    // Pixel arithmetic, and nothing else.
    .target(name: "CSplashKernels", path: "Shaders-CPU", cSettings: strictC),

    // The system's libraries.
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev",
          "libavutil-dev",
        ])
      ]),
    .target(
      name: "CV4L2", cSettings: strictC, linkerSettings: [.linkedLibrary("v4lconvert")]),
    // Headers alone: PipeWire's library is opened when it is asked for.
    .systemLibrary(
      name: "CSPA", pkgConfig: "libspa-0.2", providers: [.apt(["libspa-0.2-dev"])]),
    .target(name: "CPipeWire", dependencies: ["CSPA"], cSettings: strictC),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebpmux libwebpdemux libwebp",
      providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    // SwiftPM warns of flags that libjxl's pkg-config names: the module map links it.
    .systemLibrary(name: "CJXL", providers: [.apt(["libjxl-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .target(name: "CJPEG", cSettings: strictC, linkerSettings: [.linkedLibrary("jpeg")]),

    // What a picture is made of, for those with FFmpeg and those without.
    .target(name: "SplashBase", swiftSettings: strict),

    // What is kept and what becomes of it: planes in, planes out.
    .target(
      name: "SplashLook", dependencies: ["SplashBase", "CSplashKernels"], swiftSettings: strict),

    // Networks that find subjects.
    .target(
      name: "SplashSubjects", dependencies: ["SplashBase", "SplashLook"], swiftSettings: strict),

    // The look for C.
    .target(name: "CSplash", cSettings: strictC),
    .target(
      name: "SplashABI", dependencies: ["CSplash", "SplashBase", "SplashLook", "SplashSubjects"],
      swiftSettings: strict),

    // The path of a frame.
    .target(
      name: "SplashCore",
      dependencies: [
        "SplashBase", "CFFmpeg", .product(name: "Histogram", package: "hdrhistogram-swift"),
      ], swiftSettings: strict),
    .target(
      name: "SplashFilter",
      dependencies: ["SplashLook", "SplashSubjects", "SplashCore", "CFFmpeg"],
      swiftSettings: strict),
    .target(
      name: "SplashFFmpeg", dependencies: ["SplashCore", "CFFmpeg"], swiftSettings: strict),
    .target(
      name: "SplashV4L2", dependencies: ["SplashCore", "SplashFFmpeg", "CV4L2", "CFFmpeg"],
      swiftSettings: strict),
    .target(
      name: "SplashPipeWire", dependencies: ["SplashCore", "SplashFFmpeg", "CPipeWire", "CFFmpeg"],
      swiftSettings: strict),
    .target(
      name: "SplashPhoto",
      dependencies: [
        "SplashCore", "SplashFFmpeg", "CFFmpeg", "CJPEG", "CJXL", "CLCMS", "CWebP", "CHEIF",
        "CZlib",
      ],
      swiftSettings: strict),

    // How long the kernels take.
    .target(
      name: "SplashBench",
      dependencies: ["SplashCore", "SplashLook", "CSplashKernels"],
      swiftSettings: strict),

    // Where sources, filter and sinks meet.
    .target(
      name: "SplashJob",
      dependencies: [
        "SplashCore", "SplashSubjects", "SplashFilter", "SplashFFmpeg", "SplashV4L2",
        "SplashPipeWire", "SplashPhoto",
      ],
      swiftSettings: strict),
    .target(
      name: "SplashTuner",
      dependencies: [
        "SplashCore", "SplashFilter", "SplashFFmpeg", "SplashV4L2", "SplashJob", "CFFmpeg",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      exclude: ["Page"], swiftSettings: strict, plugins: ["EmbedPage"]),
    .plugin(name: "EmbedPage", capability: .buildTool(), path: "Sources/EmbedPage"),
    .executableTarget(
      name: "splash",
      dependencies: [
        "SplashCore", "SplashSubjects", "SplashFilter", "SplashFFmpeg", "SplashV4L2",
        "SplashPipeWire", "SplashJob", "SplashTuner", "SplashBench",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // One test target per module.
    .target(
      name: "TestSupport",
      dependencies: ["SplashCore", "SplashFilter", "SplashFFmpeg"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "SplashKernelsTests", dependencies: ["CSplashKernels", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SplashCoreTests", dependencies: ["SplashCore", "CFFmpeg", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SplashLookTests",
      dependencies: ["SplashLook", "SplashCore", "CSplashKernels", "TestSupport", "splash"],
      swiftSettings: strict),
    .testTarget(
      name: "SplashSubjectsTests",
      dependencies: [
        "SplashSubjects", "SplashLook", "SplashBase", "SplashCore", "SplashFilter", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "SplashBenchTests", dependencies: ["SplashBench"], swiftSettings: strict),
    .testTarget(
      name: "SplashFFmpegTests",
      dependencies: ["SplashFFmpeg", "SplashCore", "CFFmpeg", "TestSupport"],
      swiftSettings: driving),
    .testTarget(
      name: "SplashV4L2Tests",
      dependencies: [
        "SplashV4L2", "SplashCore", "SplashFFmpeg", "CFFmpeg", "CV4L2", "TestSupport", "splash",
      ],
      swiftSettings: driving),
    // Outside of the package, as far as the compiler can tell.
    .executableTarget(
      name: "readme-example", dependencies: ["SplashJob"], path: "Tests/ReadmeExample",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "own-pixels", dependencies: ["SplashLook"], path: "Examples/OwnPixels",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "own-frames", dependencies: ["SplashJob"], path: "Examples/OwnFrames",
      packageAccess: false, swiftSettings: strict),
    // What networks find, for scripts/bench/subjects.
    .executableTarget(
      name: "subject-probe",
      dependencies: ["SplashBase", "SplashLook", "SplashSubjects", "SplashJob"],
      path: "Tests/SubjectProbe", swiftSettings: strict),
    .testTarget(
      name: "SplashJobTests",
      dependencies: [
        "SplashJob", "TestSupport", "splash", "readme-example", "own-pixels", "own-frames",
      ], packageAccess: false,
      swiftSettings: driving),
    .testTarget(
      name: "SplashTunerTests",
      dependencies: ["SplashTuner", "SplashFilter", "TestSupport", "splash"],
      swiftSettings: driving),
    .testTarget(
      name: "SplashCommandTests",
      dependencies: [
        "TestSupport", "splash",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Help"], swiftSettings: driving),
  ] + fuzzTargets,
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
