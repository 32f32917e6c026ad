import Foundation
import SplashCore
import SplashLook
import Testing

struct SplashSettingsTests {
  @Test func defaultsAreTheDocumentedOnes() throws {
    let settings = SplashSettings()
    #expect(settings.threshold == 20 && settings.softness == 10)
    #expect(settings.saturation == Interval(0.2, 1) && settings.value == Interval(0.1, 1))
    #expect(settings.gateSoftness == 0.1 && settings.chromaFloor == 0.04)
    #expect(settings.whiteBalance == .grayWorld && settings.balanceTime == 1)
    #expect(settings.stability == 0.5 && settings.despeckle == 1)
    #expect(settings.keptHues == [HueRange(center: 0)])
    try settings.validate()
  }

  @Test func jsonMakesTheRound() throws {
    var settings = SplashSettings()
    settings.hues = [try HueRange("350:15:5,s=0.3..1"), try HueRange("blue")]
    settings.drops = [try HueRange("200..220")]
    settings.whiteBalance = .card(.init(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
    settings.show = .sideBySide
    settings.invert = true
    #expect(try SplashSettings(json: settings.json) == settings)
    #expect(try SplashSettings(json: Data("{}".utf8)) == SplashSettings())
  }

  @Test(arguments: [
    (#"{"hue": []}"#, "hue"), (#"{"threshold": null, "softness": []}"#, "softness"),
    (#"{"whiteBalance": "sunny"}"#, "--white-balance"), (#"{"despeckle": 4}"#, "--despeckle"),
    (#"{"despeckle": 1.5}"#, "settings"), (#"{"show": "everything"}"#, "show"),
    (#"{"gateSoftness": -1}"#, "--gate-softness"), (#"{"balanceTime": 1e9}"#, "--balance-time"),
    (#"{"hues": [{"center": 400}]}"#, "--hue"), (#"{"hues": [{"width": 4}]}"#, "center"),
    ("[]", "settings"), ("", "settings"),
  ])
  func wrongSettingsAreNamed(json: String, name: String) {
    let error = #expect(throws: SplashError.self) { try SplashSettings(json: Data(json.utf8)) }
    #expect(error?.kind == .usage)
    #expect(error?.description.contains(name) == true, "\(String(describing: error))")
  }

  @Test func moreHuesThanAMaskTakesAreRefused() {
    var settings = SplashSettings()
    settings.hues = (0..<64).map { HueRange(center: Double($0)) }
    #expect(throws: Never.self) { try settings.validate() }
    settings.drops = [HueRange(center: 90)]
    #expect(throws: SplashError.self) { try settings.validate() }
  }

  @Test(arguments: ["off", "gray-world", "card=0.1,0.2,0.3,0.4", "gains=1.2,1,0.8"])
  func whiteBalanceMakesTheRound(text: String) throws {
    #expect(try WhiteBalanceMode(text).text == text)
  }

  @Test(arguments: [
    "auto", "off=1", "card", "card=0,0,1", "card=0,0,0,1", "card=0.5,0,0.6,1", "card=-1,0,1,1",
    "gains=1,1", "gains=0,1,1", "gains=1,1,nan", "gains=1,1,9",
  ])
  func otherWhiteBalancesAreRefused(text: String) {
    #expect(throws: SplashError.self) { try WhiteBalanceMode(text) }
  }
}
