internal import Foundation
internal import SplashCore
public import SplashFFmpeg
public import SplashFilter
internal import SplashJob
public import SplashV4L2
internal import Synchronization

/// The tuner: plays an input through the filter and serves a page on which people choose the
/// settings by looking.
///
/// ```swift
/// let tuner = try Tuner(Tuner.Request(input: "clip.mp4"))
/// print(try tuner.listen())
/// try tuner.run()
/// ```
public final class Tuner: Sendable {
  public struct Request: Sendable {
    public var input: String
    public var inputOptions = InputOptions()
    /// How to use the camera, when the input is one.
    public var camera = CameraOptions()
    /// What the page begins with; validated.
    public var settings = SplashSettings()
    /// An IP address of this machine; another one than loopback makes the page ask for a token.
    public var address = "127.0.0.1"
    /// 0 takes any that is free.
    public var port: UInt16 = 7752
    /// Pictures a second that the work has to keep up with.
    public var budget = 60.0
    public var instructionSet = InstructionSet.best

    public init(input: String) { self.input = input }
  }

  /// What is left out of the input, for people: one line each.
  public let notes: [String]
  let request: Request
  let player: Player
  let look: SharedLook
  let history: PictureHistory
  let audience = Audience()
  let window = WorkWindow()
  let readings = LookReadings()
  let meter: RunMeter
  /// What tells a page that it talks to another tuner than before.
  let identity = UUID().uuidString
  private let pipeline: Pipeline
  private let server: Mutex<PageServer?>
  let telling = Mutex(())

  /// Opens the input.
  ///
  /// - Throws: `SplashError` when it cannot be used.
  public init(_ request: Request) throws {
    self.request = request
    let options = request.inputOptions
    let isClip = request.input != "-" && !request.input.hasPrefix("test:")
    player = try Player(canRepeat: isClip) { start in
      var part = options
      if let start {
        part.start = (options.start ?? 0) + start
        part.duration = options.duration.map { max(0.001, $0 - start) }
      }
      return try openSource(request.input, options: part, camera: request.camera)
    }
    notes = player.notes
    let files = LookFiles.decoding()
    try files.read(for: request.settings)
    look = SharedLook(request.settings, files: files)
    history = PictureHistory(limit: player.isCamera ? 1 : Tuner.historyLimit(player.media))
    let filter = TunerFilter(
      look: look, files: files, history: history, readings: readings,
      instructionSet: request.instructionSet,
      rotation: player.media.picture.rotation)
    meter = RunMeter(budget: request.budget)
    pipeline = Pipeline(
      source: player,
      filters: [FormatConverter(), filter],
      sinks: [
        BrowserSink(
          audience: audience, history: history, window: window,
          rotation: player.media.picture.rotation)
      ], meter: meter)
    server = Mutex(nil)
    player.observe { [weak self] in self?.tellStatus() }
  }

  /// Pictures kept for the eyedropper: half a second at 24 a second, less where that were over 64
  /// MB.
  private static func historyLimit(_ media: MediaDescription) -> Int {
    min(12, max(2, (64 << 20) / max(1, media.width * media.height * 3 / 2)))
  }

  /// Begins to serve the page.
  ///
  /// - Returns: the address to open in a browser, with the token if there has to be one.
  /// - Throws: `SplashError` of kind usage for an address that is none, of kind badInput when the
  ///   address or port cannot be listened on.
  public func listen() throws -> String {
    let server = try PageServer(tuner: self)
    self.server.withLock { $0 = server }
    return server.url
  }

  /// Plays until `stop()`, or until the input fails. The page is gone when this returns or throws.
  public func run() throws {
    let measuring = Thread { [weak self] in
      let kept = KeptShare()
      while let self, !self.isStopped.load(ordering: .relaxed) {
        self.tellMeasurements(kept)
        Thread.sleep(forTimeInterval: 0.25)
      }
    }
    measuring.start()
    defer {
      isStopped.store(true, ordering: .relaxed)
      audience.close()
      server.withLock { $0.take() }?.stop()
    }
    try pipeline.run()
  }

  /// Ends `run()` in good order. Any thread.
  public func stop() { pipeline.stop() }

  private let isStopped = Atomic(false)

  /// The settings as they stand.
  public var settings: SplashSettings { look.snapshot.settings }
}
