internal import CFFmpeg

/// An open input, with all that depends on its size and length. When its file is replaced, another
/// of these takes over.
final class TunedInput: Sendable {
  let player: any Transport
  /// Opens files that looks name.
  let files: LookFiles
  private let models: Models
  private let hasOutputs: Bool
  private let hasEnded = Flag()
  let history: PictureHistory
  let scout: ThingScout
  /// Nil for inputs without times, and for clips that are too long.
  let objects: ObjectScout?
  let job: Job
  /// Asks the filter to read the files of the settings again.
  let renewal: Renewal
  /// State of the file when it was opened; nil for an input that is no file.
  let version: FileState?

  /// Number of masks that each network keeps: enough for a standing frame with those before it, or
  /// a photo.
  private static let networkMemory = 64

  /// Opens the input and every output.
  ///
  /// - Parameters:
  ///   - boundary: limits which other files may be read.
  ///   - page: the browsers that watch it.
  ///   - lastNumber: number of the last frame of an earlier input.
  ///   - makeLook: gives the look for the input; called with the files that it may name.
  /// - Throws: `SplashError` when the input or an output cannot be used.
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
    models = request.models.sharing(memory: Self.networkMemory)
    let files = LookFiles.decoding(
      models: models, behind: turn, within: boundary, isPhoto: player.media.isPhoto)
    self.files = files
    scout = ThingScout(files: files, turn: turn)
    let look = try makeLook(player, files)
    // Playback does not wait for networks; an output file does.
    let pace: SubjectPace =
      hasOutputs && !player.isLive ? .every(request.subjectEvery ?? 1) : .newest
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

  /// The browsers that watch an input, and what they are sent.
  struct Page: Sendable {
    let audience = Audience()
    let window = WorkWindow()
    let readings = LookReadings()
    /// Called with the error of a file that settings name; nil when it is over. Any thread.
    let onLookTrouble: @Sendable (String?) -> Void
  }

  /// - Parameters:
  ///   - most: maximum number of kept frames.
  ///   - version: of the file; another version is not read, since its frame size may differ.
  ///   - isGivenUp: ends the first opening, and the source that it opens.
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
    // After 150 frames a temporally smoothed mask has no memory of earlier ones.
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

  /// Number of frames kept for the eyedropper and for masks with memory, including the current one:
  /// fewer where they would exceed 64 MB. A camera's frames occupy the few buffers of its driver.
  private static func historyLimit(_ media: MediaDescription, most: Int) -> Int {
    let format = media.picture.format
    func size(_ format: PixelFormat) -> Int {
      Int(av_image_get_buffer_size(format.av, Int32(media.width), Int32(media.height), 32))
    }
    // Frames that have to be converted are held twice.
    let native = format.native(withColor: true)
    let bytes = max(size(format), 0) + (native == format ? 0 : max(size(native), 0))
    return min(most, max(2, (64 << 20) / max(1, bytes)))
  }

  /// Ends `play()` soon, and requests to networks. Any thread.
  func stop() {
    scout.stop()
    objects?.end()
    job.stop()
    // A frame on its way to an output is finished, however long it takes.
    guard !hasOutputs else { return }
    hasEnded.set()
    models.end()
  }

  /// Frees caches that only serve the next request, while no browser watches.
  func rest() {
    scout.forget()
    models.close()
  }

  /// Plays until the end or an error, and tracks objects meanwhile.
  func play() throws {
    let following = try objects.map { objects in try Worker("objects") { objects.run() } }
    defer {
      objects?.end()
      following?.join()
    }
    try job.run()
  }
}

/// Identity of a file, which differs from that of another file with the same name, even one of
/// equal size and times.
struct FileState: Equatable {
  private let version: FileVersion
  private let identity: FileIdentity?

  /// Nil where there is no regular file; links are followed.
  init?(path: String) {
    guard let version = FileVersion(path: path) else { return nil }
    (self.version, identity) = (version, FileIdentity(path: path))
  }
}
