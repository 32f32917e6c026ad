import Glibc
import TestSupport

/// A run that is steered by its socket, and writes raw 4:2:0 frames of 8 bits into a pipe.
final class SteeredRun {
  static let (width, height) = (64, 48)
  static let size = width * height * 3 / 2
  let process = Process()
  let scratch = Scratch()
  let socket: String
  private let (pictures, errors) = (Pipe(), Pipe())
  private(set) var count = 0

  /// - Parameter arguments: in addition to the input, the output and the socket.
  init(_ arguments: String..., input: String = "test:64x48@30") throws {
    socket = scratch.path("s")
    process.executableURL = Command.splash
    process.arguments =
      [input, "-o", "-", "--format", "rawvideo", "--quiet", "--control-socket", socket] + arguments
    process.standardOutput = pictures
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try? pictures.fileHandleForWriting.close()
    // The socket exists before the first frame is written.
    _ = next()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The next frame; nil at the end.
  func next() -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < Self.size,
      let more = try? pictures.fileHandleForReading.read(upToCount: Self.size - bytes.count),
      !more.isEmpty
    { bytes += more }
    guard bytes.count == Self.size else { return nil }
    count += 1
    return bytes
  }

  /// The first of the next thousand frames for which a condition holds.
  func first(where isSo: ([UInt8]) -> Bool) -> [UInt8]? {
    for _ in 0..<1000 {
      guard let picture = next() else { return nil }
      if isSo(picture) { return picture }
    }
    return nil
  }

  @discardableResult
  func send(_ orders: String...) throws -> Command {
    try Command.splash(["send", socket] + orders)
  }

  /// Ends it as Ctrl-C does.
  ///
  /// - Returns: its exit status.
  func stop() -> Int32 {
    kill(process.processIdentifier, SIGINT)
    while next() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// How many chroma samples are clearly red or blue.
  static func colors(_ picture: [UInt8]) -> (red: Int, blue: Int) {
    let chroma = picture[(width * height)...]
    let half = chroma.count / 2
    return (chroma.suffix(half).count { $0 > 170 }, chroma.prefix(half).count { $0 > 170 })
  }
}

/// A connection to the control socket.
final class ControlConnection {
  let descriptor: Int32
  private var rest: [UInt8] = []

  /// Nil where nobody listens.
  init?(_ path: String, patience: Int = 20) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if status != 0 { return nil }
  }

  deinit { close(descriptor) }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// False when the other side takes nothing more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { sendAll(bytes, to: descriptor) }

  /// The next line; nil when none comes.
  func line() -> String? {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      rest += chunk[..<count]
    }
  }
}
