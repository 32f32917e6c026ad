import SplashSubjects
import Testing

/// Which parts of drawn masks count as subjects, without a network.
struct CandidateTests {
  /// A rectangle in shares of the frame.
  private struct Box {
    var x, y, width, height: Double
    var value: Float = 1

    func holds(_ x: Double, _ y: Double) -> Bool {
      self.x..<self.x + width ~= x && self.y..<self.y + height ~= y
    }
  }

  /// Side of the masks; the frame is 16 by 9.
  private static let side = 320

  private func mask(_ boxes: [Box]) -> NetworkMask {
    let values = (0..<Self.side * Self.side).map { index in
      let x = (Double(index % Self.side) + 0.5) / Double(Self.side)
      let y = (Double(index / Self.side) + 0.5) / Double(Self.side)
      return boxes.filter { $0.holds(x, y) }.map(\.value).max() ?? 0
    }
    return NetworkMask(width: Self.side, height: Self.side, values: values)
  }

  private func candidates(_ found: [Box], people: [Box] = []) -> [SubjectCandidate] {
    SubjectPieces(mask(found), people: mask(people), aspect: 16 / 9) { _, _ in
      SIMD2(128, 128)
    }.candidates.distinct
  }

  /// The largest first, each with its box, its share and a place inside.
  @Test func separateBoxesAreSeparateCandidates() throws {
    let (small, large) = (
      Box(x: 0.1, y: 0.2, width: 0.1, height: 0.2),
      Box(x: 0.5, y: 0.3, width: 0.3, height: 0.5)
    )
    let found = candidates([small, large])
    try #require(found.count == 2)
    for (candidate, box) in zip(found, [large, small]) {
      #expect(abs(candidate.share - box.width * box.height) < 0.05 * box.width * box.height + 0.002)
      #expect(abs(candidate.box.x - box.x) < 0.01 && abs(candidate.box.width - box.width) < 0.01)
      #expect(abs(candidate.box.y - box.y) < 0.01 && abs(candidate.box.height - box.height) < 0.01)
      #expect(box.holds(candidate.place.x, candidate.place.y))
      #expect(!candidate.isPerson)
      #expect(candidate.mask.value(candidate.place.x, candidate.place.y) == 1)
    }
    #expect(found[0].mask.value(0.15, 0.3) == 0 && found[1].mask.value(0.6, 0.5) == 0)
  }

  /// A ring has its place in itself and not in its hole.
  @Test func placeOfACandidateLiesInsideIt() throws {
    let ring = [
      Box(x: 0.3, y: 0.3, width: 0.4, height: 0.05), Box(x: 0.3, y: 0.65, width: 0.4, height: 0.05),
      Box(x: 0.3, y: 0.3, width: 0.05, height: 0.4), Box(x: 0.65, y: 0.3, width: 0.05, height: 0.4),
    ]
    let place = try #require(candidates(ring).first).place
    #expect(ring.contains { $0.holds(place.x, place.y) })
  }

  @Test(arguments: [(0.0036, 1), (0.0025, 0)]) func tinyCandidatesAreLeftOut(
    share: Double, count: Int
  ) {
    let side = share.squareRoot()
    let found = candidates([Box(x: 0.4, y: 0.4, width: side, height: side)])
    #expect(found.count == count)
  }

  /// Values up to one half are no subject.
  @Test func uncertainCandidatesAreLeftOut() {
    #expect(candidates([Box(x: 0.2, y: 0.2, width: 0.4, height: 0.4, value: 0.5)]).isEmpty)
    #expect(candidates([Box(x: 0.2, y: 0.2, width: 0.4, height: 0.4, value: 0.52)]).count == 1)
  }

  /// A piece that a person fills to 15 to 85 % is two subjects, otherwise one.
  @Test(arguments: [
    (0.0, [false]), (0.1, [false]), (0.2, [true, false]), (0.5, [true, false]),
    (0.8, [true, false]), (0.9, [true]), (1.0, [true]),
  ])
  func personIsSeparatedFromAThing(share: Double, people: [Bool]) throws {
    let piece = Box(x: 0.2, y: 0.3, width: 0.5, height: 0.3)
    var person = piece
    person.width *= share
    let found = candidates([piece], people: [person])
    #expect(found.count == people.count)
    #expect(Set(found.map(\.isPerson)) == Set(people))
    let area = found.reduce(0) { $0 + $1.share }
    #expect(abs(area - piece.width * piece.height) < 0.01, "nothing of it is lost")
    for candidate in found where people.count == 2 {
      let own = candidate.isPerson ? share : 1 - share
      #expect(abs(candidate.share - own * piece.width * piece.height) < 0.01)
    }
  }

  /// A split-off part that is too small to count stays with the rest.
  @Test func splittingACandidateMakesNoSpecks() throws {
    let piece = Box(x: 0.2, y: 0.3, width: 0.5, height: 0.3)
    let half = Box(x: 0.2, y: 0.3, width: 0.25, height: 0.3)
    let speck = Box(x: 0.6, y: 0.4, width: 0.03, height: 0.03)
    let found = candidates([piece], people: [half, speck])
    try #require(found.count == 2)
    let thing = try #require(found.first { !$0.isPerson })
    #expect(thing.mask.value(0.615, 0.415) == 1)
    #expect(abs(thing.share - 0.075) < 0.005)
  }

  /// A person that the saliency network does not see is no subject.
  @Test func peopleOutsideTheSaliencyMaskAreNoSubjects() {
    #expect(candidates([], people: [Box(x: 0.2, y: 0.3, width: 0.5, height: 0.3)]).isEmpty)
  }

  /// Two of 0.2 × 0.2 that are shifted by `shift` of their width overlap by (1 - s)/(1 + s).
  @Test(arguments: [(0.1, 1), (0.2, 1), (0.3, 2), (0.9, 2)])
  func duplicateCandidatesAreLeftOut(shift: Double, count: Int) {
    let one = candidates([Box(x: 0.25, y: 0.25, width: 0.25, height: 0.25)])
    let other = candidates([Box(x: 0.25 + 0.25 * shift, y: 0.25, width: 0.25, height: 0.25)])
    #expect((one + other).distinct.count == count)
  }

  @Test func atMostTwelveCandidatesAreReturned() throws {
    let boxes = (0..<16).map { index in
      Box(
        x: 0.03 + 0.24 * Double(index % 4), y: 0.03 + 0.24 * Double(index / 4),
        width: 0.08 + 0.005 * Double(index), height: 0.15)
    }
    let found = candidates(boxes)
    #expect(found.count == 12)
    #expect(try #require(found.last).share > boxes[3].width * boxes[3].height - 0.002)
    #expect(found.map(\.share) == found.map(\.share).sorted(by: >))
    #expect(found[.number(12)] != nil && found[.number(13)] == nil)
  }

  /// Of two overlapping candidates the surer one, and none that is uncertain.
  @Test func spotSelectsTheSurestCandidate() throws {
    let wide = candidates([Box(x: 0.1, y: 0.2, width: 0.6, height: 0.5, value: 0.7)])
    let sure = candidates([Box(x: 0.5, y: 0.3, width: 0.4, height: 0.3, value: 0.9)])
    let both = (wide + sure).distinct
    try #require(both.count == 2)
    func share(_ x: Double, _ y: Double) -> Double? {
      both[.at(Region.Point(x: x, y: y))]?.share
    }
    #expect(share(0.6, 0.4) == sure[0].share)
    #expect(share(0.2, 0.4) == wide[0].share)
    #expect(share(0.95, 0.95) == nil)
  }

  // MARK: - The second look

  private let subject = Box(x: 0.4, y: 0.4, width: 0.1, height: 0.2)
  private let around = Spot(x: 0.35, y: 0.3, width: 0.2, height: 0.4)

  /// Boxes of the frame, mapped to the box of the second look.
  private func close(_ boxes: [Box]) -> NetworkMask {
    mask(
      boxes.map {
        Box(
          x: ($0.x - around.x) / around.width, y: ($0.y - around.y) / around.height,
          width: $0.width / around.width, height: $0.height / around.height)
      })
  }

  /// Two subjects that touch in the whole frame and not in their box are separate.
  @Test func secondLookSeparatesTouchingSubjects() throws {
    let found = mask([subject])
    let halves = [
      Box(x: 0.4, y: 0.4, width: 0.1, height: 0.09), Box(x: 0.4, y: 0.51, width: 0.1, height: 0.09),
    ]
    let finer = try #require(found.refined(by: close(halves), in: around, around: found))
    let parted = SubjectPieces(finer, people: mask([]), aspect: 16 / 9) { _, _ in .zero }
    #expect(parted.candidates.count == 2)
  }

  @Test func fullBoxInTheSecondLookIsIgnored() {
    let found = mask([subject])
    var full = Box(x: around.x, y: around.y, width: around.width, height: around.height)
    #expect(found.refined(by: close([full]), in: around, around: found) == nil)
    full.height *= 0.85
    #expect(found.refined(by: close([full]), in: around, around: found) != nil)
  }

  @Test func secondLookWithoutTheSubjectIsIgnored() {
    let found = mask([subject])
    let other = Box(x: 0.52, y: 0.4, width: 0.02, height: 0.2)
    #expect(found.refined(by: close([other]), in: around, around: found) == nil)
  }
}
