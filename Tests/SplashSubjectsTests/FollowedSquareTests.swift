import SplashBase
import SplashLook
import SplashSubjects
import TestSupport
import Testing

/// What is looked at to follow one of what stands out, by networks made for the purpose: what is
/// bright stands out, and is a person.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct FollowedSquareTests {
  private let network: Network

  init() throws {
    let scratch = try Scratch()
    let runtime = try OnnxRuntime(library: #require(MadeNetwork.runtime))
    let path = scratch.path("bright.onnx")
    try MadeNetwork.write(to: path, shape: [1, 3, 160, 160], weights: [1, 0, 0])
    network = try Network(path, NetworkForm(), runtime)
  }

  /// Keeps account of what is looked at, now and when it is ordered.
  private final class Account: LookingOrder {
    var (wholes, squares) = (0, 0)
    var ordered: [(look: AnyObject, distance: Int)] = []

    func seen<Eye: Looker>(
      by eye: Eye, in picture: borrowing PlaneView, turn: Turn
    ) throws(SplashError) -> Eye.Seen { try eye.look(at: picture, turn: turn) }

    func order<Eye: Looker>(_ eye: Eye, turn: Turn, distance: Int) {
      ordered.append((eye, distance))
    }

    func seenOnce<Eye: Looker>(
      by eye: Eye, in picture: borrowing PlaneView, turn: Turn
    ) throws(SplashError) -> Eye.Seen {
      if eye is Network { wholes += 1 } else { squares += 1 }
      return try eye.look(at: picture, turn: turn)
    }
  }

  private static let (width, height) = (320, 180)

  /// Follows the first of two discs, and gives how much of the middle of either is kept, picture by
  /// picture.
  private func kept(
    _ pictures: Int, step: Double, isGapless: Bool, _ account: Account
  ) throws -> [(own: Float, other: Float)] {
    let network = network
    let sight = SubjectSight(turn: .upright, isGapless: isGapless, order: account) { _, _ in network
    }
    var follower: SubjectFollower?
    return try (0..<pictures).map { picture in
      let discs = [
        Disc(x: 0.2 + step * Double(picture), y: 0.7, radius: 0.12),
        Disc(x: 1.5, y: 0.25, radius: 0.1),
      ]
      let mask = try discs.drawn(Self.width, Self.height) { view in
        sight.turn(to: view, at: Double(picture) / 10)
        if picture == 0 {
          follower = try SubjectFollower(.number(1), in: view, sight)
        }
        return try follower?.next(in: view, sight, isFirst: picture == 0)
      }
      func value(_ disc: Disc) -> Float {
        mask?.value(disc.x * Double(Self.height) / Double(Self.width), disc.y) ?? 0
      }
      return (value(discs[0]), value(discs[1]))
    }
  }

  /// Where each picture is looked at, its square is, and the whole of one in four; else both are.
  /// The first whole is asked for otherwise.
  @Test(arguments: [true, false]) func nothingIsAskedTwice(isGapless: Bool) throws {
    let account = Account()
    let kept = try kept(40, step: 0.02, isGapless: isGapless, account)
    for (picture, kept) in kept.enumerated() {
      #expect(kept.own > 0.9 && kept.other < 0.1, "picture \(picture)")
    }
    #expect(account.wholes == (isGapless ? 9 : 39))
    // In the first picture there is one for each disc.
    #expect((40...43).contains(account.squares), "\(account.squares)")
  }

  /// A square is ordered two pictures before it is looked at, so that two can be looked at side by
  /// side.
  @Test(arguments: [(true, 2), (false, 1)]) func squaresAreOrderedBefore(
    isGapless: Bool, distance: Int
  ) throws {
    let account = Account()
    _ = try kept(12, step: 0.02, isGapless: isGapless, account)
    let squares = account.ordered.filter { !($0.look is Network) }
    #expect(squares.count == 12 + distance - 1)
    #expect(squares.dropFirst(distance - 1).allSatisfy { $0.distance == distance })
    let wholes = account.ordered.filter { $0.look is Network }
    #expect(wholes.count == (isGapless ? 3 : 12))
  }

  /// What has gone farther meanwhile than the square allows is looked at where it is.
  @Test func whatIsFastIsFollowed() throws {
    let account = Account()
    let kept = try kept(20, step: 0.06, isGapless: true, account)
    for (picture, kept) in kept.enumerated() {
      #expect(kept.own > 0.9 && kept.other < 0.1, "picture \(picture)")
    }
  }
}
