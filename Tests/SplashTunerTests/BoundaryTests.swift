import TestSupport

/// Which files the page may name: its user may not be the one who started the tuner.
@Suite(.serialized)
struct BoundaryTests {
  private let scratch = Scratch()
  private let clip: String

  init() throws {
    for folder in ["clips/below", "allowed", "private"] {
      try scratch.makeFolder(folder)
    }
    clip = scratch.path("clips/clip.mp4")
    func make(_ words: String..., to name: String) throws {
      try Command.ffmpeg(["-f", "lavfi"] + words + [name])
    }
    try make("-i", "testsrc2=size=160x120:rate=10:duration=2", to: clip)
    let picture = scratch.path("private/secret.png")
    try make("-i", "color=red:size=64x48", "-frames:v", "1", to: picture)
    for copy in [
      "clips/beside.png", "clips/below/deep.png", "allowed/other.png", "private/named.png",
    ] {
      try FileManager.default.copyItem(atPath: picture, toPath: scratch.path(copy))
    }
    try link("clips/link.png", to: "../private/secret.png")
    try link("clips/door", to: "../private")
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: scratch.path(name))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(name), withDestinationPath: target)
  }

  private func tuner() throws -> RunningTuner {
    try RunningTuner(
      clip, "--allow-folder", scratch.path("allowed"), "--rest",
      "image=\(scratch.path("private/named.png"))")
  }

  private func load(_ tuner: RunningTuner, _ settings: String) throws -> RawResponse {
    try RawResponse(tuner, "POST", "/settings.json", body: Array(settings.utf8))
  }

  /// Settings that name a file, in every way.
  private func settings(_ file: String) -> [String] {
    [
      "{\"rest\": [\"image=\(file)\"]}", "{\"rest\": [\"lut=\(file)\"]}",
      "{\"kept\": [\"lut=\(file)\"]}", "{\"keep\": [\"mask=\(file)\"]}",
      "{\"without\": [\"mask=\(file)\"]}", "{\"rest\": [\"video=\(file)\"]}",
    ]
  }

  @Test func pageReadsFilesBesideTheClipOrAllowed() throws {
    let tuner = try tuner()
    for name in [
      "clips/beside.png", "allowed/other.png", "private/named.png",
      "clips/door/../clips/beside.png",
    ] {
      let answer = try load(tuner, settings(scratch.path(name))[0])
      #expect(answer.status == 204, "\(name): \(answer.body)")
    }
  }

  /// Neither by loading settings nor by messages nor by keyframes, and a refusal does not reveal
  /// which files exist.
  @Test func otherFilesAreNeitherReadNorRevealed() throws {
    let tuner = try tuner()
    let client = try RawWebSocket(tuner)
    let files =
      [
        "private/secret.png", "private/nothing.png", "clips/link.png", "clips/door/secret.png",
        "clips/below/deep.png", "clips/../private/secret.png", "clips/nothing.png", "clips",
      ].map { scratch.path($0) } + [
        "/etc/shadow", "/proc/self/environ", "/dev/zero", "/dev/video0", "-", "test:",
        "http://127.0.0.1:\(tuner.endpoint.port)/x.png", "http://127.0.0.1:1/x.png",
        "tcp://127.0.0.1",
        "file:\(scratch.path("private/secret.png"))", "concat:\(clip)", "shot-%03d.png",
      ]
    var refusals: Set<String> = []
    for file in files {
      for settings in settings(file) {
        let answer = try load(tuner, settings)
        #expect(answer.status == 400, "\(settings)")
        refusals.insert(answer.body.replacing("\(file): the page", with: "NAME: the page"))
        let keys = "[{\"time\": 1, \"settings\": \(settings)}]".replacing("\"", with: "\\\"")
        for message in [
          "{\"do\": \"set\", \"settings\": \(settings)}",
          "{\"do\": \"timeline\", \"timeline\": \"\(keys)\"}",
        ] {
          client.send(message)
          let text = try #require(client.next("refusal")?["text"] as? String)
          refusals.insert(text.replacing("\(file): the page", with: "NAME: the page") + "\n")
        }
      }
    }
    #expect(refusals.count == 1, "\(refusals)")
    #expect(refusals.first?.contains("--allow-folder") == true)
  }

  /// A link that first led to a readable file, and then to another.
  @Test func exportDoesNotFollowAChangedLink() throws {
    try link("clips/changing.png", to: "beside.png")
    let tuner = try tuner()
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    let last = try #require(client.nextPicture()).revision
    #expect(try load(tuner, settings(scratch.path("clips/changing.png"))[0]).status == 204)
    #expect(client.nextPicture { $0.revision > last } != nil)
    try link("clips/changing.png", to: "../private/secret.png")
    client.send("{\"do\": \"export\", \"name\": \"a.mp4\"}")
    var state: [String: Any] = [:]
    while state["state"] as? String != "failed" {
      state = try #require(client.next("export"))
      try #require(state["state"] as? String != "done", "it was read")
    }
    #expect((state["lines"] as? [String])?.first?.contains("--allow-folder") == true)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("clips/a.mp4")))
  }

  @Test func missingAllowedFolderIsRefused() throws {
    let run = try Command.splash(
      "tune", clip, "--port", "0", "--allow-folder", scratch.path("nowhere"))
    #expect(run.status == 2 && run.errors.contains("nowhere: is no folder"))
  }
}
