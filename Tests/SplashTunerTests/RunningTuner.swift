import Foundation
import TestSupport

/// `splash tune` as a user starts it, on a free port of a loopback address.
final class RunningTuner {
  /// What it printed: the address to open.
  let address: String
  private let process = Process()

  /// - Parameter standardInput: a file for the input `-`.
  init(_ input: String, _ flags: String..., standardInput: String? = nil) throws {
    process.executableURL = Command.splash
    if let standardInput {
      process.standardInput = FileHandle(forReadingAtPath: standardInput)
    }
    process.arguments = ["tune", input, "--port", "0", "--quiet"] + flags
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    address = String(decoding: line, as: UTF8.self)
  }

  var isRunning: Bool { process.isRunning }

  /// Ends it as Ctrl-C does.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.interrupt() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Host and port for a socket, and what the address has behind them.
  var endpoint: (host: String, port: UInt16, path: String) {
    let url = URLComponents(string: address)
    return (url?.host ?? "", UInt16(url?.port ?? 0), url?.path ?? "/")
  }

  /// Resident memory in bytes.
  var residentMemory: Int {
    let path = "/proc/\(process.processIdentifier)/statm"
    let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
