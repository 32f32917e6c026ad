import TestSupport

/// Texts of the page: all in one table, and a second one in German.
@Suite(.serialized)
struct TextTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/SplashTuner/Page").standardized
  private static let tables: Set = [
    "text-en.js", "text-de.js", "help-en.js", "help-de.js", "words-de.js", "refusals-de.js",
  ]

  private static func source(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The scripts without the tables, without comments and imports.
  private static func scripts() throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".js") && !tables.contains($0) }
      .map { name in
        let text = try source(name).replacing(/(?s)\/\*.*?\*\//, with: "")
          .replacing(/(?m)(^|\s)\/\/[^\n]*/, with: "").replacing(/(?m)^import .*$/, with: "")
        return (name, text)
      }
  }

  /// The texts in a language, which stand in two tables.
  private static func table(of language: String) throws -> [String: String] {
    try table("text-\(language).js").merging(table("help-\(language).js")) { one, _ in
      Issue.record("\(one) is there twice")
      return one
    }
  }

  private static func table(_ name: String) throws -> [String: String] {
    let rows = try source(name).matches(of: /(?m)^  ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),$/)
    func plain(_ text: Substring) throws -> String {
      try JSONDecoder().decode(String.self, from: Data(text.utf8))
    }
    let pairs = try rows.map { (try plain($0.1), try plain($0.2)) }
    let lines = try source(name).split(separator: "\n").count
    #expect(pairs.count == lines - 3, "\(name) has lines that are no rows")
    return Dictionary(pairs) { one, _ in
      Issue.record("\(name): \(one) is there twice")
      return one
    }
  }

  @Test func englishAndGermanTextsHaveTheSameKeys() throws {
    let (english, german) = (try Self.table(of: "en"), try Self.table(of: "de"))
    #expect(english.count > 200)
    #expect(english.keys.sorted() == german.keys.sorted())
    for (key, text) in english {
      let holes = [text, german[key] ?? ""].map { $0.matches(of: /\{\w+\}/).map { String($0.0) } }
      #expect(holes[0].sorted() == holes[1].sorted(), "\(key)")
      #expect(!text.isEmpty && german[key]?.isEmpty == false, "\(key)")
    }
  }

  /// Every text that the page uses is in the table, and every text of the table is used.
  @Test func textTablesHoldExactlyTheUsedTexts() throws {
    let keys = Set(try Self.table(of: "en").keys)
    let page = try Self.source("index.html")
    var asked = Set(
      page.matches(of: /data-(?:text|label|title|placeholder)="([^"]+)"/).map { String($0.1) })
    var beginnings: [String] = []
    for (name, text) in try Self.scripts() where name != "texts.js" {
      for call in text.matches(of: /\btext\(([^{]*?)["`]([^"`]*)["`](?: : "([^"]*)")?/) {
        for part in [call.2, call.3 ?? ""] where !part.isEmpty {
          if let hole = part.firstRange(of: "${") {
            beginnings.append(String(part[..<hole.lowerBound]))
          } else {
            asked.insert(String(part))
          }
        }
      }
    }
    #expect(asked.subtracting(keys).sorted() == [])
    let unused = keys.subtracting(asked).filter { key in !beginnings.contains { key.hasPrefix($0) }
    }
    #expect(unused.sorted() == [])
    for beginning in beginnings {
      #expect(keys.contains { $0.hasPrefix(beginning) }, "\(beginning)")
    }
  }

  /// Neither the page nor its scripts contain text.
  @Test func noTextIsOutsideOfTheTables() throws {
    let page = try Self.source("index.html").replacing(/(?s)<head>.*<\/head>/, with: "")
    let plain: Set = ["splash", "A", "B"]
    let words = page.matches(of: />([^<>]*[A-Za-z][^<>]*)</).map {
      $0.1.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    // Keys are called the same in both.
    let isKeys = /[A-Z](?: [A-Z\[\]])*/
    #expect(words.filter { !plain.contains($0) && $0.wholeMatch(of: isKeys) == nil } == [])
    #expect(page.matches(of: /\s(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z]/).isEmpty)
    // Names of keys, classes and stored items, and the program's own.
    let known: Set = [
      "Enter", "Escape", "Delete", "Backspace", "ArrowRight", "ArrowLeft", "reset bare",
      "bare solo", "gate softness ", "wheel keys   ", "splash look ", "splash presets",
      "splash slots ", "splash theme", " – splash tune", "Files",
    ]
    for (name, text) in try Self.scripts() {
      let literals = text.matches(of: /"([^"\n]*)"|`([^`]*)`/).map {
        String($0.1 ?? $0.2 ?? "").replacing(/\$\{[^}]*\}/, with: "")
      }
      let spoken = literals.filter {
        !known.contains($0)
          && ($0.contains(/\p{L}{2,},? \p{L}{2,}/) || $0.contains(/^\p{Lu}\p{Ll}/))
      }
      #expect(spoken == [], "\(name)")
      let shown = text.matches(
        of: /(?:textContent|title|placeholder|"aria-label"|\blabel|\bhelp)(?::| =) ["`]\p{L}/)
      #expect(shown.isEmpty, "\(name): \(shown.map { String($0.0) })")
      let told = text.matches(of: /\b(?:toast|say)\(["`][^"`]+/).map { String($0.0) }
      #expect(told == [], "\(name)")
    }
  }

  /// Settings, colors and choices of the tuner have German words.
  @Test func settingsAndColorsHaveGermanNames() throws {
    let tuner = try RunningTuner("test:64x48@10")
    let client = try RawWebSocket(tuner)
    let greeting = try #require(client.next("greeting"))
    let fields = try #require(greeting["fields"] as? [[String: Any]])
    let german = try Self.source("words-de.js")
    func isKnown(_ word: String) -> Bool {
      Double(word) != nil || german.contains("\"\(word)\": \"")
    }
    for field in fields {
      let key = field["key"] as? String ?? ""
      #expect(german.contains("\n  \(key): [\""), "\(key)")
      if let section = field["section"] as? String { #expect(isKnown(section), "\(section)") }
      let control = field["control"] as? [String: Any] ?? [:]
      let parts = (control["parts"] as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }
      let names = (control["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      let isWords = ["balance", "choice"].contains(control["kind"] as? String)
      let choices = isWords && key != "show" ? control["choices"] as? [String] ?? [] : []
      for word in parts + names + choices { #expect(isKnown(word), "\(key): \(word)") }
    }
    let count = german.matches(of: /(?m)^  \w+: \["/).count
    #expect(count == fields.count, "a setting that is not there any more")
  }

  /// A browser that asks for German gets it, in all visible and spoken text.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func germanBrowserShowsOnlyGerman() throws {
    let tuner = try RunningTuner(
      "test:640x360@10", "--hue", "120:14", "--exclude", "30:5", "--within", "box=0.1,0.1,0.5,0.5")
    try withPage(tuner, before: BrowserPage.asking(for: ["de-AT", "en"])) { page in
      #expect(try page.value("document.documentElement.lang") as? String == "de")
      let (english, german) = (try Self.table(of: "en"), try Self.table(of: "de"))
      let same = Set(german.values)
      let foreign = Set(english.values).subtracting(same)
      let seen =
        try page.value(
          """
          [...document.querySelectorAll('*')].flatMap(e => [e.ariaLabel, e.title, e.placeholder,
            ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data)])
            .filter(Boolean).map(text => text.trim()).filter(text => /[a-z]/i.test(text))
          """) as? [String] ?? []
      #expect(seen.count > 200)
      #expect(seen.filter { foreign.contains($0) } == [])
      #expect(seen.contains("Sättigung") && seen.contains("Weißabgleich") && seen.contains("Grün"))
      try page.press("k")
      try page.wait("a pause", for: "document.getElementById('play').ariaLabel === 'Abspielen'")
      try page.focus("#picture")
      try page.press("ArrowRight")
      try page.wait(
        "a color",
        for: "/Farbton|grau: nach/.test(document.getElementById('said').textContent)")
    }
  }

  /// Refusals are in German, including the refused value.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func refusalsAreTranslatedToGerman() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.mp4")
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", clip)
    let tuner = try RunningTuner(clip)
    let client = try RawWebSocket(tuner)
    let orders = [
      #"{"do": "set", "settings": {"rest": ["image=/etc/none.png"]}}"#,
      #"{"do": "set", "settings": {"threshold": 500}}"#,
      #"{"do": "set", "settings": {"rest": ["nosuch"]}}"#,
      #"{"do": "export", "name": "a.mp4", "as": {"from": 5, "to": 4}}"#,
      #"{"do": "export", "name": "a.mp4", "as": {"crf": 99}}"#,
      #"{"do": "export", "name": "a.xyz"}"#,
      #"{"do": "preset", "preset": {"what": "use", "name": "nosuchpreset"}}"#,
      #"{"do": "preset", "preset": {"what": "save", "name": "a b"}}"#,
    ]
    var refused: [String] = []
    for order in orders {
      client.send(order)
      refused.append(try #require(client.next("refusal")?["text"] as? String, "\(order)"))
    }
    try withPage(tuner, before: BrowserPage.asking(for: ["de"])) { page in
      for sentence in refused {
        let text = String(decoding: try JSONEncoder().encode(sentence), as: UTF8.self)
        let german =
          try page.value("import('./texts.js').then(({ said }) => said(\(text)))") as? String ?? ""
        #expect(german != sentence)
        let english = german.firstMatch(of: /\b(the|is|give|there|write|choose|use|wait|of|no)\b/)
        #expect(english == nil, "\(german)")
      }
    }
  }

  /// A hue that was given by name has the name that the page's language has for it.
  @Test(.enabled(if: Browser.program != nil, Browser.absence), arguments: [false, true])
  func namedHuesAreCalledInThePagesLanguage(isGerman: Bool) throws {
    try withPage(
      RunningTuner("test:64x48@10", "--hue", "blue"), before: BrowserPage.german(isGerman)
    ) { page in
      try page.wait("a card", for: "!!document.querySelector('#hues .title')")
      let name = try page.value("document.querySelector('#hues .title').value") as? String
      #expect(name?.lowercased() == (isGerman ? "blau" : "blue"))
    }
  }

  /// Refusals of files of settings are German on a German page: the other look, a preset and a look
  /// of the browser's, the defaults, a file.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func refusalsOfFilesAreGerman() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
    let input = "test:64x48@10"
    let stored = """
      const send = fetch;
      window.refused = '';
      window.fetch = (where, what) => send(where, what?.method === 'POST' ? { ...what, body: window.refused } : what);
      // Firefox runs this in its empty page too, which has no storage.
      if (!location.protocol.startsWith('http')) return;
      localStorage.setItem('splash look \(input)', '{"settings": {"threshold": 21}, "time": 1}');
      localStorage.setItem('splash slots \(input)', '{"looks": {"b": {"settings": {}}}, "time": 1}');
      localStorage.setItem('splash presets', '{"dusk": {}}');
      """
    try withPage(
      RunningTuner(input), before: BrowserPage.asking(for: ["de"]) + stored, isRefused: true
    ) {
      page in
      func refuse(_ body: String, _ reason: String, _ act: () throws -> Void) throws {
        try page.value(
          "(window.refused = \(body), document.getElementById('toast').textContent = '')")
        try act()
        try page.wait(
          "'\(reason)'", for: "document.getElementById('toast').textContent.includes('\(reason)')")
        let said = try page.text("toast")
        #expect(
          said.firstMatch(of: /\b(the|is|give|look|known|unknown|place|of)\b/) == nil, "\(said)")
      }
      try page.wait("an offer", for: "!document.getElementById('offer').hidden")
      try refuse("'{\"threshold\": 999}'", "außerhalb der Grenzen") {
        try page.click("#take-offer")
      }
      try refuse("'{\"nosuch\": 1}'", "unbekannt") { try page.click("#slot-b") }
      try refuse("'{\"hues\": [\"nosuch\"]}'", "weder Grad") { try page.click("#reset-all") }
      try refuse("'{'", "kein JSON") { try page.choose(file, for: "#load-file") }
      try page.click("#presets")
      try refuse("'{\"invert\": 3}'", "eine Zahl statt") {
        try page.click("#preset-list li:last-child button")
      }
    }
  }

  /// The first of the browser's languages that the page has is used, else English.
  @Test(
    .enabled(if: Browser.program != nil, Browser.absence),
    arguments: [(["en-GB", "de"], "en"), (["fr", "de"], "de"), (["fr", "nl"], "en")])
  func browserLanguageSelectsThePagesLanguage(languages: [String], chosen: String) throws {
    let script = BrowserPage.asking(for: languages)
    try withPage(RunningTuner("test:64x48@10"), before: script) { page in
      #expect(try page.value("document.documentElement.lang") as? String == chosen)
      let undo = try page.value("document.getElementById('undo').ariaLabel") as? String
      #expect(undo == (chosen == "de" ? "Rückgängig" : "Undo"))
    }
  }
}
