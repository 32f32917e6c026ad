import Foundation
import SplashLook
import Testing

/// JSON that is nested too deep: it is refused, and the process does not crash.
struct NestedTextTests {
  /// Foundation's decoder crashes at the last of these.
  private static let deep = String(repeating: "[", count: 513)
  private static let reason = "nested deeper than 64"

  @Test func jsonNestedOver64LevelsIsRefused() {
    for (depth, isRead) in [(64, true), (65, false), (513, false)] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let base = SplashSettings()
      let error = #expect(throws: SettingError.self) {
        try LookTimeline(json: text.utf8, base: base)
      }
      #expect("\(error!)".contains(Self.reason) == !isRead, "\(depth): \(error!)")
    }
  }

  @Test func bracketsInStringsDoNotCountAsNesting() {
    let text = #"{"rest": ["\"\\"# + String(repeating: "[{", count: 300) + #""]}"#
    let error = #expect(throws: SettingError.self) { try SplashSettings(json: text.utf8) }
    #expect(!"\(error!)".contains(Self.reason), "\(error!)")
  }

  /// Quotes inside of two-byte letters would hide brackets from a scanner of bytes.
  @Test func jsonThatIsNotUTF8IsRefused() {
    let text = "[\"\u{2261}\"," + Self.deep
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let bytes = text.data(using: encoding)!
      let error = #expect(throws: SettingError.self) { try SplashSettings(json: bytes) }
      #expect("\(error!)".contains("not UTF-8"), "\(error!)")
    }
  }
}
