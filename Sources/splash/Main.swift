import ArgumentParser
import Glibc
import SplashFFmpeg
import SplashFilter
import SplashLook

/// The command: its subcommands, and how errors become one line and an exit status.
@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "splash",
    abstract: "Keep the colors you choose in a video and turn the rest grey.",
    version: splashVersion,
    subcommands: [
      RunCommand.self, PreviewCommand.self, DevicesCommand.self, ColorsCommand.self,
      LooksCommand.self, PresetsCommand.self, RecipesCommand.self,
      SubjectsCommand.self, ModelsCommand.self, PickCommand.self, JoinCommand.self,
      TuneCommand.self, SendCommand.self, ServiceCommand.self, LicencesCommand.self, Bench.self,
      ReferenceCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    holdStandardDescriptors()
    MemoryShortage.end()
    // SIGUSR1 toggles the effect of a run, and must not end other commands. Writing returns its
    // errors; a signal would only end the program.
    for number in [SIGUSR1, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    if CommandLine.words.isEmpty, Greeting.isWanted {
      writeError(Greeting.text + "\n")
      Glibc.exit(SplashError(.usage, "").exitStatus)
    }
    OptionNames.current = .flags
    var defaults: Defaults?
    do {
      try MeantCommand.refuse(CommandLine.words)
      var words = try ForeignFlags.translate(CommandLine.words)
      if let page = try HelpPage.asked(by: words) {
        try printOutput(page)
        leave(EXIT_SUCCESS)
      }
      if Defaults.areTaken(by: words) {
        defaults = try Defaults()
        if let filled = defaults?.filled(words), !filled.used.isEmpty {
          if words.contains("--verbose") {
            printError(
              "splash: by \(Defaults.path): \(filled.used.map(shellQuoted).joined(separator: " "))")
          }
          words = filled.words
        }
      }
      var command = try parseAsRoot(words)
      try command.run()
    } catch {
      leave(report(error) { defaults?.explained($0) ?? $0 })
    }
    leave(EXIT_SUCCESS)
  }

  /// Ends the program without destructors: networks may still run for the page, and their library
  /// would free their memory at an ordinary exit.
  private static func leave(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Fills standard descriptors that the caller closed, so that no video file gets their numbers
  /// and, with them, splash's messages. The fillers can neither be read nor written.
  private static func holdStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Prints the error in one line, or the requested help.
  ///
  /// - Parameter explained: adds where the flag at the beginning of an error comes from.
  private static func report(_ error: any Error, _ explained: (String) -> String) -> Int32 {
    switch error {
    case let error as SplashError:
      if error.exitStatus != 0 { printError("splash: \(explained("\(error)"))") }
      return error.exitStatus
    case let error as SettingError:
      return report(SplashError(.usage, error.text(naming: .flags)), explained)
    case let empty as EmptyPart:
      printError("splash: \(empty)")
      return 0
    case let stopped as Stopped: return stopped.status
    case let missed as BudgetMissed:
      printError("splash: \(missed.verdict)")
      return BudgetMissed.exitStatus
    default:
      let status = exitCode(for: error)
      if status.isSuccess {
        let text = fullMessage(for: error)
        let isVersion = text == splashVersion
        do {
          try printOutput(isVersion ? versionLine() : text)
          return 0
        } catch { return report(error, explained) }
      }
      let text = plainMessage(message(for: error), about: CommandLine.words)
      printError("splash: \(explained(text))")
      return status == .validationFailure ? SplashError(.usage, "").exitStatus : status.rawValue
    }
  }
}

/// The line of `--version`: splash, FFmpeg and Swift at run time, and the instruction set as in
/// `--cpu`.
func versionLine() -> String {
  let runtime = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2)
  return "splash \(splashVersion) (FFmpeg \(FFmpegLibraries.version), "
    + "Swift \(runtime.joined(separator: ".")), \(InstructionSet.best.rawValue))"
}
