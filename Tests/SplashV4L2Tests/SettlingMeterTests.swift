import SplashV4L2
import Testing

@Suite struct SettlingMeterTests {
  /// When a frame whose mean luma follows a curve counts as settled, at 30 frames a second.
  func settledAt(_ luma: (Double) -> Double) -> Double? {
    var meter = SettlingMeter()
    for frame in 0..<300 {
      let time = Double(frame) / 30
      if meter.add(time: time, means: [luma(time), 128, 128]) { return time }
    }
    return nil
  }

  @Test func constantLumaSettlesAfterASecond() throws {
    #expect(abs(try #require(settledAt { _ in 100 }) - 1) < 0.05)
  }

  @Test func settlingWaitsForTheExposure() throws {
    let time = try #require(settledAt { $0 < 2 ? 40 * $0 : 80 })
    #expect((2.9...3.1).contains(time))
  }

  @Test func smallNoiseCountsAsSettled() throws {
    #expect(try #require(settledAt { 100 + ($0 * 30).truncatingRemainder(dividingBy: 2) }) < 1.1)
  }

  @Test func unsteadyLumaIsGivenUpAfterFiveSeconds() throws {
    let time = try #require(settledAt { 100 + 50 * ($0 * 3).truncatingRemainder(dividingBy: 1) })
    #expect(abs(time - 5) < 0.05)
  }
}
