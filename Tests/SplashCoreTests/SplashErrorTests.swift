import SplashCore
import Testing

/// Errors are one line that is safe to show in a terminal.
struct SplashErrorTests {
  @Test func errorsEscapeControlCharactersOfNames() {
    let error = SplashError(.badInput, "evil\u{1b}[2J\u{7}\r\n.mp4", cause: "a\nb", remedy: "c")
    #expect(
      !error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(error.description == #"evil\x1B[2J\x07\x0D\x0A.mp4: a b; c"#)
  }

  @Test func lengthOfErrorsIsBounded() {
    let error = SplashError(.usage, String(repeating: "x", count: 1_000_000), cause: "the end")
    #expect(error.description.count < 1000)
    #expect(error.description.hasSuffix("the end"))
  }
}
