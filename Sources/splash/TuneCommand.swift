import ArgumentParser
import Foundation
import Glibc
import SplashTuner
import Synchronization

/// Serves a page for choosing settings by eye.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Choose the settings by looking: a local page with a live preview.",
    discussion: """
      Open the address it prints in a browser: click a color to keep it, drag the handles, and copy the command line at the bottom. It holds a token, without which nobody gets in, other users of this machine neither; the page is for this machine alone unless --listen says otherwise. Ctrl-C ends it and prints the command.

      With -o the page steers a run while it goes on: a recording, a pipe, a virtual camera. The input goes there once, from its beginning to its end. With --steer it steers one that was started elsewhere with --control-socket; the input is then what the page shows, such as a clip of the same scene.
      """)

  @OptionGroup(title: "Input") var source: SourceFlags
  @OptionGroup(title: "Camera") var camera: CameraFlags
  @OptionGroup(title: "Output") var sink: SinkFlags
  @OptionGroup(title: "Look to begin with") var look: LookOptions
  @OptionGroup(title: "Subjects") var subjects: SubjectFlags

  @Option(help: .of("Port of the page; 0 takes any that is free.", "N"))
  var port = Tuner.Request(input: "").port

  @Option(
    help: ArgumentHelp(
      "IP address to listen on; who is given the address of the page, with its token, may come in from there. (default: \(Tuner.Request(input: "").address))",
      valueName: "ADDRESS"))
  var listen: String?

  @Option(
    help: .of(
      "Let the page name LUTs, images and masks in this folder and those below it; may be repeated. (default: those beside the input)",
      "FOLDER"), completion: .directory)
  var allowFolder: [String] = []

  @Option(
    help: .of(
      "Give each look of the page to a run that goes on, by its --control-socket; the page begins with that run's look.",
      "PATH"), completion: .file())
  var steer: String?

  @Option(help: .of("Frames per second that the work must keep up with.", "FPS"))
  var budget = Tuner.Request(input: "").budget

  @Flag(help: "Print nothing but the address of the page, the command at the end, and errors.")
  var quiet = false

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    var request = try request()
    let signals = try StopSignals()
    request.camera.onOpening = { signals.onStop($0) }
    let saved = try SavedSettings(
      TextOutput(
        look.saveSettings, flag: "--save-settings", overwrite: sink.overwrite,
        inputs: [request.input] + request.reads, outputs: request.outputs.map(\.name)))
    request.onLook = { saved.change(to: $0) }
    let tuner = try Tuner(request)
    saved.change(to: tuner.timeline)
    signals.onStop { tuner.stop() }
    if !quiet { for note in tuner.notes { printError("splash: \(note)") } }
    let addresses = try tuner.listen()
    for address in addresses { say(address) }
    if !quiet { invite(to: addresses) }
    let outcome = Result { try tuner.run() }
    say(tuner.command)
    try saved.finish(tuner.timeline)
    try outcome.get()
    if !quiet, !request.outputs.isEmpty {
      for warning in tuner.warnings { printError("splash: warning: \(warning)") }
      printError("splash: \(tuner.report().summary)")
    }
  }

  /// Prints instructions and the addresses; a phone can scan the first from the terminal.
  private func invite(to addresses: [String]) {
    let isOpenToOthers = listen.map { !["127.0.0.1", "::1", "localhost"].contains($0) } ?? false
    if isOpenToOthers, StandardError.isTerminal, let code = QRCode(addresses[0]) {
      writeError(code.text)
    }
    printError(
      "splash: open \(addresses.count > 1 ? "one of these addresses" : "this address") "
        + "in a browser; Ctrl-C ends the page")
  }

  /// Prints a line at once, also into a pipe; not to standard output where frames go there.
  private func say(_ line: String) {
    guard (try? sink.named())?.contains(where: { $0.name == "-" }) != true else {
      return printError(line)
    }
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// - Throws: `SplashError` of kind usage for outputs and look flags where the page controls a
  ///   run.
  private func refuseWhatIsTheRuns() throws {
    guard let steer else { return }
    guard sink.outputs.isEmpty else {
      throw SplashError(
        .usage, "--steer \(steer) and -o \(sink.outputs[0])",
        cause: "the run that is steered has outputs of its own", remedy: "leave one out")
    }
    let flag =
      look.fields.given.first.map { "--\($0.field.flag)" }
      ?? (look.use != nil ? "--use" : look.settings != nil ? "--settings" : nil)
    guard let flag else { return }
    throw SplashError(
      .usage, "--steer \(steer) and \(flag)", cause: "the page begins with the look of the run",
      remedy: "leave it out" + (source.source.hasDefaults ? ", or say --no-config" : ""))
  }

  private func request() throws -> Tuner.Request {
    guard source.frames == nil, !source.realtime else {
      throw SplashError(
        .usage, source.realtime ? "--realtime" : "--frames",
        cause: "tune plays at the clip's own pace until it is stopped")
    }
    try source.refuseCut(by: "splash tune")
    var request = Tuner.Request(input: source.input)
    request.inputOptions = try source.options()
    request.camera = try camera.options(for: source.input)
    if !quiet {
      request.onEvent = { printError("splash: \($0)") }
      request.camera.onEvent = request.onEvent
    }
    if !sink.outputs.isEmpty {
      let outputs = try sink.resolvedOutputs()
      if let own = try outputs.first(where: { try $0.look() != nil }) {
        throw SplashError(
          .usage, "-o \(own.text)", cause: "all outputs of splash tune show what the page shows",
          remedy: "leave out :show=, :rest=, :kept= and :despill=")
      }
      request.outputs = try outputs.map { ($0.name, try sink.options(for: $0)) }
      guard request.outputs.allSatisfy({ $0.options.maxSize == nil }) else {
        throw SplashError(
          .usage, "--max-size", cause: "what splash tune shows is made once",
          remedy: "leave it out, and give it to the command that the page ends with")
      }
      request.outputFlags = sink.words
    }
    try refuseWhatIsTheRuns()
    request.steers = steer
    let saved = try look.resolveInTime()
    request.settings = saved.base
    if !saved.entries.isEmpty { request.timeline = saved }
    request.alsoReads = try look.files
    request.models = try subjects.models()
    request.subjectEvery = try subjects.every()
    request.subjectThreads = subjects.threads
    request.subjectFlags = subjects.words
    // The printed command contains the whole look, to which the config file would add.
    if source.source.hasDefaults { request.subjectFlags.append("--no-config") }
    if let listen { request.address = listen }
    request.port = port
    request.allowedFolders = allowFolder
    request.budget = try checked(budget: budget)
    request.presets = PresetShelf.store
    request.givenLooks = PresetShelf.userFolder + "/looks"
    return request
  }
}

/// The tuner's settings file, with keyframes: written with every change, and at the end. A pipe
/// gets only the last settings.
private final class SavedSettings: Sendable {
  private let file: Mutex<TextOutput?>
  private let isRefused = Atomic(false)

  init(_ file: sending TextOutput?) { self.file = Mutex(file) }

  /// Reports once why the file cannot be written; the last settings are tried again at the end.
  func change(to look: LookTimeline) {
    do {
      try file.withLock { file in
        guard let file, file.isReplaceable else { return }
        try file.write(look.document.utf8)
      }
    } catch {
      if !isRefused.exchange(true, ordering: .relaxed) { printError("splash: \(error)") }
    }
  }

  func finish(_ look: LookTimeline) throws {
    try file.withLock { try $0?.write(look.document.utf8) }
  }
}
