import SplashSubjects
import TestSupport

/// One of several people, by a network made for the purpose: it takes bright areas for people.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct OnePersonTests {
  private let sight: SubjectSight

  init() throws {
    let network = try Network.bright(in: Scratch())
    // No other network may be asked for.
    sight = SubjectSight(turn: .upright) { subject, _ in
      #expect(subject == .person)
      return network
    }
  }

  private static let (width, height) = (320, 180)

  private func look<Result>(
    _ discs: [Disc], at picture: Int = 0,
    _ body: (borrowing PlaneView, SubjectSight) throws -> Result
  ) throws -> Result {
    try discs.drawn(Self.width, Self.height) {
      sight.turn(to: $0, at: Double(picture) / 10)
      return try body($0, sight)
    }
  }

  private func value(_ mask: NetworkMask?, _ disc: Disc) -> Float {
    mask?.value(disc.x * Double(Self.height) / Double(Self.width), disc.y) ?? 0
  }

  /// The largest first, down to a share of 0.0015 of the frame.
  @Test func peopleAreNumberedBySize() throws {
    let discs = [
      Disc(x: 0.3, y: 0.5, radius: 0.1), Disc(x: 0.9, y: 0.4, radius: 0.2),
      Disc(x: 1.4, y: 0.5, radius: 0.04), Disc(x: 1.6, y: 0.8, radius: 0.02),
    ]
    let people = try look(discs) { try $1.candidates(of: .person, in: $0) }
    try #require(people.count == 3)
    for (person, disc) in zip(people, [discs[1], discs[0], discs[2]]) {
      #expect(person.isPerson && value(person.mask, disc) > 0.9)
      let share = Double.pi * disc.radius * disc.radius * Double(Self.height) / Double(Self.width)
      #expect(abs(person.share - share) < 0.25 * share, "\(person.share) of \(share)")
    }
  }

  /// By number and by place, while others come near and pass.
  @Test(arguments: [
    Selection.Instance.number(2), .at(Region.Point(x: 0.2 * 9 / 16, y: 0.7)),
  ])
  func onePersonIsTrackedWhileOthersPass(instance: Selection.Instance) throws {
    var follower: SubjectFollower?
    for picture in 0..<30 {
      let way = Double(picture) / 25
      let discs = [
        Disc(x: 0.2 + way, y: 0.7, radius: 0.12), Disc(x: 1.5 - way, y: 0.3, radius: 0.15),
      ]
      let mask = try look(discs, at: picture) { view, sight in
        if follower == nil {
          follower = try SubjectFollower(instance, of: .person, in: view, sight)
        }
        return try follower?.next(in: view, sight, isFirst: picture == 0)
      }
      #expect(value(mask, discs[0]) > 0.9, "picture \(picture)")
      #expect(value(mask, discs[1]) < 0.1, "picture \(picture)")
    }
  }

  @Test func missingPersonIsNil() throws {
    let discs = [Disc(x: 0.5, y: 0.5, radius: 0.15)]
    for instance in [Selection.Instance.number(2), .at(Region.Point(x: 0.9, y: 0.1))] {
      let follower = try look(discs) {
        try SubjectFollower(instance, of: .person, in: $0, $1)
      }
      #expect(follower == nil)
    }
  }
}
