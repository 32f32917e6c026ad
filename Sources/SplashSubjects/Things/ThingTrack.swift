/// A thing, or something beside it that looks like it, as it was seen in key pictures.
struct ThingTrack {
  /// In the last key picture.
  var key: NetworkMask
  /// Features at the beginning; nil for what is too small.
  let print: [Float]?
  /// Tells it from others.
  let id: Int
  /// Colors at times, samples of late.
  private var colors: [ColorHistogram]
  private var areas: [Int]
  /// As it was seen last with nothing before it, and where its middle was.
  private var shape: MaskBits
  private var middle: (x: Double, y: Double)
  /// Samples from picture to picture; nil until it was seen in two key pictures.
  private var speed: (x: Double, y: Double)?
  private var age = 0
  /// Key pictures since it was seen.
  private(set) var misses = 0

  /// Pictures for which it is expected where it went.
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

  /// How much some features are its own; 0 where one of the two is too small.
  func sameness(_ other: [Float]?) -> Float {
    guard let print, let other else { return 0 }
    return SplashSubjects.likeness(other, print)
  }

  mutating func turnToNext() { age += 1 }

  /// Where it is if it went on as it did; nil where that cannot be told.
  var predicted: MaskBits? {
    guard let speed, age <= Self.patience else { return nil }
    let count = Double(age)
    return shape.moved(x: Int((speed.x * count).rounded()), y: Int((speed.y * count).rounded()))
  }

  /// How far it may go in some pictures, along each side.
  func reach(_ pictures: Int) -> (x: Double, y: Double) {
    let least = 0.2 * usualArea.squareRoot()
    guard let speed else { return (least, least) }
    return (
      abs(speed.x) * Double(pictures) + least, abs(speed.y) * Double(pictures) + least
    )
  }

  /// It is seen in a key picture.
  ///
  /// - Parameters:
  ///   - likeness: of its colors.
  ///   - overlap: with where it was expected.
  ///   - isWhole: nothing is before it.
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

  /// It is found where nothing led to.
  mutating func jump(to mask: NetworkMask) {
    (key, misses, speed, age) = (mask, 0, nil, 0)
    shape = MaskBits(mask)
    middle = shape.middle ?? middle
  }

  /// It is not seen in a key picture.
  ///
  /// - Parameter carried: where motion has carried it.
  mutating func miss(_ carried: NetworkMask) {
    (key, misses) = (carried, misses + 1)
  }
}
