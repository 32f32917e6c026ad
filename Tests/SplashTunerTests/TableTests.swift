import SplashFilter
import TestSupport

/// What the page shows and sends, against the table of settings.
@Suite(.serialized)
struct TableTests {
  /// The page's command line gives the same settings, whatever they are.
  @Test(arguments: [UInt64(7)])
  func commandMatchesThePagesSettings(seed: UInt64) throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let tuner = try RunningTuner("test:64x48@30", "--allow-folder", scratch.folder.path)
    let client = try RawWebSocket(tuner)
    let mask = scratch.path("it's a mask, or 1:2.png")
    try FileManager.default.copyItem(atPath: Clips.path("card.png"), toPath: mask)
    for (index, settings) in SplashSettings.everyCombination(seed: seed, mask: mask).enumerated()
    where index % 6 == 0 {
      let json = try JSONSerialization.jsonObject(with: Data(settings.json.utf8))
      let message = try JSONSerialization.data(withJSONObject: ["do": "set", "settings": json])
      client.send(String(decoding: message, as: UTF8.self))
      var status: [String: Any]?
      var threshold: Double?
      repeat {
        status = client.next("status")
        threshold = (status?["settings"] as? [String: Any])?["threshold"] as? Double
      } while status != nil && threshold != settings.rounded.threshold
      let command = try #require(status?["command"] as? String, "seed \(seed), settings \(index)")
      _ = try scratch.shell("\(command) -y --quiet --frames 1 --save-settings '\(file)'")
      let shown = try RawResponse(tuner, "GET", "/settings.json").body
      #expect(try String(contentsOfFile: file, encoding: .utf8) == shown, "\(command)")
      let read = try SplashSettings(json: shown.utf8)
      var meant = settings.rounded
      meant.show = .result
      #expect(read == meant, "seed \(seed), settings \(index)")
    }
  }

  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pageHasTheTablesLabelsTooltipsAndRanges() throws {
    let tuner = try RunningTuner("test:320x240@30", "--hue", "0")
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(browser, tuner.address)
    for field in SettingField.all where field.section != nil {
      let control = field.description.control
      let input = "document.querySelector('#controls [data-key^=\"\(field.key)\"]')"
      func text(_ expression: String) throws -> String? { try page.value(expression) as? String }
      #expect(try text("\(input).closest('.row').title") == field.summary)
      #expect(try text("\(input).closest('.row').textContent")?.contains(field.label) == true)
      #expect(
        try text("\(input).closest('fieldset').querySelector('legend').textContent")
          == field.section?.rawValue)
      guard [.slider, .span].contains(control.kind) else { continue }
      for (name, value) in [("min", control.min), ("max", control.max), ("step", control.step)] {
        #expect(try page.number("Number(\(input).\(name))") == value, "\(field.key) \(name)")
      }
    }
    // The hues' row and the wheel's handles.
    #expect(
      try page.value("document.querySelector('#hues [data-key=width]').title.includes(' to 180°')")
        as? Bool == true)
    #expect(
      try page.number("Number(document.querySelector('.knob').getAttribute('aria-valuemax'))")
        == 359)
    // A softness of its own, and the general width.
    try page.set("#hues [data-key=softness]", to: 8)
    try page.wait(
      "the flag", for: "document.getElementById('command').textContent.includes('--hue 0::8 ')")
    try page.set("[data-key=\"threshold\"]", to: 33)
    try page.wait(
      "the general width",
      for: "document.querySelector('#hues [data-key=width]').value === '33'")
    #expect(browser.takeComplaints() == [])
  }

  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pageOffersTheNamedColors() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(browser, tuner.address)
    try page.wait(
      "the default", for: "document.querySelector('#hues [data-key=center]')?.value === '356.5'")
    let names = try page.value(
      "[...document.querySelectorAll('#names button')].map(button => button.textContent)")
    #expect(
      names as? [String]
        == ColorName.basic.map(\.name) + ["white", "silver", "grey", "black"])
    try page.value(
      "[...document.querySelectorAll('#names button')].find(b => b.textContent === 'green').click()"
    )
    let flags = try HueRange.ranges("green").map { "--hue \($0.text)" }.joined(separator: " ")
    try page.wait(
      "its flags", for: "document.getElementById('command').textContent.includes('\(flags)')")
    #expect(browser.takeComplaints() == [])
  }
}
