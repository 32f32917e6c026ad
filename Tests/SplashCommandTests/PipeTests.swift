import TestSupport

/// Standard input and output, and what happens when the other side goes away.
struct PipeTests {
  @Test func standardOutputIsY4MByDefault() throws {
    let run = try Command.splash("test:64x48@30", "--frames", "3", "--quiet").checked()
    let header = "YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
    #expect(run.output.starts(with: Data(header.utf8)))
    #expect(run.output.count == header.utf8.count + 3 * (6 + 64 * 48 * 3 / 2))
    #expect(run.errors.isEmpty)
  }

  @Test func rawVideoIsOnlySamples() throws {
    let run = try Command.splash(
      "test:64x48@30", "--frames", "3", "--format", "rawvideo", "-o", "-", "--quiet")
    #expect(run.output.count == 3 * 64 * 48 * 3 / 2)
  }

  @Test func standardInputReadsOwnStandardOutput() throws {
    for format in ["y4m", "nut", "matroska"] {
      let first = try Command.splash(
        "test:64x48@30", "--frames", "5", "--format", format, "--quiet", "--hue", "0:180")
      let second = try Command.splash("-", "-o", "-", "--quiet", input: first.output)
      #expect(second.status == 0, "\(format): \(second.errors)")
      #expect(second.output.count > 5 * 64 * 48 * 3 / 2, "\(format)")
    }
  }

  @Test func nutCarriesSoundAndExactTimes() throws {
    let scratch = Scratch()
    let clip = try Media(Clips.path("cups-vfr.mp4"))
    let run = try Command.splash(clip.path, "-o", "-", "--format", "nut", "--quiet").checked()
    let piped = Media(scratch.path("piped.nut"))
    try run.output.write(to: URL(fileURLWithPath: piped.path))
    // Nut knows no time before zero, where this sound begins: both move by the same amount, up to a
    // unit of the clip's time (1/600 s), and nothing moves against its neighbors.
    let shifts = try zip(clip.times(), piped.times()).map { $1 - $0 }
    #expect(try shifts.count == clip.times().count)
    #expect(try #require(shifts.max()) - #require(shifts.min()) < 3e-6)
    let sound = try [clip, piped].map { file in
      try #require(file.probe("a", "packet=pts_time").first.flatMap(Double.init))
    }
    #expect(abs(sound[1] - sound[0] - shifts[0]) < 1.0 / 600)
    #expect(try clip.packetDigest("0:a") == piped.packetDigest("0:a"))
  }

  @Test func readerThatClosesThePipeIsNoError() throws {
    let run = try Command.run(
      "bash",
      [
        "-c",
        "set -o pipefail; '\(Command.splash.path)' test: -o - | head -c 3000000 >/dev/null; echo ${PIPESTATUS[0]}",
      ])
    #expect(run.text == "0\n", "\(run.errors)")
    #expect(!run.errors.contains("error"))
  }

  @Test func severalOutputsGetTheSameFrames() throws {
    let scratch = Scratch()
    let file = scratch.path("copy.y4m")
    let run = try Command.splash(
      "test:64x48@30", "--frames", "4", "-o", "-", "-o", file, "-o", "null", "--quiet"
    ).checked()
    #expect(try Data(of: file) == run.output)
  }
}
