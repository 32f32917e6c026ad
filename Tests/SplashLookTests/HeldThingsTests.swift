import SplashLook
import Testing

/// Red without people, on drawn frames and masks of people: a red square, an arm of another
/// color with a slightly red hand, and the area where a network sees a person.
struct HeldThingsTests {
  private static let (columns, rows) = (320, 180)
  private let look = Look(instructionSet: .reference)

  private struct Box {
    var x, y, width, height: Int

    func holds(_ x: Int, _ y: Int) -> Bool {
      self.x..<self.x + width ~= x && self.y..<self.y + height ~= y
    }
  }

  private static let square = Box(x: 180, y: 60, width: 40, height: 60)
  /// The arm reaches the square, or does not.
  private static let (near, away) = (
    Box(x: 40, y: 75, width: 140, height: 30), Box(x: 40, y: 75, width: 60, height: 30)
  )

  private func isHand(_ x: Int, _ arm: Box) -> Bool { x >= arm.x + arm.width - 20 }

  /// The mask in the middle of the square, and of the hand, 0…1.
  ///
  /// - Parameter ground: luma of the background.
  private func kept(_ arm: Box, ground: UInt8 = 128) throws -> (square: Double, hand: Double) {
    let count = Self.columns * Self.rows
    var codes = [UInt8](repeating: ground, count: 3 * count)
    var people = [UInt8](repeating: 0, count: count)
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        let place = y * Self.columns + x
        let isSquare = Self.square.holds(x, y)
        let color: (UInt8, UInt8) =
          isSquare
          ? (90, 220) : !arm.holds(x, y) ? (128, 128) : isHand(x, arm) ? (115, 165) : (160, 110)
        (codes[count + place], codes[2 * count + place]) = color
        if isSquare || arm.holds(x, y) { people[place] = 255 }
      }
    }
    var settings = SplashSettings()
    settings.hues = [HueRange(center: 0, width: 60)]
    settings.whiteBalance = .off
    settings.without = [.subject(.person)]
    var materials = LookMaterials()
    materials.masks[.subject(.person)] = people.withUnsafeBufferPointer { people in
      MaskPlane(width: Self.columns, height: Self.rows, turn: .upright) {
        UnsafeBufferPointer(rebasing: people[$0 * Self.columns..<($0 + 1) * Self.columns])
      }
    }
    let format = SampleFormat(
      components: (0..<3).map { .init(plane: $0, step: 1, depth: 8) }, log2ChromaWidth: 0,
      log2ChromaHeight: 0)
    let samples = codes.withUnsafeMutableBufferPointer { codes in
      let start = codes.baseAddress!
      let picture = PlaneView(
        planes: PlaneView.Planes(
          .init(start, stride: Self.columns), .init(start + count, stride: Self.columns),
          .init(start + 2 * count, stride: Self.columns)
        ), width: Self.columns, height: Self.rows, format: format,
        coding: ColorCoding(matrix: .bt709, range: .limited))
      return look.mask(
        of: picture, settings, look.gains(for: picture, at: nil, settings), materials
      ).samples
    }
    func value(_ x: Int, _ y: Int) -> Double { Double(samples[y * Self.columns + x]) / 255 }
    return (value(200, 90), value(arm.x + arm.width - 10, 90))
  }

  /// A square that once stood apart is no part of a person who touches it later; the hand is.
  @Test func objectThatOnceStoodApartIsKept() throws {
    for arm in [Self.away, Self.near] {
      let kept = try kept(arm)
      #expect(kept.square > 0.9 && kept.hand < 0.1, "\(kept)")
    }
  }

  /// It stays so while it is held twenty times as long.
  @Test func objectIsKeptWhileItIsHeldForLong() throws {
    _ = try kept(Self.away)
    for _ in 0..<20 { #expect(try kept(Self.near).square > 0.9) }
  }

  /// An object that always touched a person is clothing.
  @Test func clothesAreExcludedWithTheirPerson() throws {
    for _ in 0..<3 {
      let kept = try kept(Self.near)
      #expect(kept.square < 0.1 && kept.hand < 0.1, "\(kept)")
    }
  }

  /// A shot change forgets objects.
  @Test func shotChangeForgetsHeldObjects() throws {
    #expect(try kept(Self.away, ground: 40).square > 0.9)
    #expect(try kept(Self.near, ground: 200).square < 0.1)
  }

  /// So each frame depends on its whole shot.
  @Test func withoutPersonDependsOnTheWholeShot() throws {
    var settings = SplashSettings()
    settings.hues = try HueRange.ranges("red")
    settings.whiteBalance = .off
    settings.without = [.subject(.person)]
    #expect(settings.memory.seconds == .infinity)
    settings.without = [try Selection("box=0,0,1,0.5")]
    #expect(settings.memory.seconds == 0)
  }
}
