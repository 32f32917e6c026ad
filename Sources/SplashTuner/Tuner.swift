internal import Foundation
internal import Glibc
internal import Synchronization

/// The tuner: plays an input through the filter and serves a page on which people choose the
/// settings by eye.
///
/// ```swift
/// let tuner = try Tuner(Tuner.Request(input: "clip.mp4"))
/// print(try tuner.listen()[0])
/// try tuner.run()
/// ```
///
/// With outputs the input is also written there, from its beginning to its end and with all its
/// streams, and the page controls the look meanwhile.
public final class Tuner: Sendable {
  public struct Request: Sendable {
    public var input: String
    /// The outputs besides the page.
    public var outputs: [(name: String, options: OutputOptions)] = []
    /// The command-line words for the outputs, each flag and each value one element.
    public var outputFlags: [String] = []
    public var inputOptions = InputOptions()
    /// How to use the camera, when the input is one.
    public var camera = CameraOptions()
    /// The first settings of the page; validated.
    public var settings = SplashSettings()
    /// Settings with keyframes, in place of `settings`; only for clips that can seek.
    public var timeline: LookTimeline?
    /// The networks' files and their runtime.
    public var models = Models()
    /// Networks look at one frame of this many of a file; 1 or more.
    public var subjectEvery: Int? = 1
    /// Number of threads on which networks look at frames at the same time in an export; 1 or more.
    public var subjectThreads = Job.Request.defaultSubjectThreads
    /// The command-line words for the networks' options.
    public var subjectFlags: [String] = []
    /// Files that the request itself was read from, such as a settings file.
    public var alsoReads: [String] = []
    /// Folders whose files, at any depth, the page may name, besides files in the input's folder
    /// and those in `settings`.
    public var allowedFolders: [String] = []
    /// A folder for LUTs and pictures that pages upload and may name; nil to allow no uploads.
    public var givenLooks: String?
    /// The control socket of a run that gets each look of the page, and whose look replaces
    /// `settings` at the start; nil for none. Not together with outputs or keyframes.
    public var steers: String?
    /// Named looks that pages may list, load, save and remove; nil for none.
    public var presets: PresetStore?
    /// An IP address of this machine.
    public var address = "127.0.0.1"
    /// 0 takes any free port.
    public var port: UInt16 = 7752
    /// Frames per second that processing has to reach.
    public var budget = 60.0
    public var instructionSet = InstructionSet.best
    /// Called with settings and keyframes at most a quarter of a second after they changed. One
    /// thread.
    public var onLook: @Sendable (LookTimeline) -> Void = { _ in }
    /// Called with events that people should know, one line each. Any thread.
    public var onEvent: @Sendable (String) -> Void = { _ in }

    public init(input: String) { self.input = input }

    /// All files that are read besides the input; no output may replace them.
    public var reads: [String] { job.reads }
  }

  let request: Request
  let boundary: FileBoundary
  let look: SharedLook
  /// The look before any change.
  private let beginning: LookTimeline
  let page: TunedInput.Page
  let current: Mutex<TunedInput>
  /// The run that the page controls.
  let steering: Steering?
  /// The frames that that run gives to its outputs.
  private let steeredPictures: SteeredPictures?
  /// Nil for an input that is no file, and where there are outputs.
  let exporter: Exporter?
  /// Tells a page whether it talks to another tuner than before.
  let identity = UUID().uuidString
  private let server: Mutex<PageServer?>
  let telling = Mutex(())
  let troubles = Mutex(Troubles())
  /// The last frames in which colors were clicked.
  let litFrames = Mutex<[LitFrame]>([])
  let background = Background()
  let offering = Mutex(())
  /// The last question of how large an export would be.
  let trial = Mutex<SizeTrial?>(nil)
  let isInputChanged = Atomic(false)
  let isWaiting = Atomic(false)

  /// Opens the input and every output.
  ///
  /// - Throws: `SplashError` when the input or an output cannot be used.
  public init(_ request: Request) throws {
    FreedMemory.keepLittle()
    var request = request
    let run = try request.steers.map { try Steering($0) }
    if let run { request.settings = run.settings }
    steering = run
    steeredPictures = request.steers.map { SteeredPictures($0) }
    self.request = request
    // On the page each keyframe has a complete look of its own.
    let beginning = try LookTimeline(
      base: request.timeline?.base ?? request.settings, entries: request.timeline?.entries ?? [])
    let boundary = try FileBoundary(
      named: beginning.settings.flatMap(\.files), shallow: ExportPlace(of: request.input)?.folder,
      deep: request.allowedFolders, own: request.givenLooks)
    self.boundary = boundary
    let listener = TroubleListener()
    let page = TunedInput.Page { listener.tell($0) }
    self.page = page
    var made: SharedLook?
    let input = try TunedInput(request, within: boundary, page: page, after: 0) { player, files in
      if !beginning.entries.isEmpty, !player.canSeek { throw Self.keysRefusal(player) }
      for settings in beginning.settings { try files.read(for: settings) }
      let look = try SharedLook(
        beginning, size: player.media.picture.displayedSize, files: files)
      made = look
      return look
    }
    look = made!
    self.beginning = made!.snapshot.timeline
    current = Mutex(input)
    exporter =
      request.outputs.isEmpty ? ExportPlace(of: request.input).map { Exporter($0) } : nil
    server = Mutex(nil)
    listen(to: input.player)
    look.observe { [weak self] in self?.tellStatus() }
    listener.listen { [weak self] trouble in self?.tell { $0.look = trouble } }
  }

  /// Passes on file errors, which may arrive before the tuner exists.
  private final class TroubleListener: Sendable {
    private let listener = Mutex<(@Sendable (String?) -> Void)?>(nil)

    func listen(_ listener: @escaping @Sendable (String?) -> Void) {
      self.listener.withLock { $0 = listener }
    }

    func tell(_ trouble: String?) { listener.withLock { $0 }?(trouble) }
  }

  func listen(to player: any Transport) { player.observe { [weak self] in self?.tellStatus() } }

  var input: TunedInput { current.withLock { $0 } }
  var player: any Transport { input.player }
  var files: LookFiles { input.files }
  var history: PictureHistory { input.history }
  var scout: ThingScout { input.scout }
  var objects: ObjectScout? { input.objects }
  var job: Job { input.job }
  var audience: Audience { page.audience }
  var window: WorkWindow { page.window }
  var readings: LookReadings { page.readings }

  /// - Throws: `SplashError` of kind usage where keyframes are not possible.
  func checkKeys() throws {
    guard steering == nil else {
      throw SplashError(
        .usage, "keys in time", cause: "the steered run has its own time",
        remedy: "leave them out")
    }
    guard player.canSeek else { throw Self.keysRefusal(player) }
  }

  static func keysRefusal(_ player: any Transport) -> SplashError {
    SplashError(
      .usage, "\(player.media.name): keys are for times of a clip",
      cause: "a live run cannot go back to them",
      remedy: "leave \"timeline\" out of the settings")
  }

  /// Begins to serve the page.
  ///
  /// - Returns: the addresses of the page for a browser, with the token; where the server listens
  ///   on all addresses, those of this machine's interfaces.
  /// - Throws: `SplashError` of kind usage for an invalid address, of kind badInput when the
  ///   address or port cannot be listened on.
  public func listen() throws -> [String] {
    let server = try PageServer(tuner: self)
    self.server.withLock { $0 = server }
    return server.urls
  }

  /// Plays until `stop()`, until the input fails, or, where there are outputs, until its end. Waits
  /// for a file that is removed or replaced, and opens it again. When this returns or throws, the
  /// page is closed and outputs are complete.
  public func run() throws {
    let measuring = try Worker("measure") { self.measure() }
    let following = try steering.map { run in
      try Worker("steer") { run.follow { trouble in self.tell { $0.steering = trouble } } }
    }
    let watching = try steeredPictures.map { pictures in
      try Worker("pictures") {
        pictures.follow(isWanted: { self.audience.isWatched }) { picture in
          self.audience.tell(run: BrowserMessage.encode(picture))
        }
      }
    }
    var farewell = "splash tune has ended"
    defer {
      exporter?.end()
      scout.end()
      isStopped.store(true, ordering: .relaxed)
      measuring.join()
      steering?.end()
      following?.join()
      steeredPictures?.end()
      watching?.join()
      audience.close(farewell)
      server.withLock { $0.take() }?.stop()
    }
    do {
      while try playOnce() {}
    } catch {
      farewell = "splash tune has failed: \(error)"
      throw error
    }
    guard !isEnding, let output = request.outputs.first else { return }
    farewell = "finished; \((output.name as NSString).lastPathComponent.displayed) is complete"
  }

  private func measure() {
    // Changes since the page was first served are reported, too.
    var told = beginning
    var rest = RestingMemory()
    var seen = SeenFiles()
    while !isStopped.load(ordering: .relaxed) {
      tellMeasurements()
      tellExport(isRunning: true)
      if case let fresh = timeline, fresh != told {
        request.onLook(fresh)
        steering?.take(fresh.base)
        told = fresh
      }
      let activity = RestingMemory.Activity(
        picture: history.newest?.number, answers: background.count + scout.count,
        hasPages: audience.count > 0)
      rest.giveBack(after: activity) { input.rest() }
      watchFiles(&seen)
      usleep(Self.interval)
    }
  }

  /// Ends `run()` in good order. Any thread.
  public func stop() {
    ending.store(true, ordering: .relaxed)
    background.end()
    exporter?.stop()
    trial.withLock { $0 }?.end()
    input.stop()
  }

  /// Keeps reports to the player in order.
  let attention = Mutex(())
  private let ending = Atomic(false)
  var isEnding: Bool { ending.load(ordering: .relaxed) }
  private let isStopped = Atomic(false)

  /// The present settings; those before the first keyframe where there are keyframes.
  public var settings: SplashSettings { look.snapshot.timeline.base }

  /// The present settings with keyframes.
  public var timeline: LookTimeline { look.snapshot.timeline }

  /// The command line that gives the result of the page.
  public var command: String { command(for: look.snapshot.timeline) }

  /// What the input or an output has to leave out, for people: one line each.
  public var notes: [String] { job.notes }

  /// Faults of the input and what could not be kept, which did not end the run: one line each.
  public var warnings: [String] { job.warnings }

  /// Counts, times and verdict for the outputs.
  public func report() -> RunReport { job.report() }
}

extension Tuner.Request {
  var job: Job.Request {
    var job = Job.Request(input: input, outputs: outputs)
    (job.inputOptions, job.camera, job.settings) = (inputOptions, camera, settings)
    job.timeline = timeline
    (job.models, job.alsoReads) = (models, alsoReads)
    (job.subjectEvery, job.subjectThreads) = (subjectEvery, subjectThreads)
    (job.instructionSet, job.budget, job.onEvent) = (instructionSet, budget, onEvent)
    return job
  }
}
