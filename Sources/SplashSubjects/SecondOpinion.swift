internal import SplashBase
internal import SplashLook

/// What stands out, asked where the network for people is unsure over a large area: a table before
/// somebody whose head is not in the picture, or somebody's trousers. Of such an area what stands out is
/// people's, and what does not is nobody's.
struct SecondOpinion {
  private let open: () throws(SplashError) -> Network?
  /// What it saw, and in which stretch of time.
  private var known: (stretch: Int?, mask: NetworkMask)?
  private var stretch: Int?

  /// Values between which a sample is unsure.
  private static let unsure: ClosedRange<Float> = 0.15...0.8
  /// An area is large if squares of so many samples, for a mask of 64, fit into it, and the middles of
  /// these make up such a share of the picture.
  private static let (reach, least) = (1.0, 0.01)
  /// Seconds of a video in which it is asked once, in the first picture that needs it: what is unsure
  /// stands still, most of it, and the network takes a hundred times as long as that for people.
  private static let seconds = 0.25

  /// - Parameter open: gives the network; nil where it is not to be asked.
  init(_ open: @escaping () throws(SplashError) -> Network?) { self.open = open }

  /// Turns to another picture.
  ///
  /// - Parameter time: in seconds; nil where that is not known.
  mutating func turn(to time: Double?) {
    stretch = time.map { Int(($0 / Self.seconds).rounded(.down)) }
    if stretch == nil || known?.stretch != stretch { known = nil }
  }

  mutating func forget() { known = nil }

  /// What people are, with no large area in which that is unsure.
  ///
  /// - Parameters:
  ///   - people: as their network sees them.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure where the network fails.
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

  /// Where connected samples are unsure that are more than an edge; nil where that is nowhere.
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
