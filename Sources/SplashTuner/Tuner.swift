internal import CFFmpeg
internal import Foundation
internal import Glibc
public import SplashCore
public import SplashFFmpeg
public import SplashFilter
public import SplashJob
public import SplashV4L2
internal import Synchronization

/// The tuner: plays an input through the filter and serves a page on which people choose the
/// settings by looking.
///
/// ```swift
/// let tuner = try Tuner(Tuner.Request(input: "clip.mp4"))
/// print(try tuner.listen()[0])
/// try tuner.run()
/// ```
///
/// With outputs the input goes there as well, from its beginning to its end and with all its
/// streams, and the page steers the look meanwhile.
public final class Tuner: Sendable {
  public struct Request: Sendable {
    public var input: String
    /// Where the result goes besides the page.
    public var outputs: [(name: String, options: OutputOptions)] = []
    /// The words of a command line that say the same, each flag and each value one element.
    public var outputFlags: [String] = []
    public var inputOptions = InputOptions()
    /// How to use the camera, when the input is one.
    public var camera = CameraOptions()
    /// What the page begins with; validated.
    public var settings = SplashSettings()
    /// Settings in time, in place of those; for clips in which one can go to a place.
    public var timeline: LookTimeline?
    /// Where networks and their runtime are.
    public var models = Models()
    /// One picture of a file of so many is looked at by networks; 1 or more.
    public var subjectEvery = 1
    /// The words of a command line that say the same of networks.
    public var subjectFlags: [String] = []
    /// Files that the request itself was read from, such as settings.
    public var alsoReads: [String] = []
    /// Folders whose files the page may name, with all that is in them. Those that lie beside the
    /// input, and what `settings` name, it may in any case.
    public var allowedFolders: [String] = []
    /// An IP address of this machine.
    public var address = "127.0.0.1"
    /// 0 takes any that is free.
    public var port: UInt16 = 7752
    /// Pictures a second that the work has to keep up with.
    public var budget = 60.0
    public var instructionSet = InstructionSet.best
    /// Told the settings and keys a quarter of a second after they changed at the latest. One thread.
    public var onLook: @Sendable (LookTimeline) -> Void = { _ in }
    /// Told what happens meanwhile that people should know, a line each. Any thread.
    public var onEvent: @Sendable (String) -> Void = { _ in }

    public init(input: String) { self.input = input }

    /// What is read beside the input, which no output may replace.
    public var reads: [String] { job.reads }
  }

  let request: Request
  let player: any Transport
  /// What looks name.
  let files: LookFiles
  let boundary: FileBoundary
  let look: SharedLook
  let history: PictureHistory
  let audience = Audience()
  let window = WorkWindow()
  let readings = LookReadings()
  let scout: SubjectScout
  /// Nil for what has no times, and for clips that are too long.
  let objects: ObjectScout?
  let job: Job
  /// Nil for an input that is no file, and where there are outputs.
  let exporter: Exporter?
  /// What tells a page that it talks to another tuner than before.
  let identity = UUID().uuidString
  private let server: Mutex<PageServer?>
  let telling = Mutex(())

  /// Masks that each network keeps: as many as a picture that stands takes, with those before it.
  private static let networkMemory = 24

  /// Opens the input and every output.
  ///
  /// - Throws: `SplashError` when one of them cannot be used.
  public init(_ request: Request) throws {
    self.request = request
    let hasOutputs = !request.outputs.isEmpty
    let beginning =
      try request.timeline ?? LookTimeline(base: request.settings, entries: [])
    boundary = try FileBoundary(
      named: beginning.settings.flatMap(\.files), shallow: ExportPlace(of: request.input)?.folder,
      deep: request.allowedFolders)
    if hasOutputs {
      let source = try Self.runningSource(request)
      history = PictureHistory(
        limit: source.isCamera ? 1 : Self.historyLimit(source.media, most: 25))
      player = source
    } else {
      let reader = try Self.reader(request)
      let history = PictureHistory(limit: reader.limit)
      self.history = history
      player = Player(reader) { history.lead($0, to: $1) }
    }
    exporter = hasOutputs ? nil : ExportPlace(of: request.input).map { Exporter($0) }
    let turn = player.media.picture.turn
    let files = LookFiles.decoding(
      models: request.models.remembering(Self.networkMemory), behind: player.media.picture.turn,
      within: boundary)
    self.files = files
    if !beginning.entries.isEmpty, !player.canSeek { throw Self.keysRefusal(player) }
    for settings in beginning.settings { try files.read(for: settings) }
    scout = SubjectScout(files: files, turn: turn)
    look = try SharedLook(
      beginning, size: player.media.picture.displayedSize, files: files)
    // Who looks at the page does not wait for networks; a file that is made does.
    let pace: SubjectPace =
      hasOutputs && !player.isLive ? .every(request.subjectEvery) : .newest
    let control = LookControl(look.snapshot.settings)
    let length = player.media.duration
    let make: @Sendable (LookControl) -> Splash = { control in
      Splash(
        control, length: hasOutputs ? nil : length, beginning: hasOutputs ? nil : 0,
        origin: -(request.inputOptions.start ?? 0), files: files, pace: pace,
        instructionSet: request.instructionSet, turn: turn)
    }
    let filter = TunerFilter(
      look: look, transport: player, start: request.inputOptions.start ?? 0, control: control,
      history: history, readings: readings, hasOutputs: hasOutputs, make: make)
    let player = player
    objects =
      hasOutputs || !ObjectScout.canFollow(player)
      ? nil
      : ObjectScout(turn: turn) {
        try Self.reader(request, most: 1)
      } makeSplash: { timeline in
        let control = LookControl(timeline.base)
        control.timeline = timeline
        return make(control)
      } onWays: { ways in
        control.past = ways
        player.refresh()
      }
    job = try Job(
      request.job, source: player, filter: filter, look: control,
      watcher: BrowserSink(
        audience: audience, history: history, window: window, turn: turn,
        isWatcher: hasOutputs))
    server = Mutex(nil)
    player.observe { [weak self] in self?.tellStatus() }
    look.observe { [weak self] in self?.tellStatus() }
  }

  /// - Parameter most: pictures kept.
  private static func reader(_ request: Request, most: Int = 151) throws -> ClipReader {
    let options = request.inputOptions
    let isClip = request.input != "-" && !request.input.hasPrefix("test:")
    func open(
      _ start: Double?, _ isGivenUp: @escaping @Sendable () -> Bool
    ) throws -> any FrameSource {
      var part = options
      part.isGivenUp = isGivenUp
      if let start {
        part.start = (options.start ?? 0) + start
        part.duration = options.duration.map { max(0.001, $0 - start) }
      }
      return try openSource(request.input, options: part, camera: request.camera)
    }
    // After 150 pictures a steadied mask knows nothing more of what came before.
    return try ClipReader(
      limit: { $1 ? 1 : historyLimit($0, most: isClip ? most : 25) }, canRepeat: isClip, open: open,
      openKeyFrames: isClip ? { try KeyFrames(request.input, options: options) } : nil)
  }

  static func keysRefusal(_ player: any Transport) -> SplashError {
    SplashError(
      .usage, "\(player.media.name): keys are for times of a clip",
      cause: "there is no going back to them here",
      remedy: "leave \"timeline\" out of the settings")
  }

  private static func runningSource(_ request: Request) throws -> RunningSource {
    let isCamera = isVideoDevice(request.input)
    let source = try openSource(
      request.input, options: request.inputOptions, isPaced: !isCamera, camera: request.camera)
    return RunningSource(source, isCamera: isCamera)
  }

  /// Pictures kept for the eyedropper and for masks that remember, with the current one: fewer
  /// where that were over 64 MB. A camera's lie in the few buffers that its driver fills.
  private static func historyLimit(_ media: MediaDescription, most: Int) -> Int {
    let format = media.picture.format
    func size(_ format: PixelFormat) -> Int {
      Int(av_image_get_buffer_size(format.av, Int32(media.width), Int32(media.height), 32))
    }
    // Pictures that have to be converted are there twice.
    let native = format.nearestNative ?? format
    let bytes = max(size(format), 0) + (native == format ? 0 : max(size(native), 0))
    return min(most, max(2, (64 << 20) / max(1, bytes)))
  }

  /// Begins to serve the page.
  ///
  /// - Returns: the addresses to open in a browser, with the token: where it listens on all of
  ///   them, those of this machine's interfaces.
  /// - Throws: `SplashError` of kind usage for an address that is none, of kind badInput when the
  ///   address or port cannot be listened on.
  public func listen() throws -> [String] {
    let server = try PageServer(tuner: self)
    self.server.withLock { $0 = server }
    return server.urls
  }

  /// Plays until `stop()`, until the input fails, or, where there are outputs, until its end. The
  /// page is gone when this returns or throws, and outputs are complete.
  public func run() throws {
    let measuring = try Worker("measure") { self.measure() }
    let following = try objects.map { objects in try Worker("objects") { objects.run() } }
    defer {
      exporter?.end()
      scout.end()
      isStopped.store(true, ordering: .relaxed)
      measuring.join()
      objects?.end()
      following?.join()
      audience.close()
      server.withLock { $0.take() }?.stop()
    }
    try job.run()
  }

  private func measure() {
    var told = timeline
    var rest = RestingMemory()
    while !isStopped.load(ordering: .relaxed) {
      tellMeasurements()
      tellExport(isRunning: true)
      if case let fresh = timeline, fresh != told {
        request.onLook(fresh)
        told = fresh
      }
      rest.giveBack(after: history.newest?.number)
      usleep(250_000)
    }
  }

  /// Ends `run()` in good order. Any thread.
  public func stop() { job.stop() }

  private let isStopped = Atomic(false)

  /// The settings as they stand; where there are keys in time, those before the first.
  public var settings: SplashSettings { look.snapshot.timeline.base }

  /// The settings as they stand, with the keys in time.
  public var timeline: LookTimeline { look.snapshot.timeline }

  /// The command line that gives what the page shows as a result.
  public var command: String { command(for: look.snapshot.timeline) }

  /// What is left out of the input or of an output, for people: one line each.
  public var notes: [String] { job.notes }

  /// What was wrong with the input or could not be kept, and did not end the run: one line each.
  public var warnings: [String] { job.warnings }

  /// Counts, times and verdict of the way to the outputs.
  public func report() -> RunReport { job.report() }
}

extension Tuner.Request {
  var job: Job.Request {
    var job = Job.Request(input: input, outputs: outputs)
    (job.inputOptions, job.camera, job.settings) = (inputOptions, camera, settings)
    job.timeline = timeline
    (job.models, job.subjectEvery, job.alsoReads) = (models, subjectEvery, alsoReads)
    (job.instructionSet, job.budget, job.onEvent) = (instructionSet, budget, onEvent)
    return job
  }
}
