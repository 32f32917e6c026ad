import CFFmpeg
import SplashFFmpeg
import Testing

/// The requested part of an input, against the promises of its comments.
struct TimeWindowTests {
  private let milliseconds = AVRational(num: 1, den: 1000)

  private func window(
    start: Double? = nil, duration: Double? = nil, fileStart: Int64 = 0, keepsStart: Bool = false
  ) -> TimeWindow {
    var options = InputOptions()
    (options.start, options.duration, options.keepsStart) = (start, duration, keepsStart)
    return TimeWindow(options: options, fileStart: fileStart)
  }

  @Test func timesStayWithoutAStart() {
    for window in [
      window(), window(fileStart: ff_no_timestamp),
      window(fileStart: 5_000_000, keepsStart: true),
    ] {
      for time: Int64 in [-3000, 0, 7, 5000, 1 << 40] {
        #expect(window.place(time, timeBase: milliseconds) == .inside(time))
      }
    }
  }

  /// Times before zero are moved to zero.
  @Test func earlyFileIsMovedToZero() {
    for keepsStart in [false, true] {
      let window = window(fileStart: -5_000_000, keepsStart: keepsStart)
      #expect(window.place(-5000, timeBase: milliseconds) == .inside(0))
      #expect(window.place(7, timeBase: milliseconds) == .inside(5007))
    }
  }

  @Test func firstFrameBeforeTheStatedStartBeginsAtZero() {
    var window = window(fileStart: 5_000_000)
    window.begin(by: 4.96)
    #expect(window.place(4960, timeBase: milliseconds) == .inside(0))
    window.begin(by: 5.5)
    #expect(window.place(4960, timeBase: milliseconds) == .inside(0))
    var part = self.window(start: 2, fileStart: 5_000_000)
    part.begin(by: 4.96)
    #expect(part.place(7000, timeBase: milliseconds) == .inside(0))
  }

  @Test func lateFileIsMovedToZero() {
    let window = window(fileStart: 5_000_000)
    #expect(window.place(4000, timeBase: milliseconds) == .inside(-1000))
    #expect(window.place(5000, timeBase: milliseconds) == .inside(0))
    #expect(window.place(7000, timeBase: milliseconds) == .inside(2000))
  }

  @Test func windowStartBecomesZeroAndItsEndIsOutside() {
    let window = window(start: 2, duration: 3)
    #expect(window.place(1999, timeBase: milliseconds) == .before)
    #expect(window.place(2000, timeBase: milliseconds) == .inside(0))
    #expect(window.place(4999, timeBase: milliseconds) == .inside(2999))
    #expect(window.place(5000, timeBase: milliseconds) == .after)
  }

  @Test func windowSecondsCountFromTheFileStart() {
    let window = window(start: 2, duration: 3, fileStart: 10_000_000)
    #expect(window.place(11_999, timeBase: milliseconds) == .before)
    #expect(window.place(12_000, timeBase: milliseconds) == .inside(0))
    #expect(window.place(15_000, timeBase: milliseconds) == .after)
    let whole = self.window(duration: 3, fileStart: 10_000_000)
    #expect(whole.place(12_999, timeBase: milliseconds) == .inside(2_999))
    #expect(whole.place(13_000, timeBase: milliseconds) == .after)
  }

  @Test func placedTimesAreNeverNegativeInAnyTimeBase() {
    let bases = [AVRational(num: 1, den: 24), AVRational(num: 1001, den: 30000), milliseconds]
    for start in [0.01, 0.1, 1 / 3.0, 2.499, 7.77] {
      let window = window(start: start)
      for base in bases {
        let middle = Int64(start * Double(base.den) / Double(base.num))
        for time in (middle - 3)...(middle + 3) {
          if case .inside(let place) = window.place(time, timeBase: base) { #expect(place >= 0) }
        }
      }
    }
  }

  @Test func closingEndsTheWindowAfterAFrame() {
    var part = window(start: 2)
    part.close(after: 500, duration: 40, timeBase: milliseconds)
    #expect(part.place(2539, timeBase: milliseconds) == .inside(539))
    #expect(part.place(2540, timeBase: milliseconds) == .after)
    // Closing never lengthens a part, and a frame without a duration lasts a tick.
    part.close(after: 900, duration: 40, timeBase: milliseconds)
    #expect(part.place(2540, timeBase: milliseconds) == .after)
    var whole = window()
    whole.close(after: 500, duration: 0, timeBase: milliseconds)
    #expect(whole.place(500, timeBase: milliseconds) == .inside(500))
    #expect(whole.place(501, timeBase: milliseconds) == .after)
  }

  @Test func packetsAreJudgedByPTSAndKeepTheirDTSOffset() {
    let window = window(start: 2, duration: 3)
    var packet = AVPacket()
    (packet.pts, packet.dts) = (2100, 1900)
    #expect(window.place(&packet, timeBase: milliseconds))
    #expect(packet.pts == 100 && packet.dts == -100)
    (packet.pts, packet.dts) = (ff_no_timestamp, 2500)
    #expect(window.place(&packet, timeBase: milliseconds))
    #expect(packet.pts == ff_no_timestamp && packet.dts == 500)
    (packet.pts, packet.dts) = (1999, 2500)
    #expect(!window.place(&packet, timeBase: milliseconds))
    (packet.pts, packet.dts) = (5000, 4000)
    #expect(!window.place(&packet, timeBase: milliseconds))
    (packet.pts, packet.dts) = (ff_no_timestamp, ff_no_timestamp)
    #expect(window.place(&packet, timeBase: milliseconds))
  }

  @Test func packetsASecondPastTheEndEndTheWindow() {
    var packet = AVPacket()
    packet.dts = 6000
    #expect(!window(start: 2, duration: 3).isLongPast(&packet, timeBase: milliseconds))
    packet.dts = 6001
    #expect(window(start: 2, duration: 3).isLongPast(&packet, timeBase: milliseconds))
    #expect(!window(start: 2).isLongPast(&packet, timeBase: milliseconds))
    packet.dts = ff_no_timestamp
    #expect(!window(start: 2, duration: 3).isLongPast(&packet, timeBase: milliseconds))
  }

  @Test func brokenTimeBaseDoesNotTrap() {
    for base in [
      AVRational(num: 0, den: 1), AVRational(num: 1, den: 0), AVRational(num: 0, den: 0),
    ] {
      _ = window(start: 2, duration: 3).place(7, timeBase: base)
    }
  }
}
