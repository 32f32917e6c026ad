/// Fits masks of people to the outlines of things: the network for people finds where they are,
/// and the one for clicks, asked with a box and marks, where they end.
enum PeopleOutlines {
  /// Pieces of a mask that are fitted: those that cover this share of the frame, and no more than
  /// the largest few, since each takes a run of the decoder.
  private static let (least, most) = (0.0015, 24)
  /// A thing is taken for a piece if they share this part of their union.
  private static let agreement: Float = 0.7
  /// Marks on a piece.
  private static let marks = 3
  /// Below this value a sample is no part of a person.
  private static let nobody: Float = 0.1
  /// How far the soft edge of a piece reaches, as a share of the longer side.
  private static let edge = 1.0 / 64

  /// The mask with each piece replaced by the thing there. A piece stays as it is where no thing
  /// is like it.
  ///
  /// - Parameters:
  ///   - people: as the networks for people have made it.
  ///   - look: of the encoder at the same frame.
  /// - Throws: `SplashError` of kind failure if the network fails.
  static func fitted(
    _ people: NetworkMask, in look: ClickNetwork.Look, by network: ClickNetwork
  ) throws(SplashError) -> NetworkMask {
    let (width, height) = (people.width, people.height)
    let found = MaskParts(width: width, height: height, isCut: false) {
      people.values[$1 * width + $0] > 0.5 ? 1 : 0
    } color: { _, _ in
      .zero
    }
    let area = Double(width * height)
    let worthwhile = found.parts.indices.filter { Double(found.parts[$0].area) >= least * area }
      .sorted { found.parts[$0].area > found.parts[$1].area }.prefix(most)
    var (things, stays) = ([NetworkMask](), [Bool](repeating: false, count: width * height))
    for part in found.parts.indices {
      var isInside = [Bool](repeating: false, count: width * height)
      for run in found.runs where run.part == part {
        let row = Int(run.row) * width
        for cell in row + Int(run.start)..<row + Int(run.end) { isInside[cell] = true }
      }
      let piece = NetworkMask(width: width, height: height, values: isInside.map { $0 ? 1 : 0 })
      if worthwhile.contains(part),
        let thing = try thing(like: piece, among: people, in: look, by: network)
      {
        things.append(thing)
      } else {
        for cell in isInside.indices where isInside[cell] { stays[cell] = true }
      }
    }
    guard !things.isEmpty else { return people }
    let reach = max(1, Int((edge * Double(max(width, height))).rounded()))
    let isKept = stays.grown(reach, width: width)
    let rest = NetworkMask(
      width: width, height: height,
      values: zip(people.values, isKept).map { $1 ? $0 : 0 })
    return things.reduce(rest) { $0.joined($1) }
  }

  /// The thing that is most like a piece; nil if none is like it.
  private static func thing(
    like piece: NetworkMask, among people: NetworkMask, in look: ClickNetwork.Look,
    by network: ClickNetwork
  ) throws(SplashError) -> NetworkMask? {
    guard let box = piece.prompt?.box else { return nil }
    let corner = Region.Point(x: box.x + box.width, y: box.y + box.height)
    var marks: [(place: Region.Point, role: ClickNetwork.Prompt.Role)] =
      piece.innermost(Self.marks).map { ($0, .on) }
    let beside = people.without(nobody, in: box)
    marks += beside.innermost(1).map { ($0, .beside) }
    marks += [(Region.Point(x: box.x, y: box.y), .upperLeft), (corner, .lowerRight)]
    var best: (mask: NetworkMask, overlap: Float)?
    for mask in try network.masks(for: ClickNetwork.Prompt(marks: marks), in: look) {
      let shares = mask.shares
      let overlap = shares.resized(width: piece.width, height: piece.height).overlap(with: piece)
      if overlap > best?.overlap ?? agreement { best = (shares, overlap) }
    }
    return best?.mask
  }
}

extension NetworkMask {
  /// The samples in a box that are below a value.
  fileprivate func without(_ limit: Float, in box: Spot) -> NetworkMask {
    let values = values.indices.map { index -> Float in
      let x = (Double(index % width) + 0.5) / Double(width)
      let y = (Double(index / width) + 0.5) / Double(height)
      let isInside = box.x..<box.x + box.width ~= x && box.y..<box.y + box.height ~= y
      return isInside && self.values[index] < limit ? 1 : 0
    }
    return NetworkMask(width: width, height: height, values: values)
  }
}

/// Finds people in single frames, and fits their mask to outlines.
final class OutlinedPeople: Looker {
  private let whole, close: Network
  private let opinion: SubjectSight.OpinionOpener
  private let clicks: ClickNetwork

  /// - Parameters:
  ///   - whole, close, opinion: as `PeopleNetwork` has them.
  ///   - clicks: finds outlines.
  init(
    whole: Network, close: Network, opinion: @escaping SubjectSight.OpinionOpener,
    clicks: ClickNetwork
  ) {
    (self.whole, self.close, self.opinion, self.clicks) = (whole, close, opinion, clicks)
  }

  func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> NetworkMask {
    var people = PeopleNetwork(
      whole: whole, close: close, opinion: SecondOpinion(opinion), isPhoto: false,
      order: LookingAtOnce())
    let mask = try people.find(in: picture, turn: turn)
    guard mask.area > 0 else { return mask }
    return try PeopleOutlines.fitted(mask, in: clicks.look(at: picture, turn: turn), by: clicks)
  }
}
