import ArgumentParser
import SplashJob

/// Flags for controlling a run while it goes on.
struct SteeringFlags: ParsableArguments {
  @Option(
    help: .of(
      "Socket for commands of splash send while the run goes on.",
      "PATH"), completion: .file())
  var controlSocket: String?

  @Option(help: .of("How long a change by splash send, or by SIGUSR1, takes. (default: 0)", "TIME"))
  var transition: String?

  /// Fade time in seconds.
  func fade() throws -> Double {
    let fade = try transition.map { try seconds($0, "--transition") } ?? 0
    guard LookOrder.transitions.contains(fade) else {
      throw SplashError(
        .usage, "--transition \(transition ?? "")", cause: "out of range",
        remedy: "give an hour at most")
    }
    return fade
  }

  /// - Throws: `SplashError` of kind usage for an output with a look of its own where there is a
  ///   control socket.
  func refuseLooks(of output: NamedOutput) throws {
    guard controlSocket == nil else {
      throw SplashError(
        .usage, "-o \(output.text) and --control-socket",
        cause: "splash send changes the look of all outputs", remedy: "leave one out")
    }
  }

  /// Creates the control socket; nil where the flag is not given.
  func socket() throws -> ControlSocket? {
    try controlSocket.map { try ControlSocket($0, for: "--control-socket") }
  }
}
