internal import Glibc
internal import Synchronization

/// A file that is being written without losing an existing one.
///
/// If no file exists, it grows under its own name, so that it can be watched, and is renamed if it
/// ends incomplete. If it replaces a file, it grows beside that (`clip.partial.mp4` for `clip.mp4`)
/// and takes its place on `publish()`: through symbolic links, with mode and owner kept. Pipes and
/// devices are written directly.
// One thread at a time writes it; other threads only read its place, which `growth` guards.
package final class NewFile: @unchecked Sendable {
  package let name: String
  /// Open for writing; for a regular file also for reading. Closed by `close()`.
  package let descriptor: Int32
  private let state: Mutex<Growth>
  /// The old file, locked so that no other process replaces it meanwhile; -1 if there is none.
  private let lock: Int32
  private var isOpen = true
  /// The identity of the file when it was closed.
  private var closedIdentity: FileIdentity?

  private var growth: Growth {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  private enum Growth: Sendable {
    case underItsName(path: String)
    case beside(path: String, target: String)
    case asItIs
    /// The file was published, renamed or discarded.
    case settled
  }

  /// - Parameters:
  ///   - name: a path, with or without `file:`.
  ///   - overwrite: whether an existing file may be replaced, or a disk overwritten.
  ///   - inputs: files that are being read, and must not be replaced.
  /// - Throws: `SplashError` of kind badInput if the file is an input, exists and may not be
  ///   replaced, is being written by another process, or cannot be created. Nothing has changed
  ///   then.
  package init(_ name: String, overwrite: Bool, inputs: Set<FileIdentity> = []) throws(SplashError)
  {
    self.name = name
    let growth: Growth
    (descriptor, growth, lock) = try Self.create(name, overwrite: overwrite, inputs: inputs)
    state = Mutex(growth)
  }

  private static func create(
    _ name: String, overwrite: Bool, inputs: Set<FileIdentity>
  ) throws(SplashError) -> (descriptor: Int32, growth: Growth, lock: Int32) {
    let path = filePath(of: name)
    let new = path.withPath { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if new >= 0 {
      _ = flock(new, LOCK_EX | LOCK_NB)
      return (new, .underItsName(path: path), -1)
    }
    let code = errno
    var status = stat()
    guard code == EEXIST || code == EISDIR else { throw unwritable(name, code) }
    guard path.withPath({ stat($0, &status) }) == 0 else {
      let new = try createBehindLink(path, name: name)
      return (new.0, new.1, -1)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return try replace(
        path, status, name: name, overwrite: overwrite, inputs: inputs)
    case S_IFDIR:
      throw SplashError(
        .badInput, "\(name): is a folder", remedy: "name a file in it, such as \(path)/out.mp4")
    case S_IFBLK:
      guard overwrite else {
        throw SplashError(
          .badInput, "\(name): is a disk", cause: "everything on it would be lost",
          remedy: "choose a file, or write over the disk with -y")
      }
      // For a disk, `O_EXCL` requires that it is not mounted.
      return (try openAsItIs(path, O_EXCL, name: name), .asItIs, -1)
    default:
      return (try openAsItIs(path, 0, name: name), .asItIs, -1)
    }
  }

  deinit { close() }

  // MARK: - Opening

  private static func openAsItIs(
    _ path: String, _ flags: Int32, name: String
  ) throws(SplashError) -> Int32 {
    // A pipe that is also open for reading never reports that its reader is gone.
    let descriptor = path.withPath { open($0, O_WRONLY | O_CLOEXEC | flags) }
    guard descriptor >= 0 else { throw unwritable(name, errno) }
    return descriptor
  }

  /// Creates the missing target of a symbolic link.
  private static func createBehindLink(
    _ path: String, name: String
  ) throws(SplashError) -> (Int32, Growth) {
    let descriptor = path.withPath { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0, let target = resolved(path) else { throw unwritable(name, errno) }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return (descriptor, .underItsName(path: target))
  }

  private static func replace(
    _ path: String, _ status: stat, name: String, overwrite: Bool, inputs: Set<FileIdentity>
  ) throws(SplashError) -> (descriptor: Int32, growth: Growth, lock: Int32) {
    if let identity = FileIdentity(path: path),
      inputs.contains(identity) || ReadFiles.contains(identity)
    {
      throw isInput(name)
    }
    // A file that may not be read cannot be locked; it is replaced without a lock.
    let lock = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    do throws(SplashError) {
      if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        throw SplashError(
          .badInput, "\(name): is being written already", remedy: "choose another name")
      }
      guard overwrite else { throw exists(name) }
      guard path.withPath({ access($0, W_OK) }) == 0, let target = resolved(path) else {
        throw unwritable(name, errno)
      }
      let (descriptor, partial) = try createBeside(target, name: name)
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      // Only root may change owners; if that is not permitted, the file stays the user's.
      if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
        _ = fchown(descriptor, uid_t.max, status.st_gid)
      }
      _ = fchmod(descriptor, status.st_mode & 0o7777)
      return (descriptor, .beside(path: partial, target: target), lock)
    } catch {
      if lock >= 0 { _ = Glibc.close(lock) }
      throw error
    }
  }

  /// Creates `clip.partial.mp4` beside `clip.mp4`, with a number if that name is taken.
  private static func createBeside(
    _ target: String, name: String
  ) throws(SplashError) -> (Int32, String) {
    for number in 1...999 {
      let path = partialPath(of: target, number)
      let descriptor = path.withPath { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      if descriptor >= 0 { return (descriptor, path) }
      guard errno == EEXIST else { break }
    }
    throw SplashError(
      .badInput, "\(name): cannot write the new file beside the old one",
      cause: systemMessage(errno), remedy: "choose another place")
  }

  /// `clip.partial.mp4` for `clip.mp4`; `clip.partial-2.mp4` for number 2.
  package static func partialPath(of target: String, _ number: Int = 1) -> String {
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let base = target.dropFirst(folder.count)
    let dot = base.dropFirst().lastIndex(of: ".") ?? base.endIndex
    let mark = number == 1 ? ".partial" : ".partial-\(number)"
    return "\(folder)\(base[..<dot])\(mark)\(base[dot...])"
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = path.withPath({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return String(path: real)
  }

  package static func isInput(_ name: String) -> SplashError {
    SplashError(
      .badInput, "\(name): would overwrite a file that this run reads",
      remedy: "choose another name for the output")
  }

  package static func exists(_ name: String) -> SplashError {
    SplashError(
      .badInput, "\(name): already exists", remedy: "choose another name, or replace it with -y")
  }

  private static func unwritable(_ name: String, _ code: Int32) -> SplashError {
    SplashError(
      .badInput, "\(name): cannot write", cause: systemMessage(code),
      remedy: code == ENOENT ? "create the folder first" : "choose another place")
  }

  // MARK: - Finishing

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SplashError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw unfinished(errno) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Closes the file after the last byte.
  package func finish() throws(SplashError) {
    let code = close()
    guard code == 0 else { throw unfinished(code) }
  }

  private func unfinished(_ code: Int32) -> SplashError {
    SplashError(.failure, "\(name): cannot write", cause: systemMessage(code))
  }

  /// Closes the descriptor.
  ///
  /// - Returns: 0, or the `errno` if the last bytes could not be stored.
  @discardableResult
  package func close() -> Int32 {
    guard isOpen else { return 0 }
    closedIdentity = FileIdentity(descriptor: descriptor)
    isOpen = false
    if lock >= 0 { _ = Glibc.close(lock) }
    return Glibc.close(descriptor) == 0 ? 0 : errno
  }

  /// Whether the file is still at a path.
  private func isAt(_ path: String) -> Bool {
    FileIdentity(path: path) == (isOpen ? FileIdentity(descriptor: descriptor) : closedIdentity)
  }

  /// Checks that the file is still where it was created.
  ///
  /// - Throws: `SplashError` of kind failure if it was removed or replaced, or its folder was.
  package func checkPlace() throws(SplashError) {
    switch growth {
    case .underItsName(let path), .beside(let path, _):
      guard !isAt(path) else { return }
      growth = .settled
      throw SplashError(
        .failure, "\(name): cannot complete the file",
        cause: "another program removed or replaced it while it was written",
        remedy: "write it again")
    case .asItIs, .settled: return
    }
  }

  /// Moves the complete file to its place. It may be closed already.
  ///
  /// - Throws: `SplashError` that says where the complete file is if it cannot be moved, and errors
  ///   of `checkPlace()`.
  package func publish() throws(SplashError) {
    try checkPlace()
    if case .beside(let path, let target) = growth {
      if let old = FileIdentity(path: target), ReadFiles.contains(old) {
        throw Self.isInput(name).adding("the new file is in \(path)")
      }
      // The contents must be stored before the new name is, or a power cut could lose both.
      let written = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
      if written >= 0 {
        defer { _ = Glibc.close(written) }
        // Some file systems do not support this.
        guard fsync(written) == 0 || errno == EINVAL || errno == ENOSYS else {
          throw SplashError(
            .failure, "\(name): cannot store the new file", cause: systemMessage(errno),
            remedy: "it is in \(path)")
        }
      }
      guard path.withPath({ old in target.withPath { rename(old, $0) } }) == 0 else {
        throw SplashError(
          .failure, "\(name): cannot replace the old file", cause: systemMessage(errno),
          remedy: "the new one is complete in \(path)")
      }
    }
    growth = .settled
  }

  /// Renames an incomplete file that grew under its own name to a name beside it.
  ///
  /// - Throws: `SplashError` if no file can be created there, and errors of `checkPlace()`.
  package func setAside() throws(SplashError) {
    try checkPlace()
    guard case .underItsName(let path) = growth else { return }
    // It replaces a file created for this purpose, so that no other file is lost.
    let (descriptor, partial) = try Self.createBeside(path, name: name)
    _ = Glibc.close(descriptor)
    guard path.withPath({ old in partial.withPath { rename(old, $0) } }) == 0 else {
      let code = errno
      _ = partial.withPath { unlink($0) }
      throw SplashError(
        .failure, "\(name): holds a piece, and cannot be called \(partial)",
        cause: systemMessage(code))
    }
    growth = .beside(path: partial, target: path)
  }

  /// Deletes a file that was not completed.
  package func discard() {
    switch growth {
    case .underItsName(let path), .beside(let path, _):
      if isAt(path) { _ = path.withPath { unlink($0) } }
    case .asItIs, .settled: break
    }
    close()
    growth = .settled
  }

  /// Deletes the partial file of a run that did not end, unless a process still writes it.
  package static func removeLeftover(_ path: String) {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { _ = Glibc.close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = path.withPath { unlink($0) } }
  }

  /// False for pipes and devices, which are written directly.
  package var isRegular: Bool {
    if case .asItIs = growth { false } else { true }
  }

  /// The path of a new file that is not in its place yet; nil if it is in its place, or gone. Any
  /// thread.
  package var partialPath: String? {
    if case .beside(let path, _) = growth { path } else { nil }
  }
}

/// Repeats a change while other threads interfere: 100 times at most.
///
/// - Parameters:
///   - what: name of the changed thing, for the error.
///   - attempt: returns false if another thread has changed it meanwhile.
/// - Throws: errors of `attempt`, and `SplashError` of kind failure after the last attempt.
package func attempt(_ what: String, _ attempt: () throws -> Bool) throws {
  for _ in 0..<100 where try attempt() { return }
  throw SplashError(
    .failure, what, cause: "other programs change it all the time", remedy: "try again later")
}
