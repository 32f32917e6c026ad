internal import Synchronization

/// The main job: one input, the filter, and some outputs.
public final class Job: Sendable {
  /// The options of a job.
  public struct Request: Sendable {
    public var input: String
    public var inputOptions = InputOptions()
    /// How to use the camera, when the input is one.
    public var camera = CameraOptions()
    /// Reads a file at the pace of a camera.
    public var isPaced = false
    /// Reads the camera even while no program reads the virtual cameras that are the only outputs.
    public var runsUnseen = false
    /// Ends the job after that many frames; nil for no limit.
    public var frameLimit: Int?
    /// Crop, turn, scale and frame rate of the outputs.
    public var shape = OutputShape()
    /// At least one, unless the program passes its own sinks.
    public var outputs: [(name: String, options: OutputOptions)]
    /// Looks of single outputs, by the output's index.
    public var looks: [Int: OutputLook] = [:]
    public var settings = SplashSettings()
    /// Settings that change with time, in place of `settings`.
    public var timeline: LookTimeline?
    /// The networks' files and their runtime.
    public var models = Models()
    /// Limits which files settings may name; nil for no limit.
    package var boundary: FileBoundary?
    /// Networks look at one frame of this many of a file; 1 or more. Nil for each frame, but for
    /// `subject`: that is looked for in key frames, and motion carries it to those between.
    public var subjectEvery: Int? = 1
    /// Number of threads on which networks look at frames of a file at the same time; 1 or more.
    /// Results do not depend on it.
    public var subjectThreads = Job.Request.defaultSubjectThreads
    /// Maximum delay of live frames in seconds, in which networks make masks, within `delays`; nil
    /// and 0 for no delay.
    public var delay: Double?
    public var instructionSet = InstructionSet.best
    /// Frames per second that processing has to reach; nil for 60, by which only live and paced
    /// jobs are judged.
    public var budget: Double?
    /// Files that the request itself was read from, such as a settings file.
    public var alsoReads: [String] = []
    /// Program name and version, such as "splash 1.0": written with the settings into the comment
    /// tag of clips, and into a comment of JPEGs and PNGs made from photos. Nil for no such line.
    /// Parts of a clip, whose comment names the part, have no such line.
    public var program: String?
    /// That line, with places as the user gave them.
    fileprivate(set) var note: String?
    /// Called with events during the job that people should know, one line each. Any thread.
    public var onEvent: @Sendable (String) -> Void = { _ in }

    public init(input: String, outputs: [(name: String, options: OutputOptions)]) {
      self.input = input
      self.outputs = outputs
    }

    var allSettings: [SplashSettings] { variants(of: timeline?.settings ?? [settings]) }

    /// Input options for reading all of the input from its beginning or from a start.
    var wholeInput: InputOptions {
      var whole = inputOptions
      (whole.part, whole.pieces) = (nil, [])
      return whole
    }

    /// Maximum number of frames read with `wholeInput`; nil for all.
    var wholeLimit: Int? { inputOptions.pieces.isEmpty ? frameLimit : nil }

    var needsAlpha: Bool { allSettings.contains(where: \.isTransparent) }

    /// The LUTs, pictures and masks that settings name.
    var lookFiles: [String] { Set(allSettings.flatMap(\.files)).sorted() }

    /// All files that are read besides the input; no output may replace them.
    public var reads: [String] { lookFiles + models.files + alsoReads }

    /// The same request with places in pixels as shares of the input's frame size.
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
  /// Description of the source.
  public let media: MediaDescription
  /// What the input or an output has to leave out, for people: one line each.
  public let notes: [String]
  /// True for cameras and for files that are paced like one.
  public let isLive: Bool
  let request: Request
  /// The look of the first output and of the others that share it.
  let look: LookControl
  /// The looks of outputs that have their own.
  let otherLooks: [LookControl]
  /// Opens files that settings name while the job runs; nil for a filter that is not the job's own.
  let files: LookFiles?
  let tap = PictureTap()
  /// Nil where frames are not held.
  private let held: HeldSource?
  private let pipeline: Pipeline
  private let lost: LostList
  private let masks: OpenSources
  private let cropMisses: CropMisses?
  private let isStopped = Atomic(false)

  /// Opens the input and every output, and reads the files that settings name. It reads the first
  /// frame of the input; where a selection has a time also all frames before that, and with
  /// `Hardware.auto` as many as the measurement needs. When it throws nothing has been written.
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
    wanted = try wanted.withColorsAtPoints(in: source.media)
    try self.init(wanted, source, sinks: []) { try $0.past(in: source.media, $1, $2, after: $3) }
  }

  /// Applies the look to frames of the program's own source. Opens the outputs, if there are any.
  ///
  /// - Parameters:
  ///   - request: the options. Its input is only a name for messages and reports; options for
  ///     opening an input and for cameras are ignored.
  ///   - source: gives the frames. The job closes it.
  ///   - sinks: get the results, besides the request's outputs.
  /// - Throws: `SplashError` for outputs that cannot be opened and files that cannot be read.
  public convenience init(
    _ request: Request, source: any FrameSource, sinks: [any FrameSink] = []
  ) throws {
    try self.init(request, source, sinks: sinks) { _, _, _, _ in Past() }
  }

  /// - Parameter past: where objects and things are before the times that their selections name,
  ///   for each way.
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
    try request.checkWanted()
    let lost = LostList()
    var ways: [Way] = []
    var (first, known): (Splash?, Past?) = (nil, nil)
    let ahead = try request.lookAhead(in: source)
    let beginning = source.media.place.flatMap { $0.start == nil ? nil : -$0.offset }
    let start = request.inputOptions.start
    let origin = beginning == nil && start == nil ? nil : (beginning ?? 0) - (start ?? 0)
    try request.checkOutlines(in: source)
    let held = try request.heldLook(in: source, files, origin: origin)
    for var way in try wanted.ways(in: source.media, hasOthers: !sinks.isEmpty) {
      let isFirst = first == nil
      let past = try past(way.request, files, lost, known)
      (way.look.past, way.look.thingPast) = (past.objects, past.things)
      try request.checkWanted()
      known = past
      let splash = Splash(
        way.look,
        length: source.media.place.map(\.filmLength) ?? source.media.duration,
        beginning: beginning, origin: origin,
        files: files, pace: source.isLive ? .newest : .every(request.subjectEvery ?? 1),
        ahead: ahead,
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
  ///   - request: its outputs, at least one unless there is a watcher, and the options that they
  ///     need.
  ///   - filter: makes each output frame, by the settings in `look`.
  ///   - watcher: a sink that gets the same frames as the outputs.
  ///   - lost: the list to which the filter adds lost objects.
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
        options.linearColors = request.inputOptions.linearColors
        options.holdsMask = alone.allSettings.contains { $0.show == .mask }
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
    let watch =
      try request.shape.crop == nil || request.shape.follows
      ? nil
      : CropWatch(
        ways[0].filter!, ways[0].look,
        ShapeLayout(request.shape, of: media.picture, name: media.name, isDouble: false))
    cropMisses = watch?.misses
    let branches = try ways.enumerated().map { number, way in
      var filter = way.filter!
      if request.shape.follows {
        let layout = try ShapeLayout(
          request.shape, of: media.picture, name: media.name, isDouble: false)
        filter = FollowFilter(filter, way.look, layout)
      } else if number == 0, let watch {
        filter = watch
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
              "\(media.name) is paused until a program uses the output; --always keeps it open")
          }),
      onSinkFailure: { request.onEvent("\($0); the other outputs go on") })
  }

  /// Runs the whole job. When this returns or throws, outputs are complete and a camera's controls
  /// are restored.
  public func run() throws { try pipeline.run() }

  /// Ends the job early and in good order. Any thread.
  public func stop() {
    isStopped.store(true, ordering: .relaxed)
    pipeline.stop()
    masks.interrupt()
  }

  /// Ends the job without its result: frames in work are dropped, outputs stay incomplete, and
  /// `run` throws. Any thread.
  package func abandon() {
    isStopped.store(true, ordering: .relaxed)
    pipeline.abandon()
    masks.interrupt()
  }

  /// True after `stop()` or `abandon()` was called. Any thread.
  public var wasStopped: Bool { isStopped.load(ordering: .relaxed) }

  /// True where the job ended before the end of an input that has one. Valid after the run.
  public var isPiece: Bool { pipeline.isPiece }

  /// Temporary paths of outputs that have not taken their place yet. Any thread.
  package var partialPaths: [String] { pipeline.partialPaths }

  /// Faults of the input and what could not be kept, which did not end the job: one line each.
  public var warnings: [String] {
    pipeline.warnings + (cropMisses?.warning.map { [OptionNames.current.spelled($0)] } ?? [])
  }

  /// Frame counts so far. Any thread.
  public var frames: RunReport.Frames {
    var frames = meter.frames
    frames.dropped += pipeline.dropped
    return frames
  }

  /// The present white balance gains. Any thread.
  public var gains: Gains { look.gains }

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
      mode: mode.name, gains: [gains.red, gains.green, gains.blue],
      found: mode.measures ? look.knowsLight : nil)
    return report
  }
}
