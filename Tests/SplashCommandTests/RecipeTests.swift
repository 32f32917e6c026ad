import TestSupport

/// `splash help recipes`: each command of which runs as it stands.
@Suite(.serialized) struct RecipeTests {
  private static let page =
    (try? String(
      contentsOfFile: Repository.path("Sources/SplashCore/Documentation.docc/Recipes.md"),
      encoding: .utf8)) ?? ""

  /// The commands of each recipe, in their order.
  private static let all = page.components(separatedBy: "\n```").enumerated()
    .filter { $0.offset % 2 == 1 }
    .map { $0.element.split(separator: "\n").map(String.init) }

  private static let hasNetworks = (try? Command.splash("models").status) == 0
  private static let runnable = all.filter { recipe in
    hasNetworks || !recipe.contains { $0.contains(/person|subject|thing@|privacy/) }
  }

  @Test func recipesPageMatchesTheTable() throws {
    #expect(Self.all.count >= 30)
    #expect(try Command.splash("reference", "recipes").text == Self.page)
    let help = try Command.splash("help", "recipes")
    #expect(help.status == 0)
    for command in Self.all.joined() { #expect(help.text.contains("  " + command + "\n")) }
  }

  @Test(arguments: runnable.sampled(8)) func recipeCommandsRunAndMakeTheirOutputs(recipe: [String])
    throws
  {
    let scratch = Scratch()
    func put(_ clip: String, _ names: String...) throws {
      for name in names {
        let path = scratch.path(name)
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Clips.path(clip), toPath: path)
      }
    }
    try put("short-slides.mp4", "clip.mp4", "other.mp4", "waves.mp4")
    try put("same-bt709-limited-420-h264.mp4", "clip.mov")
    try put("card.jpg", "photo.jpg", "beach.jpg", "holiday/1.jpg", "holiday/more/2.jpg")
    if recipe.contains(where: { $0.contains("film.mp4") }) { try put("parts-film.mp4", "film.mp4") }
    let folder = Command.splash.deletingLastPathComponent().path
    let script =
      "cd '\(scratch.folder.path)'; export XDG_CONFIG_HOME=\"$PWD\" PATH='\(folder)':$PATH"
    try Command.run(
      "bash", ["-c", ([script, "set -e"] + recipe).joined(separator: "\n")]
    ).checked()
    for match in recipe.joined(separator: "\n").matches(of: /-o ([\w.-]+\.\w+)/) {
      #expect(try !Media(scratch.path(String(match.1))).times().isEmpty)
    }
  }

  @Test func splashWithoutArgumentsSaysWhereToBegin() throws {
    try #require(Command.isInstalled("script"))
    let run = try Command.run(
      "script", ["-qec", "'\(Command.splash.path)' </dev/tty; echo status $?", "/dev/null"])
    #expect(run.text.contains("splash tune clip.mp4") && run.text.contains("splash help recipes"))
    #expect(run.text.contains("status 64"), "\(run.text)")
    let piped = try Command.splash()
    #expect(piped.status == 64 && piped.errors.contains("no <input> given"), "\(piped.errors)")
  }
}
