internal import Foundation
internal import Glibc
internal import Synchronization

/// The record of finished results in a folder: a hidden file of JSON lines, of which the last line
/// about a result counts.
///
/// A result is finished when neither it nor its input has changed since it was completed with the
/// same settings. One that was begun and not finished is an incomplete file of splash.
final class Ledger: Sendable {
  static let name = ".splash-ledger"

  private struct Line: Codable {
    enum State: String, Codable { case begun, gone, finished }

    /// Path relative to the ledger's folder.
    var result: String
    var state: State
    var version: FileVersion?
    /// Identity of the result's file; nil before the file exists.
    var identity: FileIdentity?
    var input: String?
    var inputVersion: FileVersion?
    var key: String?
  }

  private let folder: String
  private let descriptor: Int32
  private let lines: Mutex<[PathKey: Line]>
  /// The last line was written in part only.
  private let isTorn: Atomic<Bool>

  /// - Parameter folder: ends in `/`, or is empty; it is created where it is missing.
  /// - Throws: `SplashError` of kind badInput when it cannot be written.
  init(folder: String) throws(SplashError) {
    self.folder = folder
    try Folder.create(String(folder.dropLast()))
    let path = folder + Self.name
    descriptor = path.withPath { open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw SplashError(
        .badInput, "\(path): cannot write", cause: systemMessage(errno),
        remedy: "choose another folder")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let data = (try? handle.readToEnd()) ?? Data()
    var found: [PathKey: Line] = [:]
    // A line torn by a power cut is ignored.
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let line = try? JSONText.decode(Line.self, from: line) else { continue }
      found[PathKey(line.result)] = line
    }
    lines = Mutex(found)
    isTorn = Atomic(data.last.map { $0 != UInt8(ascii: "\n") } ?? false)
  }

  deinit { close(descriptor) }

  /// Whether a result is complete, and was made from the present version of that input with those
  /// settings.
  func isFinished(_ result: String, from input: String, key: String) -> Bool {
    guard let line = line(result), line.state == .finished, line.key == key,
      let version = FileVersion(path: result), let inputVersion = FileVersion(path: input)
    else { return false }
    return line.version == version && line.inputVersion == inputVersion
      && line.input == Self.full(input).displayed
  }

  /// Whether a run began the result and ended before it was finished, and it is still the same
  /// file.
  func isHalf(_ result: String) -> Bool {
    guard let line = line(result), line.state == .begun else { return false }
    return line.identity.map { $0 == FileIdentity(path: result) } ?? true
  }

  /// Notes that a result is begun, before its file exists, so that a file left by a run that dies
  /// is known as incomplete.
  ///
  /// - Parameter survivesPowerCuts: waits until the disk has the line, some milliseconds.
  /// - Throws: `SplashError` of kind failure when the ledger cannot be written.
  func begin(_ result: String, survivesPowerCuts: Bool) throws(SplashError) {
    guard add(Line(result: name(result), state: .begun)),
      !survivesPowerCuts || fdatasync(descriptor) == 0
    else {
      throw SplashError(
        .failure, "\(folder)\(Self.name): cannot write", cause: systemMessage(errno),
        remedy: "free some space or write elsewhere")
    }
  }

  /// Notes the identity of the file of a result that was begun: another file of this name is not
  /// splash's.
  func note(_ result: String) {
    add(Line(result: name(result), state: .begun, identity: FileIdentity(path: result)))
  }

  /// Notes that the result is no longer begun.
  func forget(_ result: String) { add(Line(result: name(result), state: .gone)) }

  func finish(_ result: String, from input: String, key: String) {
    add(
      Line(
        result: name(result), state: .finished, version: FileVersion(path: result),
        input: Self.full(input).displayed, inputVersion: FileVersion(path: input), key: key))
  }

  private func name(_ result: String) -> String { String(result.dropFirst(folder.count)).displayed }

  private func line(_ result: String) -> Line? { lines.withLock { $0[PathKey(name(result))] } }

  @discardableResult
  private func add(_ line: Line) -> Bool {
    lines.withLock { $0[PathKey(line.result)] = line }
    guard let data = try? JSONEncoder.line.encode(line) else { return false }
    return append(data + Data("\n".utf8))
  }

  /// Writes in one call, so that lines of several runs do not mix.
  private func append(_ data: Data) -> Bool {
    let data = isTorn.exchange(false, ordering: .relaxed) ? Data("\n".utf8) + data : data
    let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count != data.count else { return true }
    if count >= 0 { errno = ENOSPC }
    isTorn.store(true, ordering: .relaxed)
    return false
  }

  private static func full(_ path: String) -> String {
    guard let real = filePath(of: path).withPath({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return String(path: real)
  }
}
