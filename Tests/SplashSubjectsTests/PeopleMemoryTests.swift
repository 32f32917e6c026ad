import Foundation
import SplashSubjects
import Testing

/// Who is remembered where a network finds nobody, on discs that are drawn, without a network.
struct PeopleMemoryTests {
  private var memory = PeopleMemory(aspect: 16 / 9)
  /// Of a disc, in cells.
  private static let radius = 12.0

  /// The disc as it is held in the next picture, at its middle: 0 where nobody is missing.
  ///
  /// - Parameters:
  ///   - x: where the disc is; nil where it is not there.
  ///   - isFound: by the network.
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
    // Stripes, so that places can be told apart.
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
  @Test mutating func whoIsNotFoundIsHeldForAWhile() {
    find(15)
    let values = (0..<30).map { _ in held(60, isFound: false) }
    #expect(values.prefix(15).allSatisfy { $0 > 0.5 } && values.last == 0, "\(values)")
  }

  @Test mutating func whoMovesIsHeldWhereHeIs() {
    find(15) { 30 + 2 * Double($0) }
    for picture in 0..<12 {
      let x = 60 + 2 * Double(picture)
      #expect(held(x, isFound: false) > 0.5, "picture \(picture)")
    }
    #expect(held(84, isFound: false, at: 60) == 0)
  }

  /// Where the ground is to be seen again nobody is held.
  @Test mutating func whoLeavesIsGoneAtOnce() {
    find(15)
    #expect(held(nil, isFound: false, at: 60) == 0)
  }

  @Test mutating func onePictureMakesNoMemory() {
    for _ in 0..<3 { _ = held(60, isFound: false) }
    find(1)
    #expect(held(60, isFound: false) == 0)
  }

  /// Pictures that are far apart say little of each other.
  @Test mutating func timeCounts() {
    find(15)
    #expect(held(60, isFound: false, after: 1) == 0)
  }
}
