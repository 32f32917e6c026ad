import TestSupport

/// Clips as numbered images, as compositors have them.
struct NumberedImagesTests {
  /// Makes five images with numbers from 1001 on: a red half that is partly transparent, and blue.
  private func images(_ pattern: String, _ format: String, in scratch: Scratch) throws -> String {
    let path = scratch.path(pattern)
    try Command.ffmpeg([
      "-f", "lavfi", "-i",
      "color=blue:size=64x48:rate=5:duration=1,format=rgba,"
        + "geq=r='if(lt(Y,24),208,0)':g='if(lt(Y,24),16,0)':b='if(lt(Y,24),32,255)'"
        + ":a='if(lt(Y,24),128,255)'",
      "-pix_fmt", format, "-start_number", "1001", path,
    ])
    return path
  }

  @Test(arguments: [
    ("shot.%04d.png", "rgba64be"), ("shot.%04d.png", "rgb24"), ("shot-%d.tiff", "rgb48le"),
    ("shot.%04d.tif", "rgba"),
  ])
  func numberedImagesKeepNumbersFormatAndKeptSamples(pattern: String, format: String) throws {
    let scratch = Scratch()
    let clip = try images(pattern, format, in: scratch)
    let output = scratch.path("out-\(pattern)")
    let run = try Command.splash(clip, "-o", output, "--hue", "350", "--white-balance", "off")
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("."))
    let expected = (1001...1005).map {
      "out-" + String(format: pattern.replacing("shot-%d", with: "shot-%04d"), $0)
    }
    #expect(names.filter { $0.hasPrefix("out-") }.sorted() == expected)
    let (source, result) = (
      Media(scratch.path(String(expected[4].dropFirst(4)))), Media(scratch.path(expected[4]))
    )
    #expect(
      try result.probe("v:0", "stream=pix_fmt") == source.probe("v:0", "stream=pix_fmt"))
    let (coding, most) = ["rgb24", "rgba"].contains(format) ? ("rgba", 2) : ("rgba64le", 0)
    let (before, after) = (
      try source.samples(coding, frames: 1), try result.samples(coding, frames: 1)
    )
    let half = before.count / 2
    let changes = zip(before, after).map { abs(Int($0) - Int($1)) }
    #expect(changes.prefix(half).max()! <= most, "\(format)")
    #expect(changes.suffix(half).max()! > 9)
  }

  @Test func rateOfNumberedImagesIsGivenByFPS() throws {
    let scratch = Scratch()
    let clip = try images("shot.%04d.png", "rgb24", in: scratch)
    for (rate, words) in [("25/1", []), ("12/1", ["12"]), ("24000/1001", ["24000/1001"])] {
      let output = Media(scratch.path("out.mkv"))
      let run = try Command.run(
        Command.splash.path,
        [clip, "-o", output.path, "-y", "--codec", "ffv1"] + words.flatMap { ["--fps", $0] })
      #expect(run.status == 0, "\(run.errors)")
      #expect(try output.probe("v:0", "stream=r_frame_rate") == [rate])
      #expect(try output.times().count == 5)
    }
  }
}
