import ArgumentParser
import Foundation
import SplashCore

/// Manages runs of splash that start at login.
struct ServiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "Run splash from login on: a camera into a virtual camera.",
    discussion: """
      splash service install call -- /dev/video0 -o pipewire:Studio --hue red
      splash service status call
      splash service remove call

      It writes a unit of the user's systemd, which starts splash again where it fails. The run has \
      no network, and may write nothing but devices and the user's runtime folder, such as \
      /run/user/1000.
      """,
    subcommands: [Install.self, Remove.self, Status.self, Template.self])

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the unit, and start it now and at each login.")
    @Argument(help: "Its name: splash-NAME.service is the unit's.") var name: String
    @Argument(
      parsing: .postTerminator,
      help: .of("What splash run is to do, behind --.", "argument"))
    var arguments: [String] = []
    @Flag(name: [.customShort("y"), .long], help: "Replace one that is there.")
    var overwrite = false
    @Flag(help: "Write the unit, and leave starting it to you.") var noStart = false

    func run() throws {
      let unit = try ServiceUnit(name)
      guard !arguments.isEmpty else {
        throw SplashError(
          .usage, "service install \(name)", cause: "nothing to do behind --",
          remedy: "write it like splash service install call -- /dev/video0 -o pipewire")
      }
      try check()
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      let text = try ServiceUnit.text(
        program: program, arguments: arguments,
        folder: FileManager.default.currentDirectoryPath)
      try unit.write(text, overwrite: overwrite)
      if let fault = Systemd.fault(of: unit) {
        try unit.remove()
        throw SplashError(
          .failure, "service \(name): systemd does not take the unit", cause: fault)
      }
      try printOutput(unit.path)
      let start = ["enable", "--now", unit.unit]
      guard !noStart, Systemd.control(["daemon-reload"]), Systemd.control(start) else {
        return printError(
          "splash: start it: systemctl --user daemon-reload; "
            + "systemctl --user \(start.joined(separator: " "))")
      }
    }

    /// Checks the arguments now, so that errors do not appear only at login.
    private func check() throws {
      let isCommand = Main.configuration.subcommands.contains { $0._commandName == arguments[0] }
      guard !isCommand,
        let run = try Main.parseAsRoot(
          ServiceUnit.words + ForeignFlags.translate(arguments)) as? RunCommand
      else {
        throw SplashError(
          .usage, "service install \(name)", cause: "\(arguments[0]) is no input",
          remedy: "give an input and outputs behind --")
      }
      try run.check()
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop it and remove the unit.")
    @Argument(help: "Its name.") var name: String

    func run() throws {
      let unit = try ServiceUnit(name)
      guard unit.exists, unit.isOurs else { return try unit.remove() }
      _ = Systemd.control(["disable", "--now", unit.unit])
      try unit.remove()
      _ = Systemd.control(["daemon-reload"])
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say whether it runs; without a name, of all.")
    @Argument(help: "Its name.") var name: String?

    func run() throws {
      let units = try (name.map { [$0] } ?? ServiceUnit.names).map(ServiceUnit.init)
      for unit in units {
        guard unit.exists else {
          throw SplashError(
            .badInput, "service \(unit.name): there is none",
            remedy: "splash service install \(unit.name) -- … makes one")
        }
        let answer = Systemd.run("systemctl", ["--user", "is-active", unit.unit])
        let state = answer?.output.split(separator: "\n").first.map(String.init)
        try printOutput(
          "\(unit.name)  \(state ?? "unknown, systemd does not answer")  \(unit.path)")
      }
    }
  }

  /// Prints the unit file for packages.
  struct Template: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the unit splash@.service, for packages.", shouldDisplay: false)
    @Argument(help: "Whole path of splash.") var program = "/usr/bin/splash"

    func run() throws { try printOutput(String(ServiceUnit.template(program: program).dropLast())) }
  }
}

/// Calls programs of systemd, where it is installed.
private enum Systemd {
  /// Runs one of systemd's programs to its end; nil where it is not installed.
  ///
  /// - Parameter runtime: the user's runtime folder for the program; nil to keep it.
  static func run(
    _ program: String, _ arguments: [String], runtime: String? = nil
  ) -> (status: Int32, output: String, errors: String)? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(program)" })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let runtime {
      process.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
    }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    guard (try? process.run()) != nil else { return nil }
    // Both write few lines, which a pipe can hold.
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }

  /// systemd's complaint about a unit; nil where it has none, or cannot be asked.
  static func fault(of unit: ServiceUnit) -> String? {
    // systemd-analyze creates folders in the runtime folder, which may not exist yet.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-\(UUID().uuidString)")
    guard
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false))
        != nil
    else { return nil }
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["--user", "--man=no", "verify", unit.path]
    guard let verdict = run("systemd-analyze", arguments, runtime: folder.path),
      verdict.status != 0
    else { return nil }
    return verdict.errors.split(separator: "\n").first { $0.contains(unit.unit) }.map(String.init)
  }

  /// Calls the user's systemd. Returns false where it is missing or refuses.
  static func control(_ arguments: [String]) -> Bool {
    run("systemctl", ["--user"] + arguments)?.status == 0
  }
}
