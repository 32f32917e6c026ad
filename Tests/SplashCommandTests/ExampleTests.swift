import TestSupport

/// The command lines of the README, of articles and of the help, run as they stand on files with
/// the names that are in them. Those of the article Examples bring files of their own
/// (`ExamplePageTests`).
@Suite(.serialized) struct ExampleTests {
  /// Lines of pages and of help texts that begin with `splash`, each once.
  private static let all: [String] = {
    let pages = Repository.pages.flatMap { PageCommands($0).blocks.joined() }
    let helps = ["run", "devices", "subjects", "pick", "tune", "bench"].flatMap {
      PageCommands("\n```\n" + ((try? Command.splash($0, "--help").text) ?? "")).blocks.joined()
    }
    let topics = HelpTests.topics.flatMap {
      PageCommands("\n```\n" + ((try? Command.splash("help", $0).text) ?? "")).blocks.joined()
    }
    var seen = Set<String>()
    return (pages + helps + topics).filter { $0.hasPrefix("splash ") && !$0.contains(/[\[<…]/) }
      // Headings and the sentence of the first page begin so, too.
      .filter { !$0.contains(/^splash (help \w+:|keeps )/) && seen.insert($0).inserted }
  }()

  private static let onDevices = all.filter { $0.contains("/dev/video") }
  /// Lines that need networks run only where these are installed.
  private static let onFiles: [String] = {
    let elsewhere = Set(PageCommands(Repository.examples).blocks.joined())
    return all.filter {
      !onDevices.contains($0) && !elsewhere.contains($0)
        && (PageShell.hasNetworks || !PageShell.needsNetworks($0))
    }
  }()

  @Test func pagesHaveEnoughExamples() {
    #expect(Self.onFiles.count >= 40)
    #expect(Self.onDevices.count >= 4)
  }

  @Test(arguments: onFiles.sampled(16)) func exampleCommandMakesItsOutput(example: String) throws {
    let shell = try kitchen(for: example)
    for line in earlier(than: example) {
      try shell.run(line).checked()
    }
    try shell.run(example).checked()
    for name in PageShell.outputs(of: example) {
      #expect(try !Media(shell.scratch.path(name)).times().isEmpty)
    }
  }

  /// Earlier examples that make this one's inputs.
  private func earlier(than example: String) -> [String] {
    if example.hasPrefix("splash join ") {
      return ["a.mp4", "b.mp4"].enumerated().map { number, part in
        "splash film.mp4 --part \(number + 1)/2 -o \(part) --preset ultrafast"
      }
    }
    return example.contains("--settings look.json")
      ? ["splash test:64x48 --frames 1 -o null --quiet --save-settings look.json"] : []
  }

  /// These run with a missing camera: every flag must be understood.
  @Test(arguments: onDevices) func exampleFlagsForDevicesAreUnderstood(example: String) throws {
    let line = example.replacing("/dev/video0", with: "/dev/video97")
      .replacing("/dev/video10", with: "/dev/video98")
    let run = try PageShell().run(line)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("/dev/video97"))
  }

  /// A folder with the files that the examples name, shorter ones for networks.
  private func kitchen(for example: String) throws -> PageShell {
    let shell = try PageShell()
    let clip = example.contains(/--keep (subject|thing)/) ? "few-slides.mp4" : "slides.mp4"
    let files = [
      "clip.mp4": clip, "other.mp4": clip, "film.mp4": "parts-film.mp4", "photo.jpg": "card.jpg",
      "holiday/1.jpg": "card.jpg", "holiday/2.jpg": "card.jpg",
    ]
    try FileManager.default.createDirectory(
      atPath: shell.scratch.path("holiday"), withIntermediateDirectories: true)
    for (name, clip) in files {
      try FileManager.default.copyItem(atPath: Clips.path(clip), toPath: shell.scratch.path(name))
    }
    return shell
  }
}
