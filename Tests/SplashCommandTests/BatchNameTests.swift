import TestSupport

/// Result names of inputs whose names look like placeholders or differ only in bytes.
struct BatchNameTests {
  @Test func inputNamesWithBracesAreTakenLiterally() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.mkv")
    try Command.splash("test:64x48", "--frames", "1", "-o", clip, "--quiet")
    // The last one is an accent, which would stand upon the slash before it.
    let names = ["a{n}b{ext}", "{folder}", "{name}", "\u{301}c"]
    let inputs = names.map { "\(scratch.folder.path)/\($0).mkv" }
    for input in inputs { try #require(try Command.run("cp", [clip, input]).status == 0) }
    let results = scratch.path("out")
    try Command.splash(inputs + ["-o", results + "/{name}-red.{ext}", "--quiet"]).checked()
    let made = try FileManager.default.contentsOfDirectory(atPath: results)
    #expect(Set(made.filter { $0 != ".splash-ledger" }) == Set(names.map { "\($0)-red.mkv" }))
  }

  /// They look alike and lie in one folder.
  @Test func composedAndDecomposedNamesAreTwoFiles() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.mkv")
    try Command.splash("test:64x48", "--frames", "1", "-o", clip, "--quiet")
    let inputs = ["\u{e9}", "e\u{301}"].map { "\(scratch.folder.path)/\($0).mkv" }
    for input in inputs { try #require(try Command.run("cp", [clip, input]).status == 0) }
    let results = scratch.path("out")
    for said in ["2 of 2 files done", "2 were complete before"] {
      let run = try Command.splash(inputs + ["-o", results + "/{name}-red.{ext}", "--resume"])
      #expect(run.status == 0 && run.errors.contains(said), "\(run.errors)")
    }
  }
}
