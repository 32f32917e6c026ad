internal import CFFmpeg
internal import Glibc
internal import SplashCore

/// The place an output's bytes go: a file that is created only when it may be, or standard output.
///
/// Nothing is lost by opening one: old contents stay until the first new byte, and a file that was
/// created for nothing goes away again.
final class OutputFile {
  let name: String
  let io: DescriptorIO
  private let path: String?
  private let isNew: Bool
  private var isClosed = false

  /// - Parameter input: what is read, which must not be the file that is written.
  /// - Throws: `SplashError` of kind badInput when the file is the input, exists and may not be
  ///   replaced, is being written by somebody else, or cannot be created.
  init(_ output: String, overwrite: Bool, input: String) throws(SplashError) {
    name = output
    if output == "-" {
      path = nil
      isNew = false
      try Self.refuseInput(output, STDOUT_FILENO, input: input)
      io = try DescriptorIO(
        descriptor: STDOUT_FILENO, ownsDescriptor: false, isWriting: true, name: "standard output")
      return
    }
    let path = output.hasPrefix("file:") ? String(output.dropFirst(5)) : output
    self.path = path
    let (descriptor, isNew) = try Self.open(path, name: output)
    self.isNew = isNew
    if !isNew {
      do throws(SplashError) {
        try Self.refuseInput(output, descriptor, input: input)
        try Self.refuseExisting(output, descriptor, overwrite: overwrite)
      } catch {
        Glibc.close(descriptor)
        throw error
      }
    }
    io = try DescriptorIO(
      descriptor: descriptor, ownsDescriptor: true, isWriting: true,
      replacesContents: fileKind(descriptor) == S_IFREG, name: output)
  }

  deinit { close(isWanted: false) }

  /// Closes the file after its last byte, or takes it back if it was created for nothing.
  ///
  /// - Parameter isWanted: whether it holds something worth keeping.
  /// - Returns: 0, or a negative status when the last bytes could not be stored.
  @discardableResult
  func close(isWanted: Bool) -> Int32 {
    guard !isClosed else { return 0 }
    isClosed = true
    if isNew, !isWanted, let path { unlink(path) }
    return io.close()
  }

  private static func open(
    _ path: String, name: String
  ) throws(SplashError) -> (descriptor: Int32, isNew: Bool) {
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if new >= 0 {
      _ = flock(new, LOCK_EX | LOCK_NB)
      return (new, true)
    }
    var status = stat()
    let exists = errno == EEXIST && stat(path, &status) == 0
    // A pipe that is open for reading as well never tells that its reader has gone.
    let mode = status.st_mode & S_IFMT == S_IFREG ? O_RDWR : O_WRONLY
    let old = exists ? Glibc.open(path, mode | O_CLOEXEC) : -1
    guard old >= 0 else {
      let code = errno
      throw SplashError(
        .badInput, "\(name): cannot write", cause: posixMessage(code),
        remedy: code == ENOENT ? "create the folder first" : "choose another place")
    }
    return (old, false)
  }

  /// For containers that open files by themselves: says that one of that name is there already.
  static func refuseExisting(_ name: String, overwrite: Bool) throws(SplashError) {
    if overwrite || access(name, F_OK) != 0 { return }
    throw existing(name)
  }

  private static func existing(_ name: String) -> SplashError {
    SplashError(
      .badInput, "\(name): already exists", remedy: "choose another name, or replace it with -y")
  }

  private static func refuseExisting(
    _ name: String, _ descriptor: Int32, overwrite: Bool
  ) throws(SplashError) {
    guard fileKind(descriptor) == S_IFREG else { return }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw SplashError(
        .badInput, "\(name): is being written already", remedy: "choose another name")
    }
    if !overwrite { throw existing(name) }
  }

  private static func refuseInput(
    _ name: String, _ descriptor: Int32, input: String
  ) throws(SplashError) {
    var (source, target) = (stat(), stat())
    let found =
      switch InputLocation(input) {
      case .standardInput: fstat(STDIN_FILENO, &source)
      case .file(let path): stat(path, &source)
      case .pictures, .address: Int32(-1)
      }
    guard found == 0, fstat(descriptor, &target) == 0, target.st_mode & S_IFMT == S_IFREG,
      source.st_dev == target.st_dev, source.st_ino == target.st_ino
    else { return }
    throw SplashError(
      .badInput, "\(name): is the input itself", remedy: "choose another name for the output")
  }
}
