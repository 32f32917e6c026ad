import SplashBase
import SplashSubjects
import TestSupport

/// Masks of people fitted to outlines, by networks made for the purpose: that for people takes
/// bright areas for people, that for clicks finds bright areas in a disc around the marks.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct PeopleOutlinesTests {
  private let people: Network
  private let clicks: ClickNetwork

  init() throws {
    let scratch = Scratch()
    people = try Network.bright(in: scratch)
    let (encoder, decoder) = (scratch.path("encoder.onnx"), scratch.path("decoder.onnx"))
    _ = try MadeNetwork.writeClickPair(encoder: encoder, decoder: decoder, weights: [1, 0, 0])
    clicks = try ClickNetwork(
      encoder: encoder, decoder: decoder, NetworkForm(),
      OnnxRuntime(library: #require(MadeNetwork.runtime)))
  }

  private static let (width, height) = (320, 180)

  /// The mask of discs, and how often the networks for outlines were asked for.
  private func found(
    _ discs: [Disc], isPhoto: Bool = true, hasClicks: Bool = true
  ) throws -> (mask: NetworkMask, asked: Int) {
    var asked = 0
    let (people, clicks) = (people, clicks)
    let sight = SubjectSight(turn: .upright, isPhoto: isPhoto) { _, _ in
      people
    } outlines: {
      asked += 1
      return hasClicks ? clicks : nil
    }
    let mask = try discs.drawn(Self.width, Self.height) { picture in
      sight.turn(to: picture)
      return try sight.carried(.person, in: picture, at: 0)
    }
    return (mask, asked)
  }

  private func value(of mask: NetworkMask, at disc: Disc) -> Float {
    mask.value(disc.x * Double(Self.height) / Double(Self.width), disc.y)
  }

  /// A person as large as one of the discs that the decoder draws, and a knob at its upper left,
  /// which marks of a box draw the disc away from.
  private static let person = Disc(x: 0.9, y: 0.5, radius: 12.0 / 64 * 320 / 180)
  private static let knob = Disc(x: 0.66, y: 0.18, radius: 0.07)

  @Test func photoOfAPersonIsFittedToTheThingThere() throws {
    let plain = try found([Self.person, Self.knob], hasClicks: false)
    let fitted = try found([Self.person, Self.knob])
    for (mask, _) in [plain, fitted] { #expect(value(of: mask, at: Self.person) > 0.95) }
    #expect(value(of: plain.mask, at: Self.knob) > 0.95)
    #expect(value(of: fitted.mask, at: Self.knob) < 0.1)
    #expect(plain.asked == 1 && fitted.asked == 1)
  }

  /// In clips without frames ahead outlines would take too long.
  @Test func framesOfAClipAreNotFittedOneByOne() throws {
    let (mask, asked) = try found([Self.person, Self.knob], isPhoto: false)
    #expect(value(of: mask, at: Self.knob) > 0.95 && asked == 0)
  }

  /// A row of discs is like none of the decoder's, and a small disc beside it is not asked for.
  @Test func piecesLikeNoThingStayAsTheyAre() throws {
    let row = (0..<6).map { Disc(x: 0.25 + 0.2 * Double($0), y: 0.3, radius: 0.12) }
    let small = Disc(x: 1.6, y: 0.85, radius: 0.025)
    let plain = try found(row + [small], hasClicks: false).mask
    let fitted = try found(row + [small]).mask
    #expect(fitted.values == plain.values)
    let other = try found([Self.person, Self.knob, small]).mask
    #expect(value(of: other, at: small) > 0.6 && value(of: other, at: Self.knob) < 0.1)
  }

  @Test func nobodyNeedsNoOutlines() throws {
    #expect(try found([]).asked == 0)
  }
}
