import TestSupport

/// Clips with a limit of their file size.
struct SizeTests {
  private let scratch = Scratch()

  /// Three seconds that no encoder makes small at its default quality.
  private func clip(hasSound: Bool) throws -> String {
    let name = "clip-\(hasSound).mp4"
    let picture = [
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=24:d=3,noise=alls=9:all_seed=3:allf=t",
    ]
    let sound = hasSound ? ["-f", "lavfi", "-i", "sine=f=330:d=3"] : []
    let codes = ["-pix_fmt", "yuv420p", "-preset", "ultrafast", "-crf", "8", "-c:a", "aac"]
    try Command.ffmpeg(picture + sound + codes + ["-b:a", "64k", scratch.path(name)])
    return scratch.path(name)
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  @Test(arguments: [
    ("mp4", true, "200k", 200_000), ("mp4", false, "60k", 60_000), ("mp4", true, "70Ki", 71_680),
    ("webm", true, "0.15M", 150_000), ("webm", false, "60k", 60_000),
    ("gif", false, "500k", 500_000), ("webp", false, "150k", 150_000),
  ])
  func clipStaysBelowTheRequestedFileSize(
    kind: String, hasSound: Bool, text: String, limit: Int
  ) throws {
    let output = scratch.path("out.\(kind)")
    let clip = try clip(hasSound: hasSound)
    let run = try Command.splash(clip, "-o", output, "--max-size", text).checked()
    let size = try size(output)
    #expect(size <= limit && Double(size) >= 0.97 * Double(limit), "\(size): \(run.errors)")
    #expect(run.errors.contains(" kB by "), "\(run.errors)")
    if kind != "webp" {
      let time = try #require(Media(output).times().last)
      #expect(abs(time - 3) < 0.3, "\(time)")
    }
    if hasSound { #expect(try Media(output).probe("a", "stream=codec_type") == ["audio"]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 2)
  }

  @Test func smallClipKeepsItsQuality() throws {
    let (plain, limited) = (scratch.path("plain.mp4"), scratch.path("limited.mp4"))
    let clip = try clip(hasSound: true)
    #expect(try Command.splash(clip, "-o", plain).status == 0)
    let run = try Command.splash(clip, "-o", limited, "--max-size", "80M")
    #expect(run.status == 0 && !run.errors.contains("in place of"), "\(run.errors)")
    #expect(
      try Data(of: plain)
        == Data(of: limited))
  }

  @Test(arguments: ["mp4", "gif"]) func unreachableFileSizeIsReported(kind: String) throws {
    let clip = try clip(hasSound: true)
    let output = scratch.path("out.\(kind)")
    var run = try Command.splash(clip, "-o", output, "--max-size", "2k")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("cannot be made as small as 2 kB"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 1)
    try "theirs".write(toFile: output, atomically: true, encoding: .utf8)
    run = try Command.splash(clip, "-y", "-o", output, "--max-size", "2k")
    #expect(run.status == 1, "\(run.errors)")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 2)
  }
}
