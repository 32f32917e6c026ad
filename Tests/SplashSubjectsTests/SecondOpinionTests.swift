import SplashSubjects
import Synchronization
import TestSupport

/// Areas where the person network is uncertain, by networks made for the purpose: the person
/// network is uncertain about greys, and the saliency network finds what is brighter than half.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct SecondOpinionTests {
  private let people, opinion: Network

  init() throws {
    let scratch = Scratch()
    let runtime = try OnnxRuntime(library: #require(MadeNetwork.runtime))
    func network(_ name: String, _ form: NetworkForm) throws -> Network {
      let path = scratch.path(name)
      try MadeNetwork.write(to: path, shape: [1, 3, 144, 256], weights: [1, 0, 0])
      return try Network(path, form, runtime)
    }
    people = try network("people.onnx", NetworkForm())
    var form = NetworkForm()
    (form.mean, form.deviation) = ([0.45, 0, 0], [0.1, 1, 1])
    opinion = try network("opinion.onnx", form)
  }

  private static let (width, height) = (320, 180)

  /// The masks at the middles of discs, in frames a tenth of a second apart, and how often the
  /// second network was asked.
  private func found(
    _ discs: [Disc], pictures: Int = 1, hasOpinion: Bool = true
  ) throws -> (values: [Float], asked: Int) {
    let asked = Mutex(0)
    let (people, opinion) = (people, opinion)
    let sight = SubjectSight(turn: .upright) { _, _ in
      people
    } opinion: { () throws(SplashError) in
      asked.withLock { $0 += 1 }
      return hasOpinion ? opinion : nil
    }
    var values: [Float] = []
    for picture in 0..<pictures {
      values = try discs.drawn(Self.width, Self.height) { view in
        sight.turn(to: view, at: Double(picture) / 10)
        let mask = try sight.mask(of: .person, in: view)
        return discs.map { mask.value($0.x * Double(Self.height) / Double(Self.width), $0.y) }
      }
    }
    return (values, asked.withLock(\.self))
  }

  /// A certain disc, an uncertain salient one, and an uncertain one that is not salient.
  private static let discs = [
    Disc(x: 0.3, y: 0.3, radius: 0.15), Disc(x: 0.9, y: 0.6, radius: 0.15, code: 150),
    Disc(x: 1.5, y: 0.4, radius: 0.15, code: 90),
  ]

  @Test func uncertainAreaFollowsTheSaliencyNetwork() throws {
    let (values, asked) = try found(Self.discs)
    #expect(values[0] > 0.95 && values[1] > 0.95 && values[2] < 0.05, "\(values)")
    #expect(asked == 1)
  }

  @Test func uncertainAreaStaysWithoutASaliencyNetwork() throws {
    let (values, _) = try found(Self.discs, hasOpinion: false)
    #expect(values[0] > 0.95)
    #expect((0.5...0.7).contains(values[1]) && (0.3...0.4).contains(values[2]), "\(values)")
  }

  /// Certain, small and narrow areas cost no second network.
  @Test func smallUncertainAreasAskNoSecondNetwork() throws {
    let small = (0..<6).map { Disc(x: 0.2 + 0.25 * Double($0), y: 0.8, radius: 0.02, code: 90) }
    let (values, asked) = try found([Self.discs[0]] + small)
    #expect(values[0] > 0.95 && asked == 0)
  }

  /// Once in a quarter of a second.
  @Test func secondNetworkIsAskedFourTimesASecond() throws {
    #expect(try found(Self.discs, pictures: 10).asked == 4)
  }
}
