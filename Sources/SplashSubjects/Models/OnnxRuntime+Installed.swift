internal import Glibc

extension OnnxRuntime {
  /// Opens the runtime that the user has installed.
  ///
  /// - Parameters:
  ///   - named: path of its library; nil to use `SPLASH_ONNXRUNTIME`, else the one in the folder,
  ///     else the system's.
  ///   - folder: where the user's networks are.
  ///   - shared: networks that it uses together with other runtimes; nil for its own.
  /// - Throws: `SplashError` of kind badInput if there is no runtime.
  package static func installed(
    named: String?, in folder: String, shared: SharedSessions? = nil
  ) throws(SplashError) -> (library: String, runtime: OnnxRuntime) {
    let named = named ?? variable("SPLASH_ONNXRUNTIME")
    if let named, !named.isEmpty {
      return (named, try OnnxRuntime(library: named, shared: shared))
    }
    let own = "\(folder)/libonnxruntime.so"
    if isThere(own) { return (own, try OnnxRuntime(library: own, shared: shared)) }
    // The names in Debian's and Ubuntu's packages.
    for name in ["libonnxruntime.so.1", "libonnxruntime.so"] {
      if let runtime = try? OnnxRuntime(library: name, shared: shared) {
        return (name, runtime)
      }
    }
    throw SplashError(
      .badInput, "no ONNX Runtime, which AI models run in: not in \(folder), nor installed",
      remedy:
        "run splash models fetch, which gets it, or name the library with \(option: "onnxruntime") FILE"
    )
  }

  /// The folder of the user's networks: `SPLASH_MODELS`, or else `splash` in the user's cache.
  package static var userFolder: String {
    if let folder = variable("SPLASH_MODELS") { return folder }
    let home = variable("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
    return (variable("XDG_CACHE_HOME") ?? (home ?? "") + "/.cache") + "/splash"
  }
}

/// An environment variable; nil if unset or empty.
private func variable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Whether a file exists.
package func isThere(_ path: String) -> Bool { path.withPath { access($0, F_OK) == 0 } }
