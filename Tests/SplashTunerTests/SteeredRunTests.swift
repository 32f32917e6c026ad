import Glibc
import TestSupport

/// A page that steers a separately started run by its control socket.
@Suite(.serialized)
struct SteeredRunTests {
  private let scratch = Scratch()

  /// A run that goes on until it is stopped.
  private final class Run {
    let socket: String
    private let process = Process()

    /// - Parameter folder: its working directory.
    init(_ socket: String, in folder: URL, _ arguments: String...) throws {
      self.socket = socket
      process.executableURL = Command.splash
      process.currentDirectoryURL = folder
      process.arguments =
        ["test:64x48@30", "-o", "null", "--realtime", "--quiet", "--control-socket", socket]
        + arguments
      process.standardInput = FileHandle.nullDevice
      try process.run()
      for _ in 0..<600 where !FileManager.default.fileExists(atPath: socket) { usleep(50_000) }
    }

    deinit { stop() }

    func stop() {
      if process.isRunning { process.interrupt() }
      process.waitUntilExit()
    }

    func send(_ order: String) throws { try Command.splash("send", socket, order) }

    var settings: [String: Any] {
      get throws {
        let answer = try Command.splash("send", socket, "settings")
        let object = try JSONSerialization.jsonObject(with: answer.output)
        return try #require(object as? [String: Any])
      }
    }

    /// Waits until its settings meet a condition; no longer than half a minute.
    func settings(become isSo: ([String: Any]) -> Bool) throws -> Bool {
      for _ in 0..<300 {
        if try isSo(settings) { return true }
        usleep(100_000)
      }
      return false
    }
  }

  private func threshold(_ settings: [String: Any]) -> Double {
    (settings["threshold"] as? NSNumber)?.doubleValue ?? .nan
  }

  private func rest(_ settings: [String: Any]) -> String { "\(settings["rest"] ?? "")" }

  private func set(_ settings: String) -> String {
    "{\"do\": \"set\", \"settings\": {\(settings)}}"
  }

  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pageSetsTheLookOfTheSteeredRun() throws {
    let socket = scratch.path("live.sock")
    let run = try Run(socket, in: scratch.folder, "--hue-width", "77")
    try withPage(RunningTuner("test:160x120", "--steer", socket)) { page in
      try page.wait(
        "word of the run",
        for: "document.getElementById('connection').textContent === 'steers live.sock'")
      // The page begins with the run's look.
      let slider = "document.querySelector('[data-key=\"threshold\"]')"
      try page.wait("the run's look", for: "\(slider).value === '77'")
      try page.value(
        "\(slider).value = 33, \(slider).dispatchEvent(new Event('input', { bubbles: true }))")
      #expect(try run.settings { threshold($0) == 33 })

      // The page says what the run refuses, and when it accepts again.
      func choose(_ look: String) throws {
        try page.value(
          """
          (async () => {
            const settings = await (await fetch('settings.json')).json();
            const answer = await fetch('settings.json', {
              method: 'POST', body: JSON.stringify({ ...settings, rest: ['\(look)'] }) });
            if (!answer.ok) throw new Error(await answer.text());
          })()
          """)
      }
      let warnings = "document.getElementById('warnings').textContent"
      try choose("transparent")
      try page.wait(
        "the run's refusal", for: "\(warnings).includes('the run refuses this look: ')")
      #expect(try page.text("connection") == "live.sock does not look like this")
      #expect(try rest(run.settings).contains("transparent") == false)
      try choose("noir")
      try page.wait("the end of it", for: "!\(warnings).includes('refuses')")
      #expect(try page.text("connection") == "steers live.sock")
      #expect(try run.settings { rest($0).contains("noir") })

      // The run ends, and another one takes its place.
      run.stop()
      try page.wait(
        "word of the end", for: "\(warnings).includes('live.sock: the run has ended')")
      let other = try Run(socket, in: scratch.folder)
      try choose("sepia")
      #expect(try other.settings { rest($0).contains("sepia") && threshold($0) == 33 })
      try page.wait(
        "the other run",
        for: "document.getElementById('connection').textContent === 'steers live.sock'")
    }
  }

  /// The page shows the frame that the run's outputs get: in the run's size, frozen when the run
  /// is, and it says when the run has ended.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pageShowsTheFrameOfTheSteeredRun() throws {
    let socket = scratch.path("live.sock")
    let run = try Run(socket, in: scratch.folder)
    try withPage(RunningTuner("test:160x120", "--steer", socket)) { page in
      let box = "document.getElementById('run')"
      let image = "document.getElementById('run-picture')"
      let words = "document.getElementById('run-text').textContent"
      try page.wait("the run's picture", for: "\(image).naturalWidth === 64")
      #expect(try page.text("run-text") == "What live.sock shows now")
      let before = try #require(try page.value("\(image).src") as? String)
      try page.wait("another one", for: "\(image).src !== '\(before)'")
      try run.send("freeze")
      Thread.sleep(forTimeInterval: 2)
      let frozen = try #require(try page.value("\(image).src") as? String)
      Thread.sleep(forTimeInterval: 2)
      #expect(try page.value("\(image).src") as? String == frozen)
      try run.send("unfreeze")
      try page.wait("the next one", for: "\(image).src !== '\(frozen)'")

      let width = "\(box).getBoundingClientRect().width"
      let small = try page.number(width)
      try page.value("\(box).click()")
      #expect(try page.number(width) > 2 * small)
      try page.value("\(box).click()")
      #expect(try page.number(width) == small)

      run.stop()
      try page.wait(
        "word of its end", for: "\(words).startsWith('No frame of live.sock: ')")
      #expect(try page.value("\(image).hidden") as? Bool == true)
      let other = try Run(socket, in: scratch.folder)
      try page.wait("the picture of the next run", for: "!\(image).hidden")
      other.stop()
    }
  }

  /// Settings that others sent to the run stay.
  @Test func onlyChangedSettingsAreSentToTheRun() throws {
    let run = try Run(scratch.path("s"), in: scratch.folder)
    let tuner = try RunningTuner("test:160x120", "--steer", run.socket)
    let client = try RawWebSocket(tuner)
    #expect(client.next("greeting")?["steers"] as? String == "s")
    try run.send("threshold=55")
    client.send(set("\"rest\": [\"noir\"]"))
    #expect(try run.settings { rest($0).contains("noir") && threshold($0) == 55 })
    client.send("{\"do\": \"timeline\", \"timeline\": \"[]\"}")
    let refusal = client.next("refusal")?["text"] as? String
    #expect(refusal?.hasPrefix("keys in time: ") == true, "\(refusal ?? "")")
  }

  /// A file name means the same for the run as for the page, and orders that do not belong to a
  /// look are not passed on.
  @Test func steeringPageMayNameOnlyItsOwnFiles() throws {
    let files = FileManager.default
    for folder in ["page", "run"] {
      try files.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    let clip = try scratch.make(
      "page/clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-c:v", "libx264")
    for name in ["page/behind.png", "run/behind.png", "secret.png"] {
      _ = try scratch.make(name, "-f", "lavfi", "-i", "color=red:size=64x48", "-frames:v", "1")
    }
    let run = try Run(
      scratch.path("s"), in: scratch.folder.appendingPathComponent("run"), "--rest",
      "image=behind.png")
    let tuner = try RunningTuner(clip, "--steer", run.socket)
    let client = try RawWebSocket(tuner)
    // The page has the run's file, by the name that the run was given.
    let status = try #require(client.next("status"))
    #expect("\(status["settings"] ?? "")".contains(scratch.path("run/behind.png")))
    client.send(set("\"rest\": [\"image=\(scratch.path("secret.png"))\"]"))
    #expect(client.next("refusal") != nil)
    client.send("{\"snapshot\": \"\(scratch.path("taken.png"))\"}")
    #expect(client.next("refusal") != nil)
    client.send(set("\"snapshot\": \"\(scratch.path("taken.png"))\""))
    #expect(client.next("refusal") != nil)
    client.send(set("\"rest\": [\"image=\(scratch.path("page/behind.png"))\"]"))
    #expect(try run.settings { rest($0).contains(scratch.path("page/behind.png")) })
    #expect(!files.fileExists(atPath: scratch.path("taken.png")))
  }

  @Test func misuseOfSteerIsRefusedInOneLine() throws {
    let socket = scratch.path("none")
    for (arguments, status, words) in [
      (["--steer", socket], 2, "cannot connect: No such file or directory"),
      (["--steer", socket, "-o", "x.mp4"], 64, "outputs of its own"),
      (["--steer", socket, "--hue", "red"], 64, "begins with the look of the run"),
      (["--steer", ""], 64, "the name is empty"),
    ] as [([String], Int32, String)] {
      let run = try Command.splash(["tune", "test:64x48", "--port", "0"] + arguments)
      #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }
}
