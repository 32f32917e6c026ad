internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter
internal import SplashJob
internal import SplashV4L2

/// An input that is open, with all that goes by its shape and length. A file that is replaced by
/// another while it is tuned becomes another of these.
final class TunedInput: Sendable {
  let player: any Transport
  /// What looks name.
  let files: LookFiles
  private let models: Models
  private let hasOutputs: Bool
  private let hasEnded = Flag()
  let history: PictureHistory
  let scout: ThingScout
  /// Nil for what has no times, and for clips that are too long.
  let objects: ObjectScout?
  let job: Job
  /// Asks for a filter that has read what the settings name anew.
  let renewal: Renewal
  /// Of a file when it was opened; nil for what is none.
  let version: FileState?

  /// Masks that each network keeps: as many as a picture that stands takes, with those before it,
  /// or a photo.
  private static let networkMemory = 64

  /// Opens the input and every output.
  ///
  /// - Parameters:
  ///   - boundary: of what may be read besides.
  ///   - page: who looks at it.
  ///   - lastNumber: of the pictures that browsers have been shown of another input.
  ///   - makeLook: gives the look for the input; told what files it may name.
  /// - Throws: `SplashError` when one of them cannot be used.
  init(
    _ request: Tuner.Request, within boundary: FileBoundary, page: Page, after lastNumber: UInt32,
    makeLook: (any Transport, LookFiles) throws -> SharedLook
  ) throws {
    let hasOutputs = !request.outputs.isEmpty
    self.hasOutputs = hasOutputs
    version = hasOutputs ? nil : FileState(path: filePath(of: request.input))
    let history: PictureHistory
    let player: any Transport
    if hasOutputs {
      let source = try Self.runningSource(request)
      history = PictureHistory(
        limit: source.isCamera ? 1 : Self.historyLimit(source.media, most: 25), after: lastNumber)
      player = source
    } else {
      let reader = try Self.reader(request, version: version)
      history = PictureHistory(limit: reader.limit, after: lastNumber)
      player = Player(reader) { history.lead($0, to: $1) }
    }
    (self.history, self.player) = (history, player)
    let turn = player.media.picture.turn
    models = request.models.remembering(Self.networkMemory)
    let files = LookFiles.decoding(
      models: models, behind: turn, within: boundary, isPhoto: player.media.isPhoto)
    self.files = files
    scout = ThingScout(files: files, turn: turn)
    let look = try makeLook(player, files)
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
    renewal = Renewal(onTrouble: page.onLookTrouble)
    let filter = TunerFilter(
      look: look, transport: player, start: request.inputOptions.start ?? 0, control: control,
      history: history, readings: page.readings, hasOutputs: hasOutputs, renewal: renewal,
      hasEnded: hasEnded, make: make)
    let version = version
    objects =
      hasOutputs || !ObjectScout.canFollow(player)
      ? nil
      : ObjectScout(turn: turn) { isGivenUp in
        try Self.reader(request, most: 1, version: version, isGivenUp: isGivenUp)
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
        audience: page.audience, history: history, window: page.window, turn: turn,
        isWatcher: hasOutputs))
  }

  /// Those who look at an input, and what they are told of its pictures.
  struct Page: Sendable {
    let audience = Audience()
    let window = WorkWindow()
    let readings = LookReadings()
    /// Told what is wrong with the files that settings name; nil when it is over. Any thread.
    let onLookTrouble: @Sendable (String?) -> Void
  }

  /// - Parameters:
  ///   - most: pictures kept.
  ///   - version: of the file; another one is not read, since it may have another shape.
  ///   - isGivenUp: of the first opening, and of the source that it opens.
  private static func reader(
    _ request: Tuner.Request, most: Int = 151, version: FileState?,
    isGivenUp: @escaping @Sendable () -> Bool = { false }
  ) throws -> ClipReader {
    let options = request.inputOptions
    let isClip = request.input != "-" && !request.input.hasPrefix("test:")
    @Sendable func check() throws {
      guard FileState(path: filePath(of: request.input)) == version else {
        throw SplashError(.badInput, "\(request.input): it is not the file any more that it was")
      }
    }
    func open(
      _ start: Double?, _ isGivenUp: @escaping @Sendable () -> Bool
    ) throws -> any FrameSource {
      var part = options
      part.isGivenUp = isGivenUp
      if let start {
        part.start = (options.start ?? 0) + start
        part.duration = options.duration.map { max(0.001, $0 - start) }
      }
      let source = try openSource(request.input, options: part, camera: request.camera)
      try check()
      return source
    }
    // After 150 pictures a steadied mask knows nothing more of what came before.
    return try ClipReader(
      limit: { $1 ? 1 : historyLimit($0, most: isClip ? most : 25) }, canRepeat: isClip, open: open,
      openKeyFrames: isClip
        ? { isGivenUp in
          var part = options
          part.isGivenUp = isGivenUp
          let frames = try KeyFrames(request.input, options: part)
          try check()
          return frames
        } : nil, isGivenUp: isGivenUp)
  }

  private static func runningSource(_ request: Tuner.Request) throws -> RunningSource {
    let isCamera = isCamera(request.input)
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
    let native = format.native(withColor: true)
    let bytes = max(size(format), 0) + (native == format ? 0 : max(size(native), 0))
    return min(most, max(2, (64 << 20) / max(1, bytes)))
  }

  /// Ends `play()` soon, and what is asked of networks. Any thread.
  func stop() {
    scout.stop()
    objects?.end()
    job.stop()
    // A picture that is on its way to an output is finished, whatever it takes.
    guard !hasOutputs else { return }
    hasEnded.set()
    models.end()
  }

  /// Gives back what is only good for the next question, while nobody looks.
  func rest() {
    scout.forget()
    models.close()
  }

  /// Plays until the end or an error, and follows objects meanwhile.
  func play() throws {
    let following = try objects.map { objects in try Worker("objects") { objects.run() } }
    defer {
      objects?.end()
      following?.join()
    }
    try job.run()
  }
}
