/// Uses the subject network where the one for people is unsure over a large area, such as a table
/// in front of a person whose head is out of the frame, or trousers. In such an area, subjects
/// count as people and the rest does not.
struct SecondOpinion {
  private let open: () throws(SplashError) -> Network?
  /// Its last mask, and the time slot in which it was made.
  private var known: (stretch: Int?, mask: NetworkMask)?
  private var stretch: Int?

  /// Mask values that count as unsure.
  private static let unsure: ClosedRange<Float> = 0.15...0.8
  /// An area is large if squares of this half-width fit into it, in samples of a mask with 64 per
  /// side, and if their centers make up this share of the frame.
  private static let (reach, least) = (1.0, 0.01)
  /// Length of a time slot, in seconds. The network runs once per slot, on the first frame that
  /// needs it: most unsure areas do not move, and it takes a hundred times as long as the one for
  /// people.
  private static let seconds = 0.25

  /// - Parameter open: returns the subject network; nil if it is not to be used.
  init(_ open: @escaping () throws(SplashError) -> Network?) { self.open = open }

  /// Moves on to another frame.
  ///
  /// - Parameter time: in seconds; nil if unknown.
  mutating func turn(to time: Double?) {
    stretch = time.map { Int(($0 / Self.seconds).rounded(.down)) }
    if stretch == nil || known?.stretch != stretch { known = nil }
  }

  mutating func forget() { known = nil }

  /// The mask of people, with large unsure areas settled.
  ///
  /// - Parameters:
  ///   - people: the mask of their network.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure if the network fails.
  mutating func settled(
    _ people: NetworkMask, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    guard let areas = Self.unsureAreas(of: people) else { return people }
    if known == nil {
      guard let network = try open() else { return people }
      known = (stretch, try network.mask(of: picture, turn: turn))
    }
    guard let opinion = known?.mask else { return people }
    var values = people.values
    let (width, height) = (people.width, people.height)
    for index in values.indices where areas[index] {
      values[index] = opinion.value(
        (Double(index % width) + 0.5) / Double(width),
        (Double(index / width) + 0.5) / Double(height))
    }
    return NetworkMask(width: width, height: height, values: values)
  }

  /// Connected unsure samples that are wider than an edge; nil if there are none.
  static func unsureAreas(of mask: NetworkMask) -> [Bool]? {
    let isUnsure = mask.values.map(unsure.contains)
    let least = Int(Self.least * Double(isUnsure.count))
    guard isUnsure.count(where: \.self) > least else { return nil }
    let (width, height) = (mask.width, mask.height)
    let steps = max(1, Int((reach * Double(max(width, height)) / 64).rounded()))
    let core = isUnsure.map { !$0 }.grown(steps, width: width).map { !$0 }
    guard core.count(where: \.self) > least else { return nil }
    let parts = MaskParts(width: width, height: height, isCut: false) {
      isUnsure[$1 * width + $0] ? 1 : 0
    } color: { _, _ in
      .zero
    }
    var isLarge = [Bool](repeating: false, count: parts.parts.count)
    var result = [Bool](repeating: false, count: isUnsure.count)
    func cells(of run: MaskParts.Run) -> Range<Int> {
      let row = Int(run.row) * width
      return row + Int(run.start)..<row + Int(run.end)
    }
    for run in parts.runs where cells(of: run).contains(where: { core[$0] }) {
      isLarge[Int(run.part)] = true
    }
    for run in parts.runs where isLarge[Int(run.part)] {
      for cell in cells(of: run) { result[cell] = true }
    }
    return result
  }
}
