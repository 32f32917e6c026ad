import ArgumentParser
import CSplashKernels
import Glibc
import SplashCore
import SplashFFmpeg
import SplashFilter
import SplashJob
import SplashV4L2

/// The main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Keep the colors you choose in a video and turn the rest grey.",
    usage: """
      splash [run] <input> [-o <output>]... [options]
      splash <subcommand> --help
      """,
    discussion: """
      splash clip.mp4 -o red.mp4 --hue red
      splash /dev/video0 -o - --hue 200:25 | ffplay -

      Subcommands: run (this, and the default), devices (list cameras), pick (sample a color), \
      tune (choose settings by looking), bench (time the kernels).
      Exit status: 0 done or stopped, 1 failed while running, 2 bad input or output, 3 over the \
      budget, 64 wrong usage.
      """)

  @OptionGroup(title: "Input") var source: SourceFlags
  @OptionGroup(title: "Camera") var camera: CameraFlags
  @OptionGroup(title: "Output") var sink: SinkFlags
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Report") var reporting: ReportFlags

  @Option(
    help: ArgumentHelp(
      "Use an instruction set: reference, sse2, avx2, avx512 or neon. (default: the best there is)",
      valueName: "SET"))
  var cpu: String?

  func run() throws {
    FFmpegLog.set(isVerbose: reporting.verbose)
    var request = try request()
    let signals = StopSignals()
    request.camera.onOpening = { signals.onStop($0) }
    let job = try Job(request)
    signals.onStop { job.stop() }
    for note in job.notes where !reporting.quiet { printError("splash: \(note)") }
    let progress = Progress(of: job, flags: reporting)
    do {
      try job.run()
      progress?.end()
    } catch {
      progress?.end()
      throw error
    }
    try conclude(job)
  }

  private func request() throws -> Job.Request {
    let outputs = try sink.resolvedOutputs()
    var request = Job.Request(
      input: source.input, outputs: try outputs.map { ($0, try sink.options(for: $0)) })
    request.inputOptions = try source.options()
    request.camera = try camera.options(for: source.input)
    if !reporting.quiet { request.camera.onEvent = { printError("splash: \($0)") } }
    request.isPaced = source.realtime
    request.frameLimit = source.frames
    let media = [source.input] + outputs
    try refuseMedia(media, as: reporting.statsJson, of: "--stats-json")
    try refuseMedia(media, as: look.saveSettings, of: "--save-settings")
    request.settings = try look.resolve()
    request.instructionSet = try cpu.map(instructionSet) ?? .host
    request.budget = try checked(budget: reporting.budget)
    return request
  }

  private func conclude(_ job: Job) throws {
    let report = job.report()
    if !reporting.quiet {
      for warning in job.warnings { printError("splash: warning: \(warning)") }
      printError("splash: \(report.summary)")
    }
    try reporting.write(report)
    if reporting.enforceBudget, !report.budget.within {
      throw BudgetMissed(verdict: report.verdict)
    }
  }
}

/// The run took longer than `--enforce-budget` allows.
struct BudgetMissed: Error {
  let verdict: String
  static let exitStatus: Int32 = 3
}

/// Reads the value of `--cpu`.
func instructionSet(_ name: String) throws -> InstructionSet {
  guard let set = InstructionSet.named.first(where: { $0.name == name })?.set else {
    let known = InstructionSet.named.map(\.name).joined(separator: ", ")
    throw SplashError(.usage, "--cpu \(name)", cause: "unknown", remedy: "use \(known)")
  }
  guard InstructionSet.host.contains(set) else {
    let present = InstructionSet.named.filter { InstructionSet.host.contains($0.set) }
    throw SplashError(
      .usage, "--cpu \(name)", cause: "this machine does not have it",
      remedy: "use \(present.map(\.name).joined(separator: ", "))")
  }
  return set
}

/// Keeps a file of text from replacing a video.
private func refuseMedia(_ media: [String], as path: String?, of flag: String) throws {
  guard let path else { return }
  var target = stat()
  let exists = stat(path, &target) == 0
  for name in media {
    var file = stat()
    let isSame =
      name == path || exists && stat(name, &file) == 0 && file.st_dev == target.st_dev
      && file.st_ino == target.st_ino && file.st_mode & S_IFMT == S_IFREG
    if isSame {
      throw SplashError(
        .usage, "\(flag) \(path)", cause: "it is the video \(name)", remedy: "choose another name")
    }
  }
}
