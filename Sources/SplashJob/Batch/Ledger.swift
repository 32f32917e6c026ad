internal import Foundation
internal import Glibc
internal import SplashCore
internal import Synchronization

/// What runs have finished in a folder of results: a hidden file of JSON lines, of which the last
/// one about a result counts.
///
/// A result is finished when it is as it was completed, from an input that is as it was, with the
/// same settings. One that was begun and no more is a half one of ours.
final class Ledger: Sendable {
  static let name = ".splash-ledger"

  private struct Line: Codable {
    enum State: String, Codable { case begun, gone, finished }

    /// Below the ledger's folder.
    var result: String
    var state: State
    var version: FileVersion?
    /// Which file was begun; nil before there is one.
    var identity: FileIdentity?
    var input: String?
    var inputVersion: FileVersion?
    var key: String?
  }

  private let folder: String
  private let descriptor: Int32
  private let lines: Mutex<[PathKey: Line]>
  /// The last line could not be stored as a whole.
  private let isTorn: Atomic<Bool>

  /// - Parameter folder: ends in `/`, or is empty; it is made where it is not there.
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
    // A line that a power cut has torn tells nothing.
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let line = try? JSONText.decode(Line.self, from: line) else { continue }
      found[PathKey(line.result)] = line
    }
    lines = Mutex(found)
    isTorn = Atomic(data.last.map { $0 != UInt8(ascii: "\n") } ?? false)
  }

  deinit { close(descriptor) }

  /// Whether a result is complete, and of that input as it is now with those settings.
  func isFinished(_ result: String, from input: String, key: String) -> Bool {
    guard let line = line(result), line.state == .finished, line.key == key,
      let version = FileVersion(path: result), let inputVersion = FileVersion(path: input)
    else { return false }
    return line.version == version && line.inputVersion == inputVersion
      && line.input == Self.full(input).displayed
  }

  /// Whether a result was begun by a run that did not live to finish it, and is still that file.
  func isHalf(_ result: String) -> Bool {
    guard let line = line(result), line.state == .begun else { return false }
    return line.identity.map { $0 == FileIdentity(path: result) } ?? true
  }

  /// Written when this returns, before there is anything of the result: what a run leaves that does
  /// not live on is known as ours.
  ///
  /// - Parameter survivesPowerCuts: waits until the disk has it, some milliseconds.
  /// - Throws: `SplashError` of kind failure when it cannot be written.
  func begin(_ result: String, survivesPowerCuts: Bool) throws(SplashError) {
    guard add(Line(result: name(result), state: .begun)),
      !survivesPowerCuts || fdatasync(descriptor) == 0
    else {
      throw SplashError(
        .failure, "\(folder)\(Self.name): cannot write", cause: systemMessage(errno),
        remedy: "free some space or write elsewhere")
    }
  }

  /// There is something of a result that was begun: another file of its name is none of ours.
  func note(_ result: String) {
    add(Line(result: name(result), state: .begun, identity: FileIdentity(path: result)))
  }

  /// Takes back that it was begun.
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

  /// In one call, so that lines of several runs do not mix.
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
