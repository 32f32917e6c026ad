/// A thing, or a similar one beside it, as it was seen in key frames.
struct ThingTrack {
  /// Its mask in the last key frame.
  var key: NetworkMask
  /// Its features at the beginning; nil if it is too small.
  let print: [Float]?
  /// Identifies the track.
  let id: Int
  /// Its colors at several times, and its areas in the last key frames, in samples.
  private var colors: [ColorHistogram]
  private var areas: [Int]
  /// Its shape when it was last completely visible, and the center of that.
  private var shape: MaskBits
  private var middle: (x: Double, y: Double)
  /// Samples per frame; nil until it was seen in two key frames.
  private var speed: (x: Double, y: Double)?
  private var age = 0
  /// Key frames since it was last seen.
  private(set) var misses = 0

  /// Frames for which its place is predicted.
  private static let patience = 40

  init(_ mask: NetworkMask, print: [Float]?, id: Int, in picture: ThingPicture) {
    (key, self.print, self.id) = (mask, print, id)
    colors = [picture.histogram(of: mask)].compactMap(\.self)
    areas = [mask.area]
    shape = MaskBits(mask)
    middle = shape.middle ?? (0, 0)
  }

  var usualArea: Double { Double(areas.sorted()[areas.count / 2]) }
  var isSeen: Bool { misses == 0 }

  func likeness(of own: ColorHistogram) -> Float {
    colors.map { $0.likeness(to: own) }.max() ?? 0
  }

  func likeness(of mask: NetworkMask, in picture: ThingPicture) -> Float {
    picture.histogram(of: mask).map(likeness) ?? 0
  }

  /// How similar some features are to its own; 0 if either thing is too small.
  func sameness(_ other: [Float]?) -> Float {
    guard let print, let other else { return 0 }
    return SplashSubjects.likeness(other, print)
  }

  mutating func turnToNext() { age += 1 }

  /// Where it would be at constant speed; nil if unknown.
  var predicted: MaskBits? {
    guard let speed, age <= Self.patience else { return nil }
    let count = Double(age)
    return shape.moved(x: Int((speed.x * count).rounded()), y: Int((speed.y * count).rounded()))
  }

  /// How far it may move in some frames, along each side.
  func reach(_ pictures: Int) -> (x: Double, y: Double) {
    let least = 0.2 * usualArea.squareRoot()
    guard let speed else { return (least, least) }
    return (
      abs(speed.x) * Double(pictures) + least, abs(speed.y) * Double(pictures) + least
    )
  }

  /// Called if it is seen in a key frame.
  ///
  /// - Parameters:
  ///   - likeness: of its colors to earlier ones.
  ///   - overlap: with where it was expected.
  ///   - isWhole: whether nothing hides a part of it.
  mutating func take(
    _ mask: NetworkMask, in picture: ThingPicture, likeness: Float, overlap: Float, isWhole: Bool
  ) {
    (key, misses) = (mask, 0)
    guard isWhole else { return }
    areas = areas.suffix(7) + [mask.area]
    if colors.count < 6, likeness < 0.9, overlap > 0.8, let own = picture.histogram(of: mask) {
      colors.append(own)
    }
    let bits = MaskBits(mask)
    guard let place = bits.middle, age > 0 else { return }
    let step = (
      x: (place.x - middle.x) / Double(age), y: (place.y - middle.y) / Double(age)
    )
    speed = speed.map { (0.5 * ($0.x + step.x), 0.5 * ($0.y + step.y)) } ?? step
    (shape, middle, age) = (bits, place, 0)
  }

  /// Called if it is found again at an unexpected place.
  mutating func jump(to mask: NetworkMask) {
    (key, misses, speed, age) = (mask, 0, nil, 0)
    shape = MaskBits(mask)
    middle = shape.middle ?? middle
  }

  /// Called if it is not seen in a key frame.
  ///
  /// - Parameter carried: the mask moved by optical flow.
  mutating func miss(_ carried: NetworkMask) {
    (key, misses) = (carried, misses + 1)
  }
}
