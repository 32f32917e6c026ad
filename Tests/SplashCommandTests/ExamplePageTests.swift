import TestSupport

/// The article Examples, from top to bottom: its commands as written, on the project's clips.
struct ExamplePageTests {
  private static let blocks = PageCommands(Repository.examples).blocks
  /// The commands that make the folder, and those run in it, without cameras and kernel modules.
  private static let preparation = blocks.first ?? []
  private static let lines = blocks.dropFirst().joined()
    .filter { !$0.contains("/dev/video") && !$0.hasPrefix("sudo ") }
  private static let onClusters = lines.filter { $0.contains("scripts/cluster") }
  private static let byNetworks = lines.filter {
    PageShell.needsNetworks($0) && !onClusters.contains($0)
  }

  @Test(.thorough) func exampleCommandsRunInOrder() throws {
    let shell = try prepared()
    let lines = Self.lines.filter { !Self.byNetworks.contains($0) && !Self.onClusters.contains($0) }
    #expect(lines.count >= 40)
    for line in lines { try expectRun(line, in: shell) }
  }

  @Test(.thorough, .enabled(if: PageShell.hasNetworks, "needs what splash models fetch gets"))
  func exampleCommandsWithNetworksRun() throws {
    let shell = try prepared()
    #expect(Self.byNetworks.count >= 10)
    for line in Self.byNetworks { try expectRun(line, in: shell) }
  }

  @Test(.enabled(if: Command.isInstalled("parallel"), "needs GNU parallel"))
  func exampleCommandForGNUParallelRuns() throws { try expectRun("parallel") }

  @Test(
    .enabled(
      if: (try? Command.run("scontrol", ["ping"]).status) == 0, "needs a Slurm that runs"))
  func exampleCommandForSlurmRuns() throws { try expectRun("slurm") }

  private func expectRun(_ engine: String) throws {
    let line = try #require(Self.onClusters.first { $0.contains("cluster \(engine) ") })
    try expectRun(line, in: prepared())
  }

  private func expectRun(_ line: String, in shell: PageShell) throws {
    let run = try shell.run(line, in: "try")
    #expect(run.status == 0, "\(line): \(run.errors)")
    if line.hasSuffix("echo $?") { #expect(["0", "3"].contains(run.lines.last), "\(run.lines)") }
    for name in PageShell.outputs(of: line) {
      #expect(try !Media(shell.scratch.path("try/" + name)).times().isEmpty, "\(line)")
    }
  }

  /// The folder that the page says how to make, beside the project's clips and scripts.
  private func prepared() throws -> PageShell {
    let shell = try PageShell()
    for name in ["film", "scripts"] {
      try FileManager.default.createSymbolicLink(
        atPath: shell.scratch.path(name), withDestinationPath: Repository.path(name))
    }
    try shell.run("(set -e\n\(Self.preparation.joined(separator: "\n")))").checked()
    return shell
  }
}
