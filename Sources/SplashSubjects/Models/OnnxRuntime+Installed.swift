internal import Glibc
package import SplashBase

extension OnnxRuntime {
  /// Opens the runtime that a user has.
  ///
  /// - Parameters:
  ///   - named: its library; nil for that of `SPLASH_ONNXRUNTIME`, of the folder, or the system's.
  ///   - folder: where networks are.
  ///   - givesBack: memory of a run is given back after it.
  /// - Throws: `SplashError` of kind badInput where there is none.
  package static func installed(
    named: String?, in folder: String, givesBack: Bool = false
  ) throws(SplashError) -> (library: String, runtime: OnnxRuntime) {
    let named = named ?? variable("SPLASH_ONNXRUNTIME")
    if let named, !named.isEmpty {
      return (named, try OnnxRuntime(library: named, givesBack: givesBack))
    }
    let own = "\(folder)/libonnxruntime.so"
    if isThere(own) { return (own, try OnnxRuntime(library: own, givesBack: givesBack)) }
    // As Debian and Ubuntu package it.
    for name in ["libonnxruntime.so.1", "libonnxruntime.so"] {
      if let runtime = try? OnnxRuntime(library: name, givesBack: givesBack) {
        return (name, runtime)
      }
    }
    throw SplashError(
      .badInput, "no ONNX Runtime, which networks run in: not in \(folder), nor installed",
      remedy:
        "run splash models fetch, which gets it, or name the library with \(option: "onnxruntime") FILE"
    )
  }

  /// Where a user's networks are: `SPLASH_MODELS`, or else `splash` in the user's cache.
  package static var userFolder: String {
    if let folder = variable("SPLASH_MODELS") { return folder }
    let home = variable("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
    return (variable("XDG_CACHE_HOME") ?? (home ?? "") + "/.cache") + "/splash"
  }
}

/// A variable of the environment; nil for one that is empty.
private func variable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Whether there is a file.
package func isThere(_ path: String) -> Bool { path.withPath { access($0, F_OK) == 0 } }
