import Foundation
import Testing

/// The directions between the modules, as Design.md draws them, read from the sources' own imports.
struct ModuleTests {
  /// All that the modules that are kept small may import.
  private static let allowed: [String: Set<String>] = [
    "SplashBase": ["FoundationEssentials", "Glibc", "Synchronization"],
    "SplashLook": [
      "SplashBase", "CSplashKernels", "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "SplashSubjects": ["SplashBase", "SplashLook", "Glibc", "Synchronization"],
    "SplashABI": ["SplashBase", "SplashLook", "SplashSubjects", "CSplash", "Synchronization"],
    "SplashCore": ["SplashBase", "CFFmpeg", "Foundation", "Glibc", "Histogram", "Synchronization"],
  ]

  @Test func smallModulesImportNothingElse() throws {
    for (module, allowed) in Self.allowed {
      for (file, line) in try Self.imports(of: module) {
        #expect(allowed.contains(line.module), "\(file) imports \(line.module)")
      }
    }
  }

  @Test func onlyLookAndBenchImportKernels() throws {
    for module in try Self.modules() where !["SplashLook", "SplashBench"].contains(module) {
      for (file, line) in try Self.imports(of: module) {
        #expect(line.module != "CSplashKernels", "\(file)")
      }
    }
  }

  @Test func sourcesAndSinksDoNotImportTheLook() throws {
    for module in ["SplashFFmpeg", "SplashV4L2", "SplashPhoto", "SplashPipeWire"] {
      for (file, line) in try Self.imports(of: module) {
        #expect(!["SplashLook", "SplashFilter"].contains(line.module), "\(file)")
      }
    }
  }

  @Test func cModulesAreNotImportedPublicly() throws {
    for module in try Self.modules() {
      for (file, line) in try Self.imports(of: module) where line.isPublic {
        #expect(!(try Self.cModules()).contains(line.module), "\(file)")
      }
    }
  }

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  private static func folders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sources.path)
  }

  private static func modules() throws -> [String] {
    try folders().filter { $0.hasPrefix("Splash") }
  }

  /// Modules of system libraries, of C wrappers and of the kernels; not the face of libsplash.
  private static func cModules() throws -> Set<String> {
    let wrapped = try folders().filter { $0.wholeMatch(of: /C[A-Z]\w+/) != nil }
    return Set(wrapped).union(["CSplashKernels"]).subtracting(["CSplash"])
  }

  private static func imports(
    of module: String
  ) throws -> [(file: String, line: (module: String, isPublic: Bool))] {
    let folder = sources.appendingPathComponent(module)
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let swift = try #require(files).filter { $0.hasSuffix(".swift") }
    try #require(!swift.isEmpty)
    var found: [(file: String, line: (module: String, isPublic: Bool))] = []
    for file in swift {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let match = line.wholeMatch(of: /(?:@_exported )?(?:(\w+) )?import (\w+)/) else {
          continue
        }
        found.append(("\(module)/\(file)", (String(match.2), match.1 == "public")))
      }
    }
    return found
  }
}
