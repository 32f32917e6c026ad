/// A thing, or a similar one beside it, as it was seen in key frames.
struct ThingTrack {
  /// Its mask in the last key frame.
  var key: NetworkMask
  /// Identifies the track.
  let id: Int
  /// How it looked when it was surely seen: first at the beginning, then where it looked different.
  private var views: [ThingView]
  /// Its areas in the last key frames, in samples.
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
  /// The most views that are kept.
  private static let mostViews = 8

  init(_ mask: NetworkMask, print: [Float]?, id: Int, in picture: ThingPicture) {
    (key, self.id) = (mask, id)
    views = [ThingView(features: print, colors: picture.histogram(of: mask))]
    areas = [mask.area]
    shape = MaskBits(mask)
    middle = shape.middle ?? (0, 0)
  }

  var usualArea: Double { Double(areas.sorted()[areas.count / 2]) }
  var isSeen: Bool { misses == 0 }

  /// Its features at the beginning; nil if it is too small.
  var print: [Float]? { views[0].features }

  func likeness(of own: ColorHistogram) -> Float {
    views.compactMap { $0.colors?.likeness(to: own) }.max() ?? 0
  }

  func likeness(of mask: NetworkMask, in picture: ThingPicture) -> Float {
    picture.histogram(of: mask).map(likeness) ?? 0
  }

  /// How similar some features are to the nearest of its views; 0 if either thing is too small.
  func sameness(_ other: [Float]?) -> Float {
    guard let other else { return 0 }
    return views.compactMap { $0.features.map { SplashSubjects.likeness(other, $0) } }.max() ?? 0
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
  ///   - features: those of the mask.
  ///   - likeness: of its colors to those of its views.
  ///   - overlap: with where it was expected.
  ///   - isWhole: whether nothing hides a part of it.
  /// - Returns: whether it is seen surely, and looks different from its views.
  @discardableResult mutating func take(
    _ mask: NetworkMask, _ features: [Float]?, in picture: ThingPicture, likeness: Float,
    overlap: Float, isWhole: Bool
  ) -> Bool {
    (key, misses) = (mask, 0)
    guard isWhole else { return false }
    let isTorn = Double(mask.area) < 0.8 * usualArea
    areas = areas.suffix(7) + [mask.area]
    let isNew = !isTorn && overlap > 0.8 && (likeness < 0.9 || sameness(features) < 0.85)
    if isNew { add(ThingView(features: features, colors: picture.histogram(of: mask))) }
    let bits = MaskBits(mask)
    guard let place = bits.middle, age > 0 else { return isNew }
    let step = (
      x: (place.x - middle.x) / Double(age), y: (place.y - middle.y) / Double(age)
    )
    speed = speed.map { (0.5 * ($0.x + step.x), 0.5 * ($0.y + step.y)) } ?? step
    (shape, middle, age) = (bits, place, 0)
    return isNew
  }

  /// Adds a view; of more than the most, the one that is most like another goes, but for the first.
  private mutating func add(_ view: ThingView) {
    views.append(view)
    guard views.count > Self.mostViews else { return }
    func nearness(_ index: Int) -> Float {
      views.indices.filter { $0 != index }.map { views[index].likeness(to: views[$0]) }.max() ?? 0
    }
    views.remove(at: views.indices.dropFirst().max { nearness($0) < nearness($1) }!)
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

/// How a thing looked in one frame.
struct ThingView {
  /// As `ClickNetwork.Look` gives them; nil if it was too small.
  let features: [Float]?
  let colors: ColorHistogram?

  /// The mean of both likenesses; what is unknown counts as 0.
  func likeness(to other: ThingView) -> Float {
    let alike = features.flatMap { own in other.features.map { SplashSubjects.likeness(own, $0) } }
    let colored = colors.flatMap { own in other.colors.map { own.likeness(to: $0) } }
    return ((alike ?? 0) + (colored ?? 0)) / 2
  }
}
