/// The eyedropper: the colors of spots in a frame, and the hues that select these spots and not
/// others.
public struct ColorPick: Sendable {
  /// A spot of the frame as displayed: turned by its display matrix.
  public struct Place: Sendable {
    /// The center of a spot of the request's radius, or the upper left corner of a rectangle. Pixel
    /// 0 is the first.
    public var x, y: PictureLength
    /// Width and height of a rectangle; nil for a spot.
    public var size: (width: PictureLength, height: PictureLength)?

    public init(
      x: PictureLength, y: PictureLength,
      size: (width: PictureLength, height: PictureLength)? = nil
    ) {
      self.x = x
      self.y = y
      self.size = size
    }
  }

  public static let defaultRadius = 4

  public struct Request: Sendable {
    public var input: String
    public var inputOptions = InputOptions()
    /// Places whose colors to select; at least one.
    public var places: [Place]
    /// Places whose colors must stay grey.
    public var others: [Place] = []
    /// Pixels from the center of a spot to its edge, 0 or more.
    public var radius = ColorPick.defaultRadius
    /// The gates and the white balance that the hues have to work with.
    public var settings = SplashSettings()

    /// The frame as `--like` names it; nil where its light is not estimated, or from a source that
    /// has no frame to go back to.
    var anchor: String? {
      guard settings.whiteBalance == .auto, input != "-", !isCamera(input) else { return nil }
      return inputOptions.start.map { "\(input)@\($0.short)" } ?? input
    }

    public init(input: String, places: [Place]) {
      precondition(!places.isEmpty)
      self.input = input
      self.places = places
    }
  }

  /// Size of the frame as displayed, in pixels.
  public let width, height: Int
  /// Center of the first spot, in pixels.
  public let x, y: Int
  /// Color of the first spot.
  public let sample: ColorSample
  /// White balance gains.
  public let gains: Gains
  /// The hues and greys that select the spots; spots of similar color share one.
  public let ranges: [HueRange]
  /// Shares of the spots to keep and of those that must stay grey that the hues select, 0…1; nil
  /// where no spots must stay grey.
  public let shares: (kept: Double, others: Double)?
  let request: Request

  /// Opens the input, decodes one frame and samples it.
  ///
  /// - Throws: `SplashError` of kind badInput when there is no such frame or it has no color, of
  ///   kind usage when a spot lies outside of it.
  public init(_ request: Request) throws {
    self.request = request
    let source = try openSource(request.input, options: request.inputOptions)
    let turn = source.media.picture.turn
    let frame = try ColorPick.firstPicture(of: source)
    let size = turn.turned(frame.width, frame.height)
    (width, height) = size
    func colors(at place: Place) throws -> [RGB] {
      let spot = try place.spot(in: size, radius: request.radius, of: request.input)
      guard let colors = frame.colors(in: spot.clipped.stored(turn)) else {
        throw SplashError(.badInput, "\(request.input): there is no color in it to sample")
      }
      return colors
    }
    let kept = try request.places.map(colors)
    let others = try request.others.map(colors)
    (x, y) = try request.places[0].middle(in: size, of: request.input)
    gains = try ColorPick.gains(
      for: frame, settings: request.settings, isPhoto: source.media.isPhoto)
    sample = ColorSample(kept[0], gains: gains)
    let rule = SeparatingRule(keeping: kept, leaving: others, request.settings, gains: gains)
    (ranges, shares) = (rule.ranges, rule.shares)
  }

  /// The white balance gains that a run with these settings would begin with at this frame.
  static func gains(
    for frame: borrowing Frame, settings: SplashSettings, isPhoto: Bool
  ) throws -> Gains {
    var settings = settings
    (settings.rest, settings.kept) = ([.grey], [])
    (settings.keep, settings.within, settings.without, settings.paint) = ([], [], [], [])
    let splash = Splash(LookControl(settings), isStill: isPhoto)
    var copy = Frame(sharing: frame)
    try FormatConverter().apply(to: &copy, StageClock())
    try splash.apply(to: &copy, StageClock())
    return splash.control.gains
  }

  /// The first frame, converted to a format whose samples can be read.
  static func firstPicture(of source: any FrameSource) throws -> Frame {
    let clock = StageClock()
    guard var frame = try source.nextPicture(clock) else {
      throw SplashError(
        .badInput, "\(source.media.name): no frame can be decoded", cause: source.warning)
    }
    if !frame.hasReadableColor { try FormatConverter().apply(to: &frame, clock) }
    return frame
  }
}
