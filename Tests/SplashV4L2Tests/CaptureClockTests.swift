import SplashV4L2
import Testing

@Suite struct CaptureClockTests {
  @Test func captureStampsBecomePresentationTimes() {
    var clock = CaptureClock()
    let first = clock.time(of: 5_000_000_000, now: 5_010_000_000)
    #expect(first == (5_000_000_000, 0))
    let second = clock.time(of: 5_033_333_000, now: 5_040_000_000)
    #expect(second == (5_033_333_000, 33_333))
  }

  @Test func presentationTimesAlwaysGrow() {
    var clock = CaptureClock()
    _ = clock.time(of: 5_000_000_000, now: 5_000_000_000)
    #expect(clock.time(of: 5_000_000_000, now: 5_000_000_000).presentation == 1)
    #expect(clock.time(of: 4_000_000_000, now: 5_000_000_000).presentation == 2)
  }

  @Test func absurdCaptureStampsAreReplaced() {
    var clock = CaptureClock()
    #expect(clock.time(of: nil, now: 20_000_000_000).capture == 20_000_000_000)
    #expect(clock.time(of: 1, now: 20_000_000_000).capture == 20_000_000_000)
    #expect(clock.time(of: .max, now: 20_000_000_000).capture == 20_000_000_000)
  }

  @Test func sequenceGapsCountAsLostFrames() {
    var clock = CaptureClock()
    #expect(clock.lost(before: 0) == 0)
    #expect(clock.lost(before: 8) == 0)
    #expect(clock.lost(before: 11) == 2)
    #expect(clock.lost(before: 11) == 0)
    #expect(clock.lost(before: 0) == 0)
    #expect(clock.lost(before: .max) == 0)
    #expect(clock.lost(before: 1) == 1)
    clock.forgetSequence()
    #expect(clock.lost(before: 50) == 0)
  }
}

@Suite struct DeliveryWatchTests {
  @Test func patienceIsFivePeriodsAfterTheFirstFrame() {
    var watch = DeliveryWatch(interval: FrameInterval(1, 50))
    #expect(watch.patience == 2)
    watch.delivered(at: 1_000_000_000)
    #expect(abs(watch.patience - 0.1) < 1e-9)
  }

  @Test func patienceFollowsASlowerCamera() {
    var watch = DeliveryWatch(interval: FrameInterval(1, 30))
    watch.delivered(at: 1_000_000_000)
    watch.delivered(at: 1_125_000_000)
    #expect(abs(watch.patience - 0.625) < 1e-9)
  }

  @Test func patienceGrowsWithRestarts() {
    var watch = DeliveryWatch(interval: FrameInterval(1, 50))
    watch.delivered(at: 1_000_000_000)
    watch.restarted()
    #expect(watch.patience == 2)
    watch.delivered(at: 2_000_000_000)
    #expect(abs(watch.patience - 0.2) < 1e-9)
    for picture in 1...4 { watch.delivered(at: 2_000_000_000 + UInt64(picture) * 20_000_000) }
    #expect(abs(watch.patience - 0.1) < 1e-9)
  }
}
