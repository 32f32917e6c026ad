import TestSupport

/// What the page keeps when the tuner ends and starts again.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct KeepingTests {
  private static let slider = "[data-key=\"threshold\"]"

  /// Another tuner at the first one's address.
  private func again(_ tuner: RunningTuner) throws -> RunningTuner {
    try RunningTuner("test:640x360@10", "--port", "\(tuner.endpoint.port)")
  }

  @Test func lookIsOfferedAfterATunerRestart() throws {
    let first = try RunningTuner("test:640x360@10")
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(browser, first.address)
    try page.set(Self.slider, to: 33)
    try page.waitForCommand("--hue-width 33")
    #expect(try page.value("document.getElementById('offer').hidden") as? Bool == true)
    first.stop()
    let second = try again(first)
    try page.wait("an offer", for: "!document.getElementById('offer').hidden")
    #expect(try !page.text("command").contains("--hue-width"))
    try page.click("#take-offer")
    try page.waitForCommand("--hue-width 33")
    second.stop()
    // A new page has the look from the browser's store, and may discard it.
    let third = try again(first)
    try page.navigate(to: third.address)
    try page.wait("an offer", for: "document.getElementById('offer')?.hidden === false")
    try page.click("#leave-offer")
    #expect(try page.value("document.getElementById('offer').hidden") as? Bool == true)
    #expect(try !page.text("command").contains("--hue-width"))
  }

  @Test func offlineChangesAreShownAsNotApplied() throws {
    let first = try RunningTuner("test:640x360@10")
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(browser, first.address)
    first.stop()
    try page.wait(
      "the end", for: "document.getElementById('connection').textContent.includes('not connected')")
    try page.click("#views [value=source]")
    #expect(
      try page.value("document.querySelector('#views :checked').value") as? String == "result")
    try page.set(Self.slider, to: 41)
    try page.wait(
      "a note", for: "document.getElementById('connection').textContent.includes('1 change')")
    let second = try again(first)
    try page.wait("an offer", for: "!document.getElementById('offer').hidden")
    #expect(try page.text("offer-text").contains("not applied"))
    try page.click("#take-offer")
    try page.waitForCommand("--hue-width 41")
    #expect(second.isRunning)
  }

  @Test func changesDuringAConnectionGapAreSent() throws {
    let gatheringSockets = """
      globalThis.sockets = [];
      WebSocket = class extends WebSocket {
        constructor(...words) { super(...words); sockets.push(this); }
      };
      """
    try withPage(RunningTuner("test:640x360@10"), before: gatheringSockets) { page in
      try page.value(
        """
        new Promise(done => {
          sockets[0].addEventListener('close', () => {
            const slider = document.querySelector('[data-key="threshold"]');
            slider.value = 52;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            done();
          });
          sockets[0].close();
        })
        """)
      try page.waitForCommand("--hue-width 52")
      #expect(try page.value("document.getElementById('offer').hidden") as? Bool == true)
    }
  }
}
