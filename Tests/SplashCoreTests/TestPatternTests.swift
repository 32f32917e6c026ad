import SplashCore
import Testing

struct TestPatternTests {
  @Test(arguments: [
    ("test:", 1280, 720, 60.0), ("test:640x480", 640, 480, 60),
    ("test:1920x1080@24", 1920, 1080, 24),
    ("test:@30", 1280, 720, 30), ("test:17x33@1", 17, 33, 1),
  ])
  func testPatternNameSetsSizeAndRate(name: String, width: Int, height: Int, rate: Double) throws {
    let media = try TestPattern(name).media
    #expect(media.width == width && media.height == height && media.frameRate == rate)
  }

  @Test(arguments: [
    "test:8x8", "test:1280", "test:0x0@0", "test:99999x10", "test:640x480@", "test",
  ])
  func invalidTestPatternNamesAreRefused(name: String) {
    #expect(throws: SplashError.self) { try TestPattern(name) }
  }

  @Test func testPatternFramesAreEvenlySpacedAndEndless() throws {
    let pattern = try TestPattern("test:64x48@50")
    let clock = StageClock()
    for index in 0..<200 {
      guard case .picture(let frame) = try pattern.next(clock) else {
        Issue.record("the pattern ended at picture \(index)")
        return
      }
      let time = frame.presentationTime
      #expect(abs(try #require(time) - Double(index) / 50) < 1e-9)
    }
    pattern.interrupt()
    if try pattern.next(clock) != nil { Issue.record("it went on after interrupt()") }
  }

  /// Pixels move to the left and come back at the right.
  @Test func testPatternMovesByTwoPixelsAFrame() throws {
    let pattern = try TestPattern("test:64x48@50")
    func luma() throws -> [UInt8] {
      guard case .picture(let frame) = try pattern.next(StageClock()) else { return [] }
      return frame.withPlanes { Array($0.row(10, ofPlane: 0)) } ?? []
    }
    let first = try luma()
    try #require(first.count == 64 && Set(first).count > 8)
    for step in 1...40 {
      let drift = 2 * step % 64
      #expect(try luma() == Array(first[drift...] + first[..<drift]))
    }
  }
}
