import TestSupport

/// What a browser asks for when it opens the page.
@Suite(.serialized)
struct ColdLoadTests {
  /// Notes when the first frame is on the page, in milliseconds from its beginning.
  private static let watch = """
    new MutationObserver((changes, watcher) => {
      if (!document.getElementById('picture')?.dataset.number) return;
      watcher.disconnect();
      window.firstPicture = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    """
  /// What the page asked for over HTTP, and the bytes that came, 0 for what the browser had.
  private static let requests = """
    performance.getEntriesByType('resource').map(e => [new URL(e.name).pathname.split('/').pop(), e.transferSize])
    """

  /// Each window is a browser that has seen nothing yet. The times are printed for
  /// scripts/bench/tuner.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func coldLoadTakesFewRequestsAndTheNextOneFewer() throws {
    let tuner = try RunningTuner("film/still.mp4", in: Repository.root)
    let browser = try Browser()
    defer { browser.quit() }
    var (paints, pictures) = ([Double](), [Double]())
    for _ in 0..<5 {
      let page = try BrowserPage(browser, tuner.address, before: Self.watch)
      let asked = try page.value(Self.requests) as? [[Any]] ?? []
      // The address that was printed, the page, what it loads, and the live connection.
      #expect(asked.count + 3 <= 12, "\(asked)")
      paints.append(
        try page.number("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
      pictures.append(try page.number("window.firstPicture"))
      try page.navigate(to: tuner.address)
      let again = try page.value(Self.requests) as? [[Any]] ?? []
      let fetched = again.filter { ($0[1] as? Int ?? 0) > 0 }.compactMap { $0[0] as? String }
      #expect(!fetched.contains("page.js") && !fetched.contains("page.css"), "\(again)")
      #expect(again.contains { $0[0] as? String == "page.js" })
      try page.close()
    }
    print(
      "cold load: first paint \(Int(paints.sorted()[2])) ms, first picture "
        + "\(Int(pictures.sorted()[2])) ms, medians of 5")
    #expect(browser.takeComplaints() == [])
  }

  /// All modules are in the one script, line for line, and only what the page asks for by its
  /// contents is kept by browsers.
  @Test func scriptHoldsTheModulesAsTheyAreWritten() throws {
    let tuner = try RunningTuner("test:64x48@10")
    let page = try RawResponse(tuner, "GET", "/").body
    let script = try RawResponse(tuner, "GET", "/page.js").body.components(separatedBy: "\n")
    let map = try JSONSerialization.jsonObject(
      with: Data(RawResponse(tuner, "GET", "/page.js.map").body.utf8))
    let sections = ((map as? [String: Any])?["sections"] as? [[String: Any]]) ?? []
    let folder = Repository.root.appendingPathComponent("Sources/SplashTuner/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".js") && $0 != "theme.js" }
    #expect(sections.count == names.count)
    for section in sections {
      let (offset, inner) = (section["offset"] as? [String: Int], section["map"] as? [String: Any])
      let name = try #require((inner?["sources"] as? [String])?.first)
      let lines = try String(
        contentsOf: folder.appendingPathComponent(name), encoding: .utf8
      ).components(separatedBy: "\n")
      let start = try #require(offset?["line"])
      for (index, line) in lines.enumerated() where !line.hasPrefix("import ") {
        let plain = line.hasPrefix("export ") ? String(line.dropFirst(7)) : line
        #expect(script[start + index] == plain, "\(name):\(index + 1)")
      }
      let mappings = (inner?["mappings"] as? String)?.components(separatedBy: ";")
      #expect(mappings?.count == lines.count)
    }
    for name in ["page.js", "page.css", "theme.js"] {
      let named = try #require(page.firstMatch(of: try Regex("\(name)\\?[0-9a-f]{16}"))).output
      let lasting = try RawResponse(tuner, "GET", "/\(page[named[0].range!])")
      #expect(lasting.headers["cache-control"]?.contains("immutable") == true)
      for other in ["/\(name)", "/\(name)?0123456789abcdef"] {
        #expect(try RawResponse(tuner, "GET", other).headers["cache-control"] == "no-store")
      }
    }
    #expect(try RawResponse(tuner, "GET", "/").headers["cache-control"] == "no-store")
  }

  /// Files of the page come over one connection; a refusal ends it.
  @Test func connectionIsKeptForThePageAlone() throws {
    let tuner = try RunningTuner("test:64x48@10")
    let (host, port, _) = tuner.endpoint
    func request(_ path: String) -> String {
      "GET \(tuner.entrance.folder)\(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n"
        + "Cookie: \(tuner.entrance.cookie)\r\n\r\n"
    }
    func answer(_ socket: RawSocket) -> (status: String, connection: String) {
      let head = socket.readHead().map { $0.lowercased() }
      func field(_ name: String) -> String {
        head.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
      }
      _ = socket.read(Int(field("content-length")) ?? 0)
      return (head.first ?? "", field("connection"))
    }
    let socket = try RawSocket(host, port)
    for path in ["", "page.css", "page.js", "theme.js"] {
      socket.send(request(path))
      #expect(answer(socket) == ("http/1.1 200 ok", "keep-alive"))
    }
    socket.send(request("nothing"))
    #expect(answer(socket) == ("http/1.1 404 not found", "close"))
    #expect(socket.readToEnd().isEmpty && socket.isOver)
    // A hundred at once, whose answers nobody reads, do not wait in memory.
    let before = tuner.residentMemory
    let eager = try RawSocket(host, port)
    eager.send(String(repeating: request("page.js"), count: 100))
    for _ in 0..<10 {
      usleep(50_000)
      #expect(tuner.residentMemory < before + (15 << 20))
    }
  }
}
