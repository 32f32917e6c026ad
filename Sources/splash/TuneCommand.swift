import ArgumentParser
import Foundation
import SplashCore
import SplashFFmpeg
import SplashFilter
import SplashTuner
import SplashV4L2

/// A page on which settings are chosen by looking.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Choose the settings by looking: a local page with the live picture.",
    discussion: """
      Open the address it prints in a browser: click a color to keep it, drag the handles, and copy the command line at the bottom. The page is for this machine alone unless --listen says otherwise. Ctrl-C ends it.
      """)

  @OptionGroup(title: "Input") var source: SourceFlags
  @OptionGroup(title: "Camera") var camera: CameraFlags
  @OptionGroup(title: "Look to begin with") var look: LookOptions

  @Option(help: ArgumentHelp("Port of the page; 0 takes any that is free.", valueName: "N"))
  var port = Tuner.Request(input: "").port

  @Option(
    help: ArgumentHelp(
      "IP address to listen on; with any but this machine's own the address of the page holds a token that every browser needs. (default: \(Tuner.Request(input: "").address))",
      valueName: "ADDRESS"))
  var listen: String?

  @Option(
    help: ArgumentHelp("Pictures a second that the work must keep up with.", valueName: "FPS"))
  var budget = Tuner.Request(input: "").budget

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing settings file.")
  var overwrite = false

  @Flag(help: "Print nothing but the address of the page, and errors.")
  var quiet = false

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    var request = try request()
    let signals = try StopSignals()
    request.camera.onOpening = { signals.onStop($0) }
    let settings = try TextOutput(
      look.saveSettings, flag: "--save-settings", overwrite: overwrite, input: request.input)
    let tuner = try Tuner(request)
    try settings?.write(request.settings.json.utf8)
    signals.onStop { tuner.stop() }
    if !quiet { for note in tuner.notes { printError("splash: \(note)") } }
    // At once, also into a pipe.
    FileHandle.standardOutput.write(Data((try tuner.listen() + "\n").utf8))
    if !quiet { printError("splash: open this address in a browser; Ctrl-C ends the page") }
    try tuner.run()
  }

  private func request() throws -> Tuner.Request {
    guard source.frames == nil, !source.realtime else {
      throw SplashError(
        .usage, source.realtime ? "--realtime" : "--frames",
        cause: "tune plays at the clip's own pace until it is stopped")
    }
    var request = Tuner.Request(input: source.input)
    request.inputOptions = try source.options()
    request.camera = try camera.options(for: source.input)
    if !quiet { request.camera.onEvent = { printError("splash: \($0)") } }
    request.settings = try look.resolve()
    if let listen { request.address = listen }
    request.port = port
    request.budget = try checked(budget: budget)
    return request
  }
}
