public import SplashCore
public import SplashFFmpeg
public import SplashFilter
public import SplashV4L2
internal import Synchronization

/// The main job: one input, the filter, and some outputs.
public final class Job: Sendable {
  /// What a job is asked to do.
  public struct Request: Sendable {
    public var input: String
    public var inputOptions = InputOptions()
    /// How to use the camera, when the input is one.
    public var camera = CameraOptions()
    /// Paces a file like a camera.
    public var isPaced = false
    /// Takes pictures of a camera while nobody looks at virtual cameras, the only outputs, too.
    public var runsUnseen = false
    /// Ends the job after that many pictures; nil for no limit.
    public var frameLimit: Int?
    /// What becomes of the pictures' shape on their way to the outputs.
    public var shape = OutputShape()
    /// At least one, unless there are sinks of one's own.
    public var outputs: [(name: String, options: OutputOptions)]
    /// Looks of single outputs, by their index among these.
    public var looks: [Int: OutputLook] = [:]
    public var settings = SplashSettings()
    /// Settings in time, in place of those.
    public var timeline: LookTimeline?
    /// Where networks and their runtime are.
    public var models = Models()
    /// Of the files that settings may name; nil for none.
    package var boundary: FileBoundary?
    /// One picture of a file of so many is looked at by networks; 1 or more.
    public var subjectEvery = 1
    /// Pictures of a file that networks look at side by side, one on each thread; 1 or more. What
    /// they find does not depend on it.
    public var subjectThreads = Job.Request.defaultSubjectThreads
    /// Seconds that pictures of a live input are held at most, until networks have looked, in
    /// `delays`; nil and 0 for not at all.
    public var delay: Double?
    public var instructionSet = InstructionSet.best
    /// Pictures a second that the work has to keep up with; nil for 60, by which only live and
    /// paced jobs are judged.
    public var budget: Double?
    /// Files that the request itself was read from, such as settings.
    public var alsoReads: [String] = []
    /// What made the outputs, "splash 1.0": films say so with the settings, as a line of the comment
    /// among their tags, JPEGs and PNGs made of photos in a comment. Nil for no such line. Parts of
    /// a film, whose comment says which they are, do without.
    public var program: String?
    /// That line, with places as they were given.
    fileprivate(set) var note: String?
    /// Told what happens meanwhile that people should know, a line each. Any thread.
    public var onEvent: @Sendable (String) -> Void = { _ in }

    public init(input: String, outputs: [(name: String, options: OutputOptions)]) {
      self.input = input
      self.outputs = outputs
    }

    var allSettings: [SplashSettings] { variants(of: timeline?.settings ?? [settings]) }

    /// How to read all of the input from its beginning on, or from a start.
    var wholeInput: InputOptions {
      var whole = inputOptions
      (whole.part, whole.pieces) = (nil, [])
      return whole
    }

    /// So many pictures are read at most from there on; nil for all.
    var wholeLimit: Int? { inputOptions.pieces.isEmpty ? frameLimit : nil }

    var needsAlpha: Bool { allSettings.contains(where: \.isTransparent) }

    /// The tables, pictures and masks that settings name.
    var lookFiles: [String] { Set(allSettings.flatMap(\.files)).sorted() }

    /// What is read beside the input, which no output may replace.
    public var reads: [String] { lookFiles + models.files + alsoReads }

    /// The same with places in pixels as shares of an input's pictures.
    func placed(in media: MediaDescription) throws -> Request {
      let (width, height) = media.picture.displayedSize
      var copy = self
      if let program {
        let look = try timeline ?? LookTimeline(base: settings, entries: [])
        copy.note = look.note.map { "\(program) \($0)" }
      }
      do {
        copy.settings = try settings.placed(width: width, height: height)
        copy.timeline = try timeline?.placed(width: width, height: height)
      } catch let error as SettingError {
        throw SplashError(.usage, error.text(naming: .flags))
      }
      return copy
    }
  }

  public let meter: RunMeter
  /// What the source gives.
  public let media: MediaDescription
  /// What is left out of the input or of an output, for people: one line each.
  public let notes: [String]
  /// True for cameras and for files that are paced like one.
  public let isLive: Bool
  let request: Request
  /// What the first output shows, and the others that have the same look.
  let look: LookControl
  /// What outputs with looks of their own show.
  let otherLooks: [LookControl]
  /// What settings name, for those that are asked for while the job runs; nil for a filter that is
  /// not the job's own.
  let files: LookFiles?
  let tap = PictureTap()
  /// Nil where pictures are not held.
  private let held: HeldSource?
  private let pipeline: Pipeline
  private let lost: LostList
  private let masks: OpenSources
  private let isStopped = Atomic(false)

  /// Opens the input and every output, and reads the files that settings name. Of the input it reads
  /// the first picture; where something is named at a time also all before that, and where the
  /// fastest device is asked for what measuring takes. When it throws nothing has been written.
  public convenience init(_ request: Request) throws {
    var wanted = request
    let (settled, note) = wanted.inputOptions.settled(for: wanted.input)
    if let note { wanted.onEvent(note) }
    wanted.inputOptions = settled
    var inputOptions = settled
    inputOptions.readsBetween = wanted.readsBetween
    inputOptions.memory = wanted.memory
    let source = try openSource(
      wanted.input, options: inputOptions, isPaced: wanted.isPaced, camera: wanted.camera)
    try self.init(wanted, source, sinks: []) { try $0.past(in: source.media, $1, $2, after: $3) }
  }

  /// Splashes pictures of one's own. Opens the outputs, if there are some.
  ///
  /// - Parameters:
  ///   - request: what is asked for. Its input is a name for messages and reports; how to open an
  ///     input, and how to use a camera, count nothing.
  ///   - source: gives the pictures. The job closes it.
  ///   - sinks: take what becomes of the pictures, beside the request's outputs.
  /// - Throws: `SplashError` for outputs that cannot be opened and files that cannot be read.
  public convenience init(
    _ request: Request, source: any FrameSource, sinks: [any FrameSink] = []
  ) throws {
    try self.init(request, source, sinks: sinks) { _, _, _, _ in Past() }
  }

  /// - Parameter past: where objects and things are before the times from which they are named, for
  ///   one way of pictures after another.
  private convenience init(
    _ wanted: Request, _ source: any FrameSource, sinks: [any FrameSink],
    past: (Request, LookFiles, LostList, _ known: Past?) throws -> Past
  ) throws {
    let request = try wanted.placed(in: source.media)
    try request.checkPieces()
    let settings = request.allSettings
    for settings in settings { try request.checkTimes(of: settings, in: source) }
    let masks = OpenSources()
    let files = LookFiles.decoding(
      models: request.models, behind: source.media.picture.turn, within: request.boundary,
      isPhoto: source.media.isPhoto, among: masks)
    for settings in settings { try files.read(for: settings) }
    let lost = LostList()
    var ways: [Way] = []
    var (first, known): (Splash?, Past?) = (nil, nil)
    let ahead = try request.lookAhead(in: source)
    let beginning = source.media.place.flatMap { $0.start == nil ? nil : -$0.offset }
    let start = request.inputOptions.start
    let origin = beginning == nil && start == nil ? nil : (beginning ?? 0) - (start ?? 0)
    let held = try request.heldLook(in: source, files, origin: origin)
    for var way in try wanted.ways(in: source.media, hasOthers: !sinks.isEmpty) {
      let isFirst = first == nil
      let past = try past(way.request, files, lost, known)
      (way.look.past, way.look.thingPast) = (past.objects, past.things)
      known = past
      let splash = Splash(
        way.look,
        length: source.media.place.map(\.filmLength) ?? source.media.duration,
        beginning: beginning, origin: origin,
        files: files, pace: source.isLive ? .newest : .every(request.subjectEvery), ahead: ahead,
        held: held,
        instructionSet: request.instructionSet, turn: source.media.picture.turn,
        isStill: source.media.isPhoto, sharingMasksOf: first
      ) { [isLive = source.isLive, look = way.look] in
        if isFirst { try request.tell($0, isLive: isLive || look.isSteered, lost) }
      }
      first = first ?? splash
      way.filter = ViewFilter(of: splash)
      ways.append(way)
    }
    try self.init(
      request,
      source: ahead.map { request.source(source, offeringTo: $0) }
        ?? held.map { HeldSource(source, $0, frameLimit: request.frameLimit) } ?? source,
      ways: ways, files,
      others: sinks, lost: lost, masks: masks)
  }

  /// Opens the outputs of a source that is open.
  ///
  /// - Parameters:
  ///   - request: its outputs, at least one without a watcher's sink, and what they need.
  ///   - filter: makes of each picture what the outputs get, by the settings in `look`.
  ///   - watcher: sees what the outputs get.
  ///   - lost: what the filter tells of.
  package convenience init(
    _ request: Request, source: any FrameSource, filter: any FrameFilter, look: LookControl,
    watcher: (any FrameSink)? = nil, lost: LostList = LostList()
  ) throws {
    let way = Way(
      look, filter: filter, request, outputs: Array(request.outputs.indices), hasOthers: true)
    try self.init(
      request, source: source, ways: [way], nil, others: watcher.map { [$0] } ?? [], lost: lost,
      masks: OpenSources())
  }

  /// - Parameter ways: at least one.
  private init(
    _ request: Request, source: any FrameSource, ways: [Way], _ files: LookFiles?,
    others: [any FrameSink], lost: LostList, masks: OpenSources
  ) throws {
    self.request = request
    self.files = files
    self.lost = lost
    self.masks = masks
    look = ways[0].look
    otherLooks = ways.dropFirst().map(\.look)
    let isStill = source.media.isPhoto
    isLive = source.isLive
    held = source as? HeldSource
    let film = try source.media.place == nil ? nil : filmDigest(of: request.input)
    media = try ways[0].request.media(from: source.media, film: film)
    var sinks: [any FrameSink] = []
    do {
      for (index, output) in request.outputs.enumerated() {
        var alone = ways.first { $0.outputs.contains(index) }!.request
        alone.outputs = [output]
        var options = output.options
        options.isLive = source.isLive
        options.needsAlpha = alone.needsAlpha
        options.isStill = isStill
        options.note = alone.note
        options.reads = request.reads
        sinks.append(
          try openSink(
            output.name, options: options, media: try alone.media(from: source.media, film: film),
            shape: request.shape,
            isDouble: alone.allSettings.contains { $0.show == .sideBySide },
            frameLimit: request.frameLimit))
      }
    } catch {
      for sink in sinks { try? sink.finish(StageClock()) }
      throw error
    }
    let own = Array(sinks.count..<(sinks.count + others.count))
    sinks += others
    let (media, tap) = (media, tap)
    let branches = try ways.enumerated().map { number, way in
      var filter = way.filter!
      if request.shape.follows {
        let layout = try ShapeLayout(
          request.shape, of: media.picture, name: media.name, isDouble: false)
        filter = FollowFilter(filter, way.look, layout)
      }
      let keeper = DepthKeeper([
        FormatConverter(for: way.request, isStill: isStill), filter,
      ])
      return Pipeline.Branch(
        filters: number == 0 ? [keeper, tap] : [keeper],
        sinks: way.outputs + (way.hasOthers ? own : []))
    }
    notes = source.notes + sinks.flatMap(\.notes)
    meter = RunMeter(budget: request.budget ?? 60)
    pipeline = Pipeline(
      source: source, branches: branches, sinks: sinks, meter: meter,
      frameLimit: request.frameLimit,
      rest: request.runsUnseen
        ? nil
        : RestKeeper.Rule(
          isAwaited: { tap.isAwaited || tap.isFrozen },
          onFirstRest: {
            request.onEvent(
              "nobody looks: \(media.name) rests until somebody does; --always keeps it running")
          }),
      onSinkFailure: { request.onEvent("\($0); the other outputs go on") })
  }

  /// Does the whole job. Outputs are complete, and a camera's controls put back, when this returns
  /// or throws.
  public func run() throws { try pipeline.run() }

  /// Ends the job early and in good order. Any thread.
  public func stop() {
    isStopped.store(true, ordering: .relaxed)
    pipeline.stop()
    masks.interrupt()
  }

  /// Somebody has ended it early. Any thread.
  public var wasStopped: Bool { isStopped.load(ordering: .relaxed) }

  /// It was ended before the end of an input that has one. After the run.
  public var isPiece: Bool { pipeline.isPiece }

  /// Where what has been written so far is, for outputs that have not taken their place. Any thread.
  package var partialPaths: [String] { pipeline.partialPaths }

  /// What was wrong with the input or could not be kept, and did not end the job: one line each.
  public var warnings: [String] { pipeline.warnings }

  /// What became of the pictures so far. Any thread.
  public var frames: RunReport.Frames {
    var frames = meter.frames
    frames.dropped += pipeline.dropped
    return frames
  }

  /// How many pictures there will be; nil where nobody knows.
  public var pictureCount: Int? {
    if let limit = request.frameLimit { return limit }
    if let count = media.frameCount { return count }
    guard let duration = media.duration, media.frameRate > 0 else { return nil }
    return Int(exactly: (duration * media.frameRate).rounded())
  }

  /// The balance in the gate at the moment. Any thread.
  public var gains: Gains { look.gains }

  /// What to say of a job that kept next to nothing; nil for others.
  private var hint: String? {
    guard let kept = look.kept, kept < 0.001, look.seesColor else { return nil }
    return "kept \(RunReport.percent(kept)); "
      + (look.hint.map { "the picture has much of --hue \($0.text)" }
        ?? "the picture has no other color that the settings let through")
  }

  /// Counts, times and verdict.
  public func report() -> RunReport {
    var report = meter.report()
    report.frames = frames
    report.input = request.input.displayed
    let heldBack = pipeline.heldBack
    report.outputs = request.outputs.enumerated().map { index, output in
      (heldBack[index] ?? output.name).displayed
    }
    report.written = zip(report.outputs, meter.written).map { output, written in
      RunReport.Written(output: output, pictures: written.pictures, seconds: written.seconds)
    }
    report.stopped = wasStopped
    report.budget.applies = isLive || request.budget != nil
    report.width = media.width
    report.height = media.height
    report.pixel_format = media.pixelFormatName
    report.decoder = media.decoder
    report.instruction_set = request.instructionSet.rawValue
    report.kept = look.kept ?? 0
    report.flicker = look.flicker ?? 0
    report.hint = hint
    report.lost = lost.all
    report.delay = held?.delay
    let (gains, mode) = (gains, request.settings.whiteBalance)
    report.white_balance = RunReport.WhiteBalance(
      mode: mode.text, gains: [gains.red, gains.green, gains.blue],
      found: mode.measures ? look.knowsLight : nil)
    return report
  }
}
