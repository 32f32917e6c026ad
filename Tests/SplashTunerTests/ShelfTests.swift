import TestSupport

/// LUTs and pictures that a look can use, and uploads to the page.
@Suite(.serialized)
struct ShelfTests {
  private let scratch = Scratch()
  private let clip: String
  private let home = Scratch()

  init() throws {
    clip = scratch.path("clips/clip.mp4")
    for folder in ["clips/below", "allowed/deep", "private"] {
      try scratch.makeFolder(folder)
    }
    try make("testsrc2=size=320x180:rate=10:duration=2", clip)
    try Self.table.write(to: URL(fileURLWithPath: scratch.path("clips/warm.cube")))
    try make("haldclutsrc=4,format=rgb24", scratch.path("clips/hald.png"), frames: 1)
    try make("color=blue:size=64x48", scratch.path("allowed/deep/sky.png"), frames: 1)
    for place in ["clips/below/below.png", "private/secret.png"] {
      try make("color=red:size=64x48", scratch.path(place), frames: 1)
    }
    try Data("no table".utf8).write(to: URL(fileURLWithPath: scratch.path("clips/broken.cube")))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("clips/link.png"), withDestinationPath: "../private/secret.png")
  }

  /// A LUT that turns all colors into the same red.
  private static let table = Data(
    "LUT_3D_SIZE 2\n\(String(repeating: "0.8 0.1 0.1\n", count: 8))".utf8)

  private func make(_ source: String, _ path: String, frames: Int? = nil) throws {
    try Command.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", source]
        + (frames.map { ["-frames:v", "\($0)"] } ?? ["-pix_fmt", "yuv420p"]) + [path]
    ).checked()
  }

  private func tuner(_ flags: String...) throws -> RunningTuner {
    try RunningTuner(
      clip, "--allow-folder", scratch.path("allowed"), "--white-balance", "off",
      environment: ["XDG_CONFIG_HOME": home.folder.path])
  }

  private func give(_ tuner: RunningTuner, _ bytes: Data, as name: String) throws -> RawResponse {
    try RawResponse(tuner, "POST", "/looks/\(name)", body: Array(bytes))
  }

  private func names(_ client: RawWebSocket) throws -> [String] {
    client.send("{\"do\": \"shelf\"}")
    let items = try #require(client.next("shelf"))["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["name"] as? String }
  }

  /// The list has no links, no files of other folders and not the clip itself; LUTs come before
  /// pictures.
  @Test func fileListHasOnlyReadableLooks() throws {
    let tuner = try tuner()
    let client = try RawWebSocket(tuner)
    #expect(try names(client) == ["broken.cube", "warm.cube", "hald.png", "sky.png"])
    func tried(_ file: String) throws -> [String: Any] {
      client.send("{\"do\": \"try\", \"of\": \"rest\", \"file\": \"\(scratch.path(file))\"}")
      return try #require(client.next("tried"))
    }
    _ = try #require(client.nextPicture())
    for (file, form) in [
      ("clips/warm.cube", "lut"), ("clips/hald.png", "lut"), ("allowed/deep/sky.png", "image"),
    ] {
      let answer = try tried(file)
      #expect(answer["look"] as? String == "\(form)=\(scratch.path(file))", "\(answer)")
      #expect((answer["picture"] as? String ?? "").count > 500)
    }
    #expect((try tried("clips/broken.cube")["trouble"] as? String)?.contains("broken.cube") == true)
    for file in ["private/secret.png", "clips/link.png", "clips/below/below.png"] {
      let answer = try tried(file)
      #expect(answer["picture"] == nil && answer["look"] == nil)
      #expect((answer["trouble"] as? String)?.contains("--allow-folder") == true)
    }
  }

  /// Requests before the first frame are answered once it is there.
  @Test func thumbnailRequestsWaitForTheFirstFrame() throws {
    let tuner = try RunningTuner(
      "test:7680x4320@1", "--allow-folder", scratch.path("clips"), "--rest", "blur=20")
    let clients = try (0..<4).map { _ in try RawWebSocket(tuner) }
    clients[0].send("{\"do\": \"thumbnails\", \"of\": \"rest\"}")
    let file = scratch.path("clips/warm.cube")
    clients[1].send("{\"do\": \"try\", \"of\": \"rest\", \"file\": \"\(file)\"}")
    clients[2].send("{\"do\": \"offers\", \"offers\": {\"hues\": [0]}}")
    clients[3].send("{\"do\": \"edges\"}")
    #expect(try #require(clients[1].next("tried"))["picture"] is String)
    #expect(clients[0].next("thumbnails") != nil)
    #expect(clients[2].next("offers") != nil)
    #expect((clients[3].next("edges")?["places"] as? [Any])?.isEmpty == false)
  }

  /// A folder with very many names is read in part only, and other folders in full.
  @Test func largeFolderDoesNotHideOtherFolders() throws {
    for index in 0...10_000 {
      let file = scratch.path("clips/\(index).txt")
      try #require(FileManager.default.createFile(atPath: file, contents: nil))
    }
    let tuner = try tuner()
    #expect(try names(RawWebSocket(tuner)).contains("sky.png"))
  }

  @Test func uploadedLookIsStoredOnceAndUsable() throws {
    let tuner = try tuner()
    let folder = home.path("splash/looks")
    #expect(!FileManager.default.fileExists(atPath: folder))
    for _ in 0..<2 {
      let answer = try give(tuner, Self.table, as: "my%20table.cube")
      #expect(answer.status == 200 && answer.body == "{\"look\":\"lut=\(folder)/my table.cube\"}")
    }
    // Another LUT of that name gets a new name.
    let other = Data(String(decoding: Self.table, as: UTF8.self).replacing("0.8", with: "0.7").utf8)
    let answer = try give(tuner, other, as: "my%20table.cube")
    #expect(answer.body.contains("my table-2.cube"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["my table-2.cube", "my table.cube"])
    let client = try RawWebSocket(tuner)
    #expect(try names(client).prefix(2) == ["my table-2.cube", "my table.cube"])
    client.send("{\"do\": \"set\", \"settings\": {\"rest\": [\"lut=\(folder)/my table.cube\"]}}")
    while let status = client.next("status") {
      if (status["command"] as? String)?.contains("my table.cube") == true { return }
    }
    Issue.record("it was refused")
  }

  /// Uploads that are no look, lead to other folders or are too large leave no file.
  @Test func uploadsThatAreNoLooksAreRefused() throws {
    let tuner = try tuner()
    let picture = try Data(of: scratch.path("clips/hald.png"))
    for (name, bytes) in [
      ("..%2Fout.png", picture), (".hidden.png", picture), ("a%0Ab.png", picture),
      ("script.sh", picture), ("none", picture), ("text.png", Data("text".utf8)),
      ("broken.cube", Data("broken".utf8)), ("%ff.png", picture),
    ] {
      let answer = try give(tuner, bytes, as: name)
      #expect(answer.status == 400, "\(name): \(answer.status) \(answer.body)")
    }
    let large = try RawResponse(
      tuner, "POST", "/looks/large.png", headers: ["Content-Length": "\(33 << 20)"])
    #expect(large.status == 413)
    let kept =
      (try? FileManager.default.contentsOfDirectory(atPath: home.path("splash/looks"))) ?? []
    #expect(kept == [])
    let stranger = try RawResponse(
      stranger: tuner, "POST", tuner.entrance.folder + "looks/a.png", body: Array(picture))
    #expect(stranger.status == 403)
  }

  /// In a browser: each file has a thumbnail, a click selects it, and a dropped file becomes the
  /// look.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func lookFilesCanBeChosenAndDropped() throws {
    try withPage(tuner()) { page in
      try page.press("k")
      try page.click("#looks summary")
      // They are above the list, and move it when they load.
      try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
      let images = "[...document.querySelectorAll('#shelf-list img')]"
      try page.wait("the list", for: "\(images).length === 4")
      // Thumbnails are made for the visible files, which depends on fonts.
      for place in 1...4 {
        let button = "#shelf-list button:nth-child(\(place))"
        try page.reveal(button)
        try page.wait(
          "picture \(place), or that there is none",
          for: """
            document.querySelector('\(button) img').naturalWidth > 100
              || document.querySelector('\(button)').disabled
            """)
      }
      #expect(try page.number("\(images).filter(i => i.naturalWidth > 100).length") == 3)
      let broken = "document.querySelector('#shelf-list [data-file$=\"broken.cube\"]')"
      #expect(try page.value("\(broken).disabled") as? Bool == true)
      try page.click("#shelf-list [data-file$=\"warm.cube\"]")
      try page.waitForCommand("warm.cube")
      try page.wait(
        "that it is chosen",
        for:
          "document.querySelector('#shelf-list [data-file$=\"warm.cube\"]').ariaPressed === 'true'")
      // Names of looks are readable words.
      #expect(
        try page.value(
          "[...document.querySelectorAll('#look-list span')].every(s => !/[=:]/.test(s.textContent))"
        )
          as? Bool == true)
      let table = String(decoding: Self.table, as: UTF8.self).replacing("\n", with: "\\n")
      try page.value(
        """
        (() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(['\(table)'], 'dropped.cube'));
          for (const type of ['dragover', 'drop']) {
            document.getElementById('picture').dispatchEvent(
              new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
          }
        })()
        """)
      try page.waitForCommand("/splash/looks/dropped.cube")
      try page.wait("five", for: "\(images).length === 5")
      try page.choose(scratch.path("allowed/deep/sky.png"), for: "#shelf-file")
      try page.waitForCommand("--rest image=\(home.path("splash/looks"))/sky.png")
      try page.wait("six", for: "\(images).length === 6")
    }
  }
}
