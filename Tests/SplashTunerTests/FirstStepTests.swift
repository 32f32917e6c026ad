import TestSupport

/// Offers of the page before anything is selected, and the presets that it shares with the command.
@Suite(.serialized)
struct FirstStepTests {
  /// Colors are offered with their shares and a thumbnail each; a clicked one is selected.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func offeredColorsHaveSharesAndThumbnails() throws {
    try withPage(RunningTuner(Clips.path("cups-720p.mp4"))) { page in
      let cards = "[...document.querySelectorAll('#welcome-colors button')]"
      try page.wait(
        "pictures",
        for: "\(cards).length > 0 && \(cards).every(c => c.querySelector('img')?.naturalWidth > 40)"
      )
      #expect(
        try page.value(
          "\(cards).every(c => /^[a-z]+,.*frame$/i.test(c.querySelector('.words').innerText))")
          as? Bool == true)
      // The page's style makes it a capital one, which not every browser tells with the text.
      #expect(
        try page.value(
          "\(cards).every(c => getComputedStyle(c.querySelector('b'), '::first-letter').textTransform === 'uppercase')"
        ) as? Bool == true)
      #expect(
        try page.value("document.querySelectorAll('#welcome-things button').length") as? Int == 3)
      try page.click("#welcome-colors button")
      try page.waitForCommand("--hue")
      try page.wait("the end of it", for: "document.getElementById('welcome').hidden")
    }
  }

  /// What has no small picture yet has an icon and a word, on no grey.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func offersAreNoGreyBoxes() throws {
    let silent = """
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { if (!text.includes('"offers"')) send.call(this, text); };
      """
    try withPage(RunningTuner("test:640x360@10"), before: silent) { page in
      let cards = "[...document.querySelectorAll('.card')]"
      try page.wait("cards", for: "\(cards).length > 5")
      let grey =
        try page.value(
          """
          \(cards).filter(card => {
            const shot = card.querySelector('.shot');
            const [r, g, b, a = 1] = getComputedStyle(shot).backgroundColor.match(/[0-9.]+/g).map(Number);
            return !shot.querySelector('svg') || !card.innerText.trim() || a > 0 && r === g && g === b;
          }).map(card => card.outerHTML)
          """) as? [String]
      #expect(grey == [])
    }
  }

  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func oneClickKeepsPeople() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.wait("the row", for: "!document.getElementById('welcome').hidden")
      // Without networks the page says how to get them, and the row stays.
      try page.click("#welcome-things button")
      try page.wait(
        "an answer",
        for: """
          document.getElementById('command').textContent.includes('--keep person')
            || document.getElementById('toast').textContent.includes('models')
          """)
    }
  }

  /// The share of a color is that of the command's mask, on a smaller frame.
  @Test func offeredSharesMatchTheCommandsMask() throws {
    let tuner = try RunningTuner("test:640x360@10", "--white-balance", "off")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    _ = client.next("status")
    usleep(500_000)
    client.send("{\"do\": \"offers\", \"offers\": {\"hues\": [120, 240]}}")
    // Each by itself, as soon as it is known.
    let offers = try (0..<2).flatMap { _ in
      let offers = try #require(client.next("offers")?["offers"] as? [[String: Any]])
      #expect(offers.count == 1)
      return offers
    }
    #expect(offers.compactMap { $0["hue"] as? Double } == [120, 240])
    for offer in offers {
      let share = try #require(offer["share"] as? Double)
      // One of twelve balls, each a fiftieth of the frame.
      #expect((0.01...0.06).contains(share), "\(share)")
      let picture = Data(base64Encoded: offer["picture"] as? String ?? "") ?? Data()
      #expect(picture.starts(with: [0xFF, 0xD8]))
    }
    for wrong in [
      "{\"hues\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}", "{\"hues\": [400]}", "{\"hues\": [-1]}",
      "{\"keep\": \"mask=/etc/passwd\"}", "[]",
    ] {
      client.send("{\"do\": \"offers\", \"offers\": \(wrong)}")
      #expect(client.next("refusal")?["text"] != nil, "\(wrong)")
    }
  }

  private func presets(_ answer: [String: Any]?) -> [(name: String, isOwn: Bool)] {
    (answer?["presets"] as? [[String: Any]] ?? []).compactMap { entry in
      (entry["name"] as? String).map { ($0, entry["isOwn"] as? Bool ?? false) }
    }
  }

  /// Presets that the page saves are there for the command, and the other way round.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pageAndCommandShareTheirPresets() throws {
    let scratch = Scratch()
    let home = ["XDG_CONFIG_HOME": scratch.folder.path]
    func run(_ words: String...) throws -> String {
      let run = try Command.run(
        "env", ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path, "presets"] + words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      return run.text
    }
    _ = try run("save", "dusk", "--hue", "30:20", "--smoothing", "0.3")
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14", environment: home)
    try withPage(tuner) { page in
      let list = "document.getElementById('preset-list').textContent"
      func keep(_ name: String) throws {
        try page.focus("#preset-name")
        for key in name { try page.press(String(key)) }
        try page.press("Enter")
      }
      try page.click("#presets")
      try page.wait("the command's", for: "\(list).includes('dusk')")
      try page.click("#preset-list button")
      try page.waitForCommand("--hue 30:20")
      try page.wait("the end", for: "!document.getElementById('preset-dialog').open")
      try page.set("#controls [data-key=\"stability\"]", to: 0.8)
      try page.waitForCommand("--smoothing 0.8")
      try page.click("#presets")
      try keep("dawn")
      try page.wait("it", for: "\(list).includes('dawn')")
      #expect(try run("show", "dawn").contains("0.8"))
      // An existing preset is replaced after a second confirmation.
      try keep("dusk")
      try page.wait(
        "a question", for: "document.getElementById('preset-refusal').textContent.includes('dusk')")
      #expect(try !run("show", "dusk").contains("0.8"))
      try page.press("Enter")
      try page.wait(
        "its end", for: "document.getElementById('toast').textContent.includes('dusk')")
      #expect(try run("show", "dusk").contains("0.8"))
      try page.click("#preset-list li:first-child button:last-child")
      try page.wait("one less", for: "!\(list).includes('dawn')")
      #expect(try !run("list").contains("dawn"))
    }
  }

  /// Names cannot lead to other folders, shipped presets stay, and files in settings are checked.
  @Test func presetsNamingFilesElsewhereAreRefused() throws {
    let scratch = Scratch()
    let folder = try scratch.makeFolder("splash/presets")
    try Data("{\"rest\": \"lut=/etc/hosts\"}".utf8)
      .write(to: URL(fileURLWithPath: folder + "/far.json"))
    let tuner = try RunningTuner(
      "test:64x48@10", environment: ["XDG_CONFIG_HOME": scratch.folder.path])
    let client = try RawWebSocket(tuner)
    func ask(_ order: String) { client.send("{\"do\": \"preset\", \"preset\": \(order)}") }
    ask("{\"what\": \"list\"}")
    let all = presets(client.next("presets"))
    #expect(all.first?.name == "far" && all.first?.isOwn == true)
    let shipped = try #require(all.first { !$0.isOwn }?.name)
    for order in [
      "{\"what\": \"save\", \"name\": \"../up\"}", "{\"what\": \"save\", \"name\": \"a/b\"}",
      "{\"what\": \"save\", \"name\": \"\"}", "{\"what\": \"save\"}",
      "{\"what\": \"save\", \"name\": \"\(String(repeating: "a", count: 300))\"}",
      "{\"what\": \"save\", \"name\": \"\(shipped)\"}", "{\"what\": \"save\", \"name\": \"far\"}",
      "{\"what\": \"remove\", \"name\": \"\(shipped)\"}",
      "{\"what\": \"remove\", \"name\": \"../../x\"}", "{\"what\": \"use\", \"name\": \"nowhere\"}",
      "{\"what\": \"use\", \"name\": \"far\"}", "{\"what\": \"use\", \"name\": \"../presets/far\"}",
      "{\"what\": \"erase\", \"name\": \"far\"}", "{}",
    ] {
      ask(order)
      let text = client.next("refusal")?["text"] as? String ?? ""
      #expect(!text.isEmpty && !text.contains(scratch.folder.path), "\(order): \(text)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["far.json"])
    ask("{\"what\": \"use\", \"name\": \"\(shipped)\"}")
    #expect(client.next("presets")?["did"] as? String == "use")
  }

  /// Fades set on the page act like their flags.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func fadesCanBeSetOnThePage() throws {
    try withPage(RunningTuner(Clips.path("cups-720p.mp4"), "--hue", "354:14")) { page in
      try page.set("#controls [data-key=\"fadeIn\"]", to: 1.5)
      try page.set("#controls [data-key=\"fadeOut\"]", to: 0.5)
      try page.waitForCommand("--fade-in 1.5")
      try page.waitForCommand("--fade-out 0.5")
    }
    try withPage(RunningTuner("test:64x48@10")) { page in
      let isAbsent = try page.value("document.querySelector('[data-key=\"fadeIn\"]') === null")
      #expect(isAbsent as? Bool == true)
    }
  }
}
