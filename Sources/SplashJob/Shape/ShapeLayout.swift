internal import CFFmpeg
internal import SplashPhoto

/// A shape in the pixels of one input.
struct ShapeLayout {
  /// A part of the stored frames, in luma samples.
  struct Part: Equatable {
    var x, y, width, height: Int
  }

  /// Size of the stored frames.
  let size: (width: Int, height: Int)
  /// The crop; where it moves, its centered position.
  let part: Part
  /// Steps at which the crop may begin, in samples across and down.
  private let steps: (across: Int, down: Int)
  /// The turn from the stored crop to the output.
  let turn: Turn
  /// The turn with which players show the stored frames.
  let shown: Turn
  /// Size of the output, upright.
  let width, height: Int
  /// Whether non-square pixels are scaled to square ones.
  let isScaled: Bool
  /// Whether the output has the source on the left and the result on the right, each half as wide.
  let isDouble: Bool

  /// - Parameters:
  ///   - picture: the input's frames, to which the crop refers.
  ///   - name: of the input, for errors.
  ///   - isDouble: each frame shows source and result beside each other, as they are displayed.
  /// - Throws: `SplashError` of kind usage for a shape that these frames cannot have.
  init(
    _ shape: OutputShape, of picture: PictureDescription, name: String, isDouble: Bool
  ) throws(SplashError) {
    size = (picture.width, picture.height)
    shown = picture.turn
    self.isDouble = isDouble
    steps = Self.steps(in: picture)
    part = try Self.part(shape.crop, of: picture, steps, name: name)
    turn = shown.followed(by: shape.turn)
    let ratio = picture.sampleAspectRatio
    let aspect = ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1
    let half = turn.turned(part.width, part.height)
    let pixels = (width: half.width * (isDouble ? 2 : 1), height: half.height)
    guard let scale = shape.scale, scale != .share(1) else {
      (width, height, isScaled) = (pixels.width, pixels.height, false)
      return
    }
    var square = (
      width: Double(pixels.width) * (turn.transposes ? 1 / aspect : aspect),
      height: Double(pixels.height)
    )
    // The crop has even sides, so it misses the ratio a little.
    if let ratio = shape.crop?.ratio {
      let width = square.width / (isDouble ? 2 : 1)
      square.height = shape.turn.transposes ? width * ratio : width / ratio
    }
    let step = picture.isInterlaced && !turn.transposes ? 4 : 2
    (width, height) = try scale.size(
      of: square, steps: (width: isDouble ? 4 : 2, height: step), name: name)
    isScaled = true
  }

  /// Crops and turns pictures of other sizes that show the same, in their own resolution.
  var ofOthers: ReshapedPhoto.Shape {
    { (picture: borrowing Frame, result: borrowing Frame) throws -> Frame in
      let place = result.focus.map { part(around: $0) } ?? part
      return try Shaper(ShapeLayout(self, of: picture, place)).apply(to: picture)
    }
  }

  private init(_ other: ShapeLayout, of picture: borrowing Frame, _ place: Part) {
    (turn, shown) = (other.turn, other.shown)
    (isScaled, isDouble) = (false, false)
    size = (picture.width, picture.height)
    steps = (1 << picture.format.log2ChromaWidth, 1 << picture.format.log2ChromaHeight)
    func span(_ start: Int, _ count: Int, of side: Int, in whole: Int, _ step: Int) -> (Int, Int) {
      func scaled(_ edge: Int) -> Int {
        let share = Double(edge) / Double(whole) * Double(side)
        return edge == whole ? side : min(side, Int((share / Double(step)).rounded()) * step)
      }
      let first = min(scaled(start), (side - 1) / step * step)
      return (first, max(min(step, side - first), scaled(start + count) - first))
    }
    let across = span(place.x, place.width, of: size.width, in: other.size.width, steps.across)
    let down = span(place.y, place.height, of: size.height, in: other.size.height, steps.down)
    part = Part(x: across.0, y: down.0, width: across.1, height: down.1)
    (width, height) = turn.turned(part.width, part.height)
  }

  /// Changes the description of the input's frames to that of the output's.
  func describe(_ picture: inout PictureDescription) {
    (picture.width, picture.height) = (part.width, part.height)
    picture.turn = turn
    picture.bringUpright()
    (picture.width, picture.height) = (width, height)
    if isScaled { picture.sampleAspectRatio = AVRational(num: 1, den: 1) }
    if part.width != size.width || part.height != size.height {
      picture.sideData.removeAll { $0.type == AV_PKT_DATA_SPHERICAL }
    }
  }

  // MARK: - The crop

  /// The crop around another center, moved to stay within the frame.
  ///
  /// - Parameter middle: shares of the width and height of the stored frame.
  func part(around middle: (x: Double, y: Double)) -> Part {
    func start(_ middle: Double, _ side: Int, _ length: Int, _ step: Int) -> Int {
      let start = ((middle * Double(side) - Double(length) / 2) / Double(step)).rounded()
      return Int(max(0, min(start, Double((side - length) / step)))) * step
    }
    return Part(
      x: start(middle.x, size.width, part.width, steps.across),
      y: start(middle.y, size.height, part.height, steps.down), width: part.width,
      height: part.height)
  }

  private static func steps(in picture: PictureDescription) -> (across: Int, down: Int) {
    let format = picture.format.nearestNative ?? picture.format
    // Multiples of two rows keep both fields together.
    return (
      1 << format.log2ChromaWidth,
      1 << (format.log2ChromaHeight + (picture.isInterlaced ? 1 : 0))
    )
  }

  private static func part(
    _ crop: OutputShape.Crop?, of picture: PictureDescription, _ steps: (across: Int, down: Int),
    name: String
  ) throws(SplashError) -> Part {
    let whole = Part(x: 0, y: 0, width: picture.width, height: picture.height)
    guard let crop else { return whole }
    let (left, right, top, bottom) = try edges(of: crop, in: picture, name: name)
    let corners = [picture.turn.stored(left, top), picture.turn.stored(right, bottom)]
    let isRatio = if case .part = crop { false } else { true }
    let across = span(
      corners.map(\.x), of: picture.width, start: steps.across, isEven: isRatio)
    let down = span(corners.map(\.y), of: picture.height, start: steps.down, isEven: isRatio)
    guard across.count > 0, down.count > 0 else {
      throw SplashError(
        .usage, "\(name): \(option: "crop")",
        cause: "a frame of \(picture.displayedSize.width)x\(picture.displayedSize.height) has no "
          + "such part", remedy: "give X,Y,W,H within it, as pixels, shares or per cent")
    }
    return Part(x: across.start, y: down.start, width: across.count, height: down.count)
  }

  /// The crop's edges as shares of the displayed frame, within 0…1.
  private static func edges(
    of crop: OutputShape.Crop, in picture: PictureDescription, name: String
  ) throws(SplashError) -> (left: Double, right: Double, top: Double, bottom: Double) {
    let (width, height) = picture.displayedSize
    switch crop {
    case .part(let x, let y, let across, let down):
      let (left, top) = (x.share(of: width), y.share(of: height))
      let (right, bottom) = (left + across.share(of: width), top + down.share(of: height))
      func within(_ edge: Double) -> Double { min(max(edge, 0), 1) }
      return (within(left), within(right), within(top), within(bottom))
    case .ratio(let ratioWidth, let ratioHeight), .follow(let ratioWidth, let ratioHeight):
      let stored = picture.sampleAspectRatio
      let ratio = stored.num > 0 && stored.den > 0 ? av_q2d(stored) : 1
      let aspect = picture.turn.transposes ? 1 / ratio : ratio
      // The ratio in pixels, which may not be square.
      let wanted = ratioWidth / ratioHeight / aspect
      let share = wanted / (Double(width) / Double(height))
      let (across, down) = share < 1 ? (share, 1) : (1, 1 / share)
      return ((1 - across) / 2, (1 + across) / 2, (1 - down) / 2, (1 + down) / 2)
    }
  }

  /// Start and length of the crop along a side, from its ends in shares, at a multiple of the step.
  private static func span(
    _ ends: [Double], of side: Int, start step: Int, isEven: Bool
  ) -> (start: Int, count: Int) {
    let (low, high) = (ends.min()! * Double(side), ends.max()! * Double(side))
    let lengths = isEven ? max(step, 2) : step
    var count = Int(((high - low) / Double(lengths)).rounded()) * lengths
    if high - low > 0.5 { count = max(count, lengths) }
    // A crop of a whole odd side keeps its odd length.
    if high - low > Double(side) - 0.5 { count = side }
    count = min(count, side)
    let middle = (low + high) / 2
    let start = Int(((middle - Double(count) / 2) / Double(step)).rounded()) * step
    return (max(0, min(start, (side - count) / step * step)), count)
  }
}

extension OutputShape.Crop {
  /// Width by height; nil where the crop has no ratio.
  fileprivate var ratio: Double? {
    switch self {
    case .ratio(let width, let height), .follow(let width, let height): width / height
    case .part: nil
    }
  }
}

extension OutputShape.Scale {
  /// The size of the result for a frame.
  ///
  /// - Parameters:
  ///   - square: the frame's size in square pixels.
  ///   - steps: the multiples to which derived sizes are rounded.
  fileprivate func size(
    of square: (width: Double, height: Double), steps: (width: Int, height: Int), name: String
  ) throws(SplashError) -> (width: Int, height: Int) {
    func stepped(_ length: Double, _ step: Int) -> Int {
      max(step, Int((min(length, 1e6) / Double(step)).rounded()) * step)
    }
    func scaled(by factor: Double) -> (width: Int, height: Int) {
      (stepped(square.width * factor, steps.width), stepped(square.height * factor, steps.height))
    }
    let (long, short) = (
      max(square.width, square.height), min(square.width, square.height)
    )
    let result: (width: Int, height: Int)
    switch self {
    case .size(let width, let height):
      let off = abs(Double(width) * square.height - Double(height) * square.width)
      // Small sizes may be off by a pixel or two from rounding.
      guard off <= max(0.01 * Double(width) * square.height, 2 * max(square.width, square.height))
      else {
        throw SplashError(
          .usage, "\(name): \(option: "scale") \(width)x\(height)",
          cause: "the frame has another shape, "
            + "\(Int(square.width.rounded())):\(Int(square.height.rounded()))",
          remedy:
            "cut it with \(option: "crop") \(width):\(height), or give one number, \(option: "scale") \(width)"
        )
      }
      result = (width, height)
    case .width(let width):
      result = (
        width, stepped(square.height * Double(width) / square.width, steps.height)
      )
    case .lines(let lines):
      let other = scaled(by: Double(lines) / short)
      result =
        square.width < square.height ? (lines, other.height) : (other.width, lines)
    case .atMost(let pixels): result = scaled(by: min(1, Double(pixels) / long))
    case .share(let share): result = scaled(by: share)
    }
    guard max(result.width, result.height) <= 32_768, result.width * result.height <= 1 << 28
    else {
      throw SplashError(
        .usage, "\(name): \(option: "scale")",
        cause: "frames of \(result.width)x\(result.height) are too large",
        remedy: "stay within 32768 along a side and 268435456 pixels")
    }
    return result
  }
}
