import SplashSubjects
import TestSupport

/// Tiles of a photo, with two networks made for the purpose: the one for the whole of a wide photo
/// finds nobody, the one for tiles takes bright areas for people.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct PeopleTilesTests {
  private let scratch: Scratch
  private let blind, bright: Network

  init() throws {
    let scratch = Scratch()
    self.scratch = scratch
    let runtime = try OnnxRuntime(library: #require(MadeNetwork.runtime))
    func network(_ name: String, _ weight: Float) throws -> Network {
      let path = scratch.path(name)
      try MadeNetwork.write(to: path, shape: [1, 3, 64, 64], weights: [weight, 0, 0])
      return try Network(path, NetworkForm(), runtime)
    }
    blind = try network("blind.onnx", 0)
    bright = try network("bright.onnx", 1)
  }

  /// The mask of discs in a frame.
  private func found(
    _ discs: [Disc], _ width: Int = 640, _ height: Int = 360, isPhoto: Bool = true,
    turn: Turn = .upright
  ) throws -> NetworkMask {
    let sight = SubjectSight(turn: turn, isPhoto: isPhoto) { [blind, bright] _, isWide in
      isWide ? blind : bright
    }
    return try discs.drawn(width, height) { picture in
      sight.turn(to: picture)
      return try sight.mask(of: .person, in: picture)
    }
  }

  /// At edges and corners too; in a clip the network for the whole frame counts.
  @Test func everyPersonIsFoundInATiledPhoto() throws {
    let discs = [
      Disc(x: 0.05, y: 0.05, radius: 0.05), Disc(x: 0.9, y: 0.5, radius: 0.07),
      Disc(x: 1.2, y: 0.3, radius: 0.05), Disc(x: 1.72, y: 0.94, radius: 0.05),
      Disc(x: 0.4, y: 0.7, radius: 0.05),
    ]
    let mask = try found(discs)
    let (width, height) = (640.0, 360.0)
    for disc in discs {
      #expect(mask.value(disc.x * height / width, disc.y) > 0.9, "\(disc)")
    }
    let share = Double(mask.values.reduce(0, +)) / Double(mask.values.count)
    let truth = discs.reduce(0) { $0 + Double.pi * $1.radius * $1.radius } * height / width
    #expect(abs(share - truth) < 0.2 * truth, "\(share) of \(truth)")
    #expect(try found(discs, isPhoto: false).values.allSatisfy { $0 == 0 })
  }

  /// Places are those of the displayed photo.
  @Test func peopleInARotatedPhotoLieAsDisplayed() throws {
    let mask = try found(
      [Disc(x: 0.3, y: 0.2, radius: 0.06)], turn: Turn(orientation: 3))
    #expect(mask.value(1 - 0.3 * 360 / 640, 0.8) > 0.9 && mask.value(0.3 * 360 / 640, 0.2) < 0.1)
  }

  /// Uncertain people are left out, and so are specks.
  @Test func uncertainAndTinyPeopleAreLeftOut() throws {
    #expect(try found([Disc(x: 0.9, y: 0.5, radius: 0.07, code: 180)]).values.max()! == 0)
    #expect(try found([Disc(x: 0.9, y: 0.5, radius: 0.07, code: 235)]).values.max()! > 0.8)
    #expect(try found([Disc(x: 0.9, y: 0.5, radius: 0.02)]).values.max()! == 0)
  }

  /// Small pictures and narrow bands are not tiled, to save time.
  @Test(arguments: [(1, 1), (7, 5), (180, 100), (4000, 200)])
  func smallPhotosAreNotTiled(width: Int, height: Int) throws {
    let mask = try found([Disc(x: 0.5, y: 0.5, radius: 0.05)], width, height)
    #expect(mask.width <= 384 && mask.height <= 384)
  }
}
