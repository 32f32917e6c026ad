import TestSupport

/// Which of several mistakes in one command line is told of.
struct ErrorOrderTests {
  /// Wrong words come first, then the input and what does not fit it, and an output that exists
  /// comes last.
  @Test(arguments: [
    (["clip.mkv", "--hue", "burgundi"], "--hue burgundi"),
    (["clip.mkv", "--rest", "blurr"], "--rest blurr"),
    (["clip.mkv", "--keep", "persn"], "--keep persn"),
    (["clip.mkv", "--crop", "9:0"], "--crop 9:0"),
    (["missing.mkv", "--hue", "burgundi"], "--hue burgundi"),
    (["missing.mkv", "--rest", "blurr"], "--rest blurr"),
    (["missing.mkv", "--crop", "9:0"], "--crop 9:0"),
    (["missing.mkv"], "missing.mkv: cannot open"),
    (["clip.mkv", "--crop", "5000,5000,100,100"], "no such part"),
    (["clip.mkv"], "red.mkv: already exists"),
  ])
  func existingOutputHidesNoOtherMistake(words: [String], told: String) throws {
    let scratch = Scratch()
    for name in ["clip.mkv", "red.mkv"] {
      _ = try scratch.make(
        name, "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.2", "-pix_fmt", "yuv420p", "-c:v",
        "ffv1")
    }
    let arguments = [scratch.path(words[0])] + words.dropFirst() + ["-o", scratch.path("red.mkv")]
    let run = try Command.splash(arguments)
    #expect(run.status != 0)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains(told), "\(run.errors)")
  }
}
