internal import Glibc
internal import SplashCore

/// Videos and photos that arrive in folders, each given once when it is complete, and again when it
/// has changed since.
///
/// A file is complete when it has been as it is for two looks, a second apart say, and nobody has it
/// open to write, as far as the system tells.
public struct FolderWatch {
  private let folders: [String]
  private let output: String
  private var seen: [String: (version: FileVersion, looks: Int)] = [:]
  private var given: [String: FileVersion] = [:]

  /// - Parameters:
  ///   - folders: one or more, with those in them.
  ///   - output: the folder of the results; what lies in it does not arrive.
  /// - Throws: `SplashError` of kind usage for what is no folder, or is that of the results.
  public init(_ folders: [String], output: String) throws(SplashError) {
    for folder in folders {
      guard Folder.names(in: filePath(of: folder)) != nil else {
        throw SplashError(
          .usage, "\(option: "watch") \(folder)", cause: "it is no folder that can be read",
          remedy: "name one")
      }
      guard FileIdentity(folder: filePath(of: folder)) != FileIdentity(folder: output) else {
        throw SplashError(
          .usage, "\(option: "watch") \(folder)", cause: "results in it would arrive, too",
          remedy: "name another folder for them, which may lie in it: -o \(folder)/red/")
      }
    }
    (self.folders, self.output) = (folders, output)
  }

  /// What is complete and has not been given as it is. Call it once a second.
  public mutating func look() -> [BatchInput] {
    let found = (try? BatchInput.all(folders, isRecursive: true, output: output))?.inputs ?? []
    var now: [String: (version: FileVersion, looks: Int)] = [:]
    var ready: [BatchInput] = []
    for input in found {
      guard let version = FileVersion(path: input.path) else { continue }
      if given[input.path] == version { continue }
      let before = seen[input.path]
      let looks = before?.version == version ? before!.looks + 1 : 0
      now[input.path] = (version, looks)
      if looks >= 2, version.size > 0, !isOpenForWriting(input.path) {
        ready.append(input)
        given[input.path] = version
        now[input.path] = nil
      }
    }
    let paths = Set(found.map(\.path))
    given = given.filter { paths.contains($0.key) }
    seen = now
    return ready
  }

  /// A lease to read is refused while somebody writes (fcntl(2)); systems and users that get none
  /// know nothing.
  private func isOpenForWriting(_ path: String) -> Bool {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // F_SETLEASE, which headers of C show under another macro alone.
    let setLease: Int32 = 1024
    guard fcntl(descriptor, setLease, F_RDLCK) < 0 else {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN
  }
}
