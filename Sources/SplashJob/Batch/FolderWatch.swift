internal import Glibc

/// Videos and photos that arrive in folders, each given once when it is complete, and again when it
/// has changed.
///
/// A file is complete when it has not changed for two seconds and no program has it open for
/// writing, as far as the system can tell.
public struct FolderWatch {
  private let folders: [String]
  private let output: String
  /// Ends the waiting from another thread.
  public let bell: Bell
  /// Files that are not complete yet.
  private var seen: [PathKey: (input: BatchInput, version: FileVersion, looks: Int)] = [:]
  private var given: [PathKey: FileVersion] = [:]
  /// Folders that were missing when they were last looked at.
  public private(set) var missing: [String] = []
  /// The missing folders that the caller has been told of.
  private var told: [PathKey] = []
  private var ready: [BatchInput] = []
  /// True after `end()` was called.
  public private(set) var hasEnded = false
  /// True where something has happened since all folders were looked at.
  private var isRung = false
  /// The earliest time of the next look, and the latest time for a look at all folders: seconds of
  /// the clock.
  private var (nextLook, allDue) = (0.0, 0.0)

  /// Seconds between two looks, and between looks at all folders where no event comes.
  private static let (pause, longPause) = (1.0, 10.0)

  /// Ends the waiting from another thread.
  public struct Bell: Sendable {
    fileprivate let events: FolderEvents

    /// Ends the present and all later waits.
    public func end() { events.end() }
  }

  /// - Parameters:
  ///   - folders: one or more; the folders in them are watched too.
  ///   - output: the folder of the results; files in it are ignored.
  /// - Throws: `SplashError` of kind usage for a name that is no folder or is the folder of the
  ///   results, of kind failure when no descriptors are left.
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

  /// Waits for files that are complete and have not been given in their present version.
  ///
  /// Folders are looked at when the system reports an event, and every ten seconds besides, since
  /// it does not see what other machines do on network drives; every second where it reports no
  /// events. In between only files that are not complete yet are looked at.
  ///
  /// - Returns: the complete files; an empty array after the end, and where a folder has gone
  ///   missing or has come back.
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
    // Whatever happens from here on is seen by this look or reported by an event.
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

  /// Whether a program has the file open for writing: the kernel refuses a read lease then
  /// (fcntl(2)). False where the system or the user gets no leases.
  private func isOpenForWriting(_ path: String) -> Bool {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // F_SETSIG and F_SETLEASE, which C headers show only under another macro.
    let (setSignal, setLease): (Int32, Int32) = (10, 1024)
    // The kernel signals this process when another opens the file for writing while the lease is
    // held. SIGIO would end the program; SIGURG is ignored by default.
    guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return false }
    guard fcntl(descriptor, setLease, F_RDLCK) < 0 else {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN
  }
}
