import TestSupport

/// What new users want of the page, each with as few clicks as the table in Tuner.md says.
///
/// A click is a press of the mouse or a finger, a drag, or a word that is typed into a field; a
/// choice in a list of the browser counts twice, since it opens first.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct TenTasksTests {
  /// Counts what the user does.
  private final class Hands {
    let page: BrowserPage
    private(set) var clicks = 0

    init(_ page: BrowserPage) { self.page = page }

    func click(_ selector: String, x: Double = 0.5, y: Double = 0.5, _ modifier: Modifier = .none)
      throws
    {
      // A menu that is closed has to be opened by hand.
      let isSeen = "document.querySelector('\(selector)').checkVisibility()"
      try page.wait(selector, for: isSeen)
      clicks += 1
      try page.click(selector, x: x, y: y, modifier)
    }

    func tap(_ selector: String, x: Double = 0.5, y: Double = 0.5) throws {
      clicks += 1
      try page.tap(selector, x: x, y: y)
    }

    func choose(_ value: String, in selector: String) throws {
      clicks += 2
      try page.change(selector, to: value)
    }

    func type(_ word: String, into selector: String) throws {
      clicks += 1
      try page.focus(selector)
      for key in word { try page.press(String(key)) }
    }

    func drag(_ slider: String, to value: Double) throws {
      try page.wait(slider, for: "document.querySelector('\(slider)').checkVisibility()")
      clicks += 1
      try page.set(slider, to: value)
    }

    func dragTime(to seconds: Double) throws {
      clicks += 1
      try page.seek(to: seconds)
    }
  }

  /// The clicks of a task by the table.
  private static func limit(of task: String) throws -> Int {
    let path = "Sources/SplashCore/Documentation.docc/Tuner.md"
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    let row = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("| \(task) |") }, "\(task) is not in \(path)"
    )
    return try #require(Int(row.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)))
  }

  private func perform(
    _ task: String, _ tuner: RunningTuner, isPhone: Bool = false, body: (Hands) throws -> Void
  ) throws {
    let limit = try Self.limit(of: task)
    #expect(limit <= 8)
    try withPage(
      tuner, width: isPhone ? 390 : 1440, height: isPhone ? 844 : 900, isPhone: isPhone
    ) { page in
      try page.pause()
      let hands = Hands(page)
      try body(hands)
      #expect(hands.clicks == limit, "\(task): \(hands.clicks) clicks, \(limit) in the table")
    }
  }

  private func still() throws -> RunningTuner {
    try RunningTuner(Repository.root.appendingPathComponent("film/still.mp4").path)
  }

  /// A copy beside which files may be written.
  private func copy(_ scratch: Scratch) throws -> String {
    try scratch.make(
      "clip.mp4", "-i", Repository.root.appendingPathComponent("film/still.mp4").path, "-vf",
      "scale=160:90", "-t", "1")
  }

  /// Waits for the saved file.
  private func saved(_ page: BrowserPage) throws {
    try page.wait("its end", for: "!document.getElementById('export-fetch').hidden")
  }

  @Test(.enabled(if: Networks.areThere, Networks.absence)) func redCupIsKept() throws {
    try perform("keep the red cup", still()) { hands in
      try hands.click("input[value=object]")
      try hands.click("#picture", x: 0.49, y: 0.59)
      // By its color where that is the same, else by AI models.
      try hands.page.wait(
        "it", for: "/--keep (color|thing)@0.4/.test(document.getElementById('command').textContent)"
      )
    }
  }

  @Test(.enabled(if: Networks.areThere, Networks.absence)) func onePersonIsKept() throws {
    let street = Repository.root.appendingPathComponent("film/street.mp4").path
    try perform("keep the woman", RunningTuner(street)) { hands in
      try hands.click("input[value=people]")
      try hands.page.waitForCommand("--keep person")
      try hands.click("#picture", x: 0.69, y: 0.55)
      try hands.page.waitForCommand("@0.6")
      #expect(try !hands.page.text("command").contains("--keep person "))
    }
  }

  @Test(.enabled(if: Networks.areThere, Networks.absence)) func thingIsLeftOut() throws {
    try perform("remove a hand", still()) { hands in
      try hands.click("input[value=object]")
      try hands.click("#picture", x: 0.73, y: 0.61, .alt)
      try hands.page.waitForCommand("--without ")
    }
  }

  @Test func lookBeginsInColor() throws {
    try perform("start in color and splash at 2 s", still()) { hands in
      let page = hands.page
      try page.seek(to: 0)
      try hands.drag("[data-key=\"rest amount\"]", to: 0)
      try page.waitForCommand("grey:0")
      try hands.dragTime(to: 2)
      try hands.click("#key")
      try hands.drag("[data-key=\"rest amount\"]", to: 1)
      try page.wait(
        "a key at 2 s",
        for: """
          fetch('settings.json').then(a => a.json()).then(s => s.rest?.[0] === 'grey:0'
            && s.timeline?.length === 1 && Math.abs(s.timeline[0].time - 2) < 0.05
            && s.timeline[0].settings.rest?.[0] !== 'grey:0')
          """)
    }
  }

  @Test func tallShapeFollows() throws {
    let scratch = Scratch()
    try perform("9:16 that follows", RunningTuner(copy(scratch))) { hands in
      try hands.click("#export")
      try hands.choose("9:16", in: "#export-crop")
      try hands.click("#export-follow")
      try hands.click("#export-go")
      try saved(hands.page)
    }
    let size = try Media(scratch.path("clip-splash.mp4")).probe("v:0", "stream=width,height")
    #expect(size.joined(separator: ",") == "50,90")
  }

  @Test func proResHasAlpha() throws {
    let scratch = Scratch()
    try perform("ProRes with alpha", RunningTuner(copy(scratch))) { hands in
      try hands.click("#export")
      try hands.choose("alpha", in: "#export-container")
      try hands.click("#export-go")
      try saved(hands.page)
    }
    let format = try Media(scratch.path("clip-splash.mov")).probe("v:0", "stream=pix_fmt")
    #expect(format.first?.hasPrefix("yuva444p") == true)
  }

  @Test func gifStaysBelowItsLimit() throws {
    let scratch = Scratch()
    try perform("GIF under 2 MB", RunningTuner(copy(scratch))) { hands in
      try hands.click("#export")
      try hands.choose("gif", in: "#export-container")
      try hands.type("2", into: "#export-most")
      try hands.click("#export-go")
      try saved(hands.page)
    }
    let path = scratch.path("clip-splash.gif")
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max
    #expect(bytes <= 2_000_000)
  }

  @Test func everythingIsUndone() throws {
    try perform("undo all", still()) { hands in
      let before = try hands.page.text("command")
      try hands.page.set("#controls [data-key=\"stability\"]", to: 0.8)
      try hands.page.waitForCommand("--smoothing 0.8")
      // The reset comes last, also where the click on the frame is not yet answered.
      try hands.page.click("#picture", x: 0.2, y: 0.5)
      try hands.click("#reset-all")
      try hands.page.wait(
        "the beginning", for: "document.getElementById('command').textContent === `\(before)`")
      try hands.page.click("#undo")
      try hands.page.waitForCommand("--hue 2")
    }
  }

  @Test func lookGoesToAnotherClip() throws {
    let home = Scratch()
    let environment = ["XDG_CONFIG_HOME": home.folder.path]
    let task = "same look on another clip"
    var clicks = 0
    try withPage(
      RunningTuner("test:320x180@10", "--hue", "30:20", environment: environment)
    ) { page in
      let hands = Hands(page)
      try hands.click("#presets")
      try hands.type("mine", into: "#preset-name")
      try hands.click("#preset-form [type=submit]")
      try page.wait(
        "a preset", for: "document.getElementById('preset-list').textContent.includes('mine')")
      clicks = hands.clicks
    }
    try withPage(RunningTuner("test:160x90@10", environment: environment)) { page in
      let hands = Hands(page)
      try hands.click("#presets")
      try page.wait(
        "a preset", for: "document.getElementById('preset-list').textContent.includes('mine')")
      try hands.click("#preset-list button")
      try page.waitForCommand("--hue 30:20")
      clicks += hands.clicks
    }
    #expect(try clicks == Self.limit(of: task), "\(task): \(clicks) clicks")
  }

  @Test func phoneSavesAColor() throws {
    let scratch = Scratch()
    try perform("phone: keep a color and save", RunningTuner(copy(scratch)), isPhone: true) {
      hands in
      try hands.tap("#picture", x: 0.2, y: 0.5)
      try hands.page.waitForCommand("--hue 2")
      try hands.tap("#export")
      try hands.tap("#export-go")
      try saved(hands.page)
    }
    #expect(FileManager.default.fileExists(atPath: scratch.path("clip-splash.mp4")))
  }
}
