import Foundation
import SplashSubjects
import Testing

/// People that are held where a network loses them, on drawn discs, without a network.
struct PeopleMemoryTests {
  private var memory = PeopleMemory(aspect: 16 / 9)
  /// Radius of the disc, in cells.
  private static let radius = 12.0

  /// The held mask in the next frame, at the disc's middle: 0 where nobody is missing.
  ///
  /// - Parameters:
  ///   - x: the middle of the disc; nil for no disc.
  ///   - isFound: whether the network finds it.
  private mutating func held(
    _ x: Double?, isFound: Bool, at place: Double? = nil, after gap: Double = 1 / 30
  ) -> Float {
    let (width, height) = (memory.width, memory.height)
    func isInside(_ cell: Int) -> Bool {
      guard let x else { return false }
      return hypot(Double(cell % width) - x, Double(cell / width) - Double(height) / 2)
        < Self.radius
    }
    let cells = 0..<width * height
    // Stripes distinguish places.
    let colors = [(0.8, 0.0), (0.3, 0.1), (0.2, 0.1)].flatMap { disc, stripe in
      cells.map { Float(isInside($0) ? disc : 0.5 + ($0 % width / 5 % 2 == 0 ? stripe : -stripe)) }
    }
    let found = NetworkMask(
      width: width, height: height, values: cells.map { isFound && isInside($0) ? 1 : 0 })
    memory.carry(to: colors, after: gap)
    let missing = memory.missing(in: found)
    memory.add(found, isFirst: false)
    guard let missing, let place = place ?? x else { return 0 }
    return memory.held(in: missing).value(place / Double(width), 0.5)
  }

  private mutating func find(_ pictures: Int, _ x: (Int) -> Double = { _ in 60 }) {
    for picture in 0..<pictures {
      let value = held(x(picture), isFound: true)
      #expect(value == 0, "picture \(picture)")
    }
  }

  /// For half a second, and not for one.
  @Test mutating func lostPersonIsHeldForHalfASecond() {
    find(15)
    let values = (0..<30).map { _ in held(60, isFound: false) }
    #expect(values.prefix(15).allSatisfy { $0 > 0.5 } && values.last == 0, "\(values)")
  }

  @Test mutating func lostPersonIsHeldWhereTheyMove() {
    find(15) { 30 + 2 * Double($0) }
    for picture in 0..<12 {
      let x = 60 + 2 * Double(picture)
      #expect(held(x, isFound: false) > 0.5, "picture \(picture)")
    }
    #expect(held(84, isFound: false, at: 60) == 0)
  }

  /// A person is dropped where the background is visible again.
  @Test mutating func personWhoLeavesIsDroppedAtOnce() {
    find(15)
    #expect(held(nil, isFound: false, at: 60) == 0)
  }

  @Test mutating func oneFrameDoesNotMakeAPersonKnown() {
    for _ in 0..<3 { _ = held(60, isFound: false) }
    find(1)
    #expect(held(60, isFound: false) == 0)
  }

  /// Frames that are far apart in time say little about each other.
  @Test mutating func framesFarApartDoNotHoldAPerson() {
    find(15)
    #expect(held(60, isFound: false, after: 1) == 0)
  }
}
