import Glibc
import TestSupport

/// `splash tune` as a user starts it, on a free port of a loopback address.
final class RunningTuner {
  /// The address that it printed.
  let address: String
  private let process = Process()
  /// The folder of its presets.
  private let home = Scratch()
  private let speaking: FileHandle
  private let pictures: Drain?

  /// - Parameters:
  ///   - standardInput: a file for the input `-`.
  ///   - descriptors: limit of open files; nil for the usual one.
  ///   - isPiped: frames go to standard output, and are collected.
  ///   - environment: variables in addition to those of the tests.
  ///   - user: the user to run it as, where the tests run as root.
  ///   - folder: its working directory; nil for that of the tests.
  init(
    _ input: String, _ flags: String..., standardInput: String? = nil, descriptors: Int? = nil,
    isPiped: Bool = false, environment: [String: String] = [:], user: String? = nil,
    in folder: URL? = nil
  ) throws {
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_RUNTIME_DIR": Self.session.folder.path]) { $1 }
      .merging(["XDG_CONFIG_HOME": home.folder.path]) { $1 }
      .merging(environment) { $1 }
    if let standardInput {
      process.standardInput = FileHandle(forReadingAtPath: standardInput)
    }
    let words = ["tune", input, "--port", "0", "--quiet"] + flags
    if let descriptors {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", Command.splash.path] + words
    } else if let user {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid", user, "--regid", user, "--clear-groups", "--", Command.splash.path] + words
    } else {
      process.executableURL = Command.splash
      process.arguments = words
    }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    if isPiped { process.standardError = errors }
    speaking = (isPiped ? errors : output).fileHandleForReading
    try process.run()
    pictures = isPiped ? Drain(output.fileHandleForReading) : nil
    var line = Data()
    while let byte = try speaking.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    address = String(decoding: line, as: UTF8.self)
  }

  /// The end of a test ends its tuner, which would hold the tests' output open.
  deinit { stop() }

  var isRunning: Bool { process.isRunning }
  var processIdentifier: Int32 { process.processIdentifier }

  /// Ends it as Ctrl-C does.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.interrupt() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits until it ends by itself, or was stopped.
  ///
  /// - Returns: exit status, the lines after the address, and the piped frames.
  func end() throws -> (status: Int32, lines: [String], pictures: Data) {
    let text = try speaking.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus,
      String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init),
      pictures?.wait() ?? Data()
    )
  }

  /// Ends it as a power cut would.
  func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

  /// Host, port and path of the address.
  var endpoint: (host: String, port: UInt16, path: String) { Self.endpoint(of: address) }

  static func endpoint(of address: String) -> (host: String, port: UInt16, path: String) {
    let url = URLComponents(string: address)
    return (url?.host ?? "", UInt16(url?.port ?? 0), url?.path ?? "/")
  }

  /// The folder and cookie that the server gives for the token.
  lazy var entrance =
    (try? RawResponse(stranger: self, "GET", endpoint.path))?.entrance ?? (folder: "/", cookie: "")

  /// The runtime folder of one login session, where tuners keep their key.
  private static let session: Scratch = {
    let scratch = Scratch()
    precondition(chmod(scratch.folder.path, 0o700) == 0)
    return scratch
  }()

  /// Resident memory in bytes.
  var residentMemory: Int {
    let text = try? String(contentsOfFile: "\(folder)/statm", encoding: .utf8)
    let fields = text?.split(separator: " ") ?? []
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Processor time of all its threads so far, in seconds.
  var processorTime: Double {
    let text = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
    // After the name in brackets: the 14th and 15th of all fields (proc(5)).
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// How many files and sockets it has open.
  var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count) ?? 0
  }

  /// The files that are mapped into its memory.
  var mappedFiles: String {
    (try? Command.run("cat", ["\(folder)/maps"]).text) ?? ""
  }

  private var folder: String { "/proc/\(process.processIdentifier)" }
}
