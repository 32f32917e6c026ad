internal import Glibc
internal import SplashCore

/// Videos and photos that arrive in folders, each given once when it is complete, and again when it
/// has changed since.
///
/// A file is complete when it has been as it is for two seconds and nobody has it open to write, as
/// far as the system tells.
public struct FolderWatch {
  private let folders: [String]
  private let output: String
  /// Ends the waiting.
  public let bell: Bell
  /// What is not complete yet.
  private var seen: [PathKey: (input: BatchInput, version: FileVersion, looks: Int)] = [:]
  private var given: [PathKey: FileVersion] = [:]
  /// Of the folders, those that were there no more when they were looked at last.
  public private(set) var missing: [String] = []
  /// Those that `next()` has ended for.
  private var told: [PathKey] = []
  private var ready: [BatchInput] = []
  /// `end()` was called.
  public private(set) var hasEnded = false
  /// Something has happened since all was looked at.
  private var isRung = false
  /// When something may be looked at, and when all of it has to be: seconds of the clock.
  private var (nextLook, allDue) = (0.0, 0.0)

  /// Seconds between two looks, and where nothing happens.
  private static let (pause, longPause) = (1.0, 10.0)

  /// For who ends the waiting from another thread.
  public struct Bell: Sendable {
    fileprivate let events: FolderEvents

    /// Ends the waiting, now and later.
    public func end() { events.end() }
  }

  /// - Parameters:
  ///   - folders: one or more, with those in them.
  ///   - output: the folder of the results; what lies in it does not arrive.
  /// - Throws: `SplashError` of kind usage for what is no folder, or is that of the results, of kind
  ///   failure when no descriptors are left.
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
    bell = Bell(events: try FolderEvents())
  }

  /// Waits for what is complete and has not been given as it is.
  ///
  /// Folders are looked at when the system says that something has happened in them, and every ten
  /// seconds besides, since it does not know what other machines do to theirs; every second where it
  /// does not tell. In between only files that are not complete yet are looked at.
  ///
  /// - Returns: nothing after the end, and where a folder is missing that was there, or there again.
  public mutating func next() -> [BatchInput] {
    while true {
      let now = Double(monotonicNanoseconds()) / 1e9
      if now >= allDue || (isRung && now >= nextLook) {
        lookAtAll(now)
      } else if now >= nextLook, !seen.isEmpty {
        lookAgain(now)
      }
      guard ready.isEmpty, missing.map(PathKey.init) == told else {
        defer { (ready, told) = ([], missing.map(PathKey.init)) }
        return ready
      }
      let due = isRung || !seen.isEmpty ? min(nextLook, allDue) : allDue
      switch bell.events.wait(seconds: max(0, due - now), isDeaf: isRung) {
      case .event: isRung = true
      case .silence: continue
      case .end:
        hasEnded = true
        return []
      }
    }
  }

  private mutating func lookAtAll(_ now: Double) {
    // What happens from here on is seen or heard.
    isRung = false
    let events = bell.events
    var isHeard = folders.allSatisfy { events.add(filePath(of: $0)) }
    let found = try? BatchInput.all(folders, isRecursive: true, output: output) {
      isHeard = events.add($0) && isHeard
    }
    let inputs = found?.inputs ?? []
    missing = folders.filter { !Folder.isThere(filePath(of: $0)) }
    let paths = Set(inputs.map { PathKey($0.path) })
    given = given.filter { paths.contains($0.key) }
    seen = seen.filter { paths.contains($0.key) }
    for input in inputs { look(at: input) }
    nextLook = now + Self.pause
    allDue = now + (isHeard ? Self.longPause : Self.pause)
  }

  private mutating func lookAgain(_ now: Double) {
    for (input, _, _) in seen.values { look(at: input) }
    nextLook = now + Self.pause
  }

  private mutating func look(at input: BatchInput) {
    let key = PathKey(input.path)
    let before = seen.removeValue(forKey: key)
    guard let version = FileVersion(path: input.path), version.size > 0, given[key] != version
    else { return }
    let looks = before?.version == version ? before!.looks + 1 : 0
    if looks >= 2, !isOpenForWriting(input.path) {
      ready.append(input)
      given[key] = version
    } else {
      seen[key] = (input, version, looks)
    }
  }

  /// A lease to read is refused while somebody writes (fcntl(2)); systems and users that get none
  /// know nothing.
  private func isOpenForWriting(_ path: String) -> Bool {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // F_SETSIG and F_SETLEASE, which headers of C show under another macro alone.
    let (setSignal, setLease): (Int32, Int32) = (10, 1024)
    // Who opens the file to write while the lease is held has the kernel send a signal here. SIGIO
    // would end the program; a program that does not ask for SIGURG does not hear it.
    guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return false }
    guard fcntl(descriptor, setLease, F_RDLCK) < 0 else {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN
  }
}
