import CFFmpeg
import SplashCore
import Testing

/// Time codes against SMPTE ST 12-1, whose dropped numbers keep 29.97 frames a second with the
/// clock.
struct TimecodeTests {
  private let rates = (
    pal: AVRational(num: 25, den: 1), ntsc: AVRational(num: 30000, den: 1001),
    double: AVRational(num: 60000, den: 1001)
  )

  @Test(arguments: [
    ("00:00:59;29", 1, "00:01:00;02"), ("00:09:59;29", 1, "00:10:00;00"),
    ("00:10:59;29", 1, "00:11:00;02"), ("01:00:00;00", 107892, "02:00:00;00"),
    ("23:59:59;29", 1, "00:00:00;00"), ("00:01:00;02", -1, "00:00:59;29"),
    ("10:00:00:00", 30, "10:00:01:00"),
  ])
  func dropFrameSkipsNumbersExceptEveryTenthMinute(code: String, pictures: Int, expected: String) {
    let moved = Timecode(code, rate: rates.ntsc)?.moved(by: pictures)
    #expect(moved?.description == expected)
  }

  @Test func timecodesReadBackAsWritten() throws {
    for rate in [rates.ntsc, rates.double] {
      var code = try #require(Timecode("00:00:00;00", rate: rate))
      for _ in 0..<2000 {
        #expect(Timecode("\(code)", rate: rate) == code)
        code = code.moved(by: 1297)
      }
    }
  }

  @Test func timecodeConvertsToTheSameTimeAtAnotherRate() {
    let code = Timecode("10:00:00:10", rate: rates.pal)
    #expect(code?.converted(to: AVRational(num: 50, den: 1))?.description == "10:00:00:20")
    #expect(code?.converted(to: AVRational(num: 30, den: 1))?.description == "10:00:00:12")
    #expect(code?.converted(to: AVRational(num: 10, den: 1)) == nil)
    let dropped = Timecode("10:00:00;10", rate: rates.ntsc)
    #expect(dropped?.converted(to: rates.pal) == nil)
    #expect(dropped?.converted(to: rates.double)?.description == "10:00:00;20")
  }

  @Test(arguments: ["", "10:00:00", "10:00:00:25", "10:00:00;10", "aa:00:00:00", "24:00:00:00"])
  func invalidTimecodesAreNil(text: String) {
    #expect(Timecode(text, rate: rates.pal) == nil)
  }
}
