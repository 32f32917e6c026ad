import TestSupport

/// Messages and settings of a page whose JSON is nested too deep for Foundation's decoder.
@Suite(.serialized)
struct NestedMessageTests {
  private let deep = String(repeating: "[", count: 513)

  @Test func deeplyNestedMessagesDoNotCrashTheTuner() throws {
    let tuner = try RunningTuner("test:64x48@5")
    let client = try RawWebSocket(tuner)
    try #require(client.nextPicture() != nil)
    for message in [
      deep, "{\"do\":\"set\",\"settings\":\(deep)",
      "{\"do\":\"timeline\",\"timeline\":\"\(deep)\"}",
    ] {
      client.send(message)
      #expect(client.next("refusal") != nil, "\(message.prefix(40))")
    }
    let answer = try RawResponse(tuner, "POST", "/settings.json", body: Array(deep.utf8))
    #expect(400..<500 ~= answer.status && answer.body.contains("nested deeper"), "\(answer)")
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
    #expect(client.nextPicture() != nil && tuner.isRunning)
  }
}
