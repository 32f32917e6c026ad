import TestSupport

/// Animated AVIF: its alpha, which lies in a stream of its own, and how often it is played.
struct AnimatedAVIFTests {
  private let scratch = Scratch()
  private let film: String

  private static let canBeMade =
    (try? Command.run("ffmpeg", ["-v", "quiet", "-h", "muxer=avif"]).text.contains("AVIF")) == true

  init() throws {
    film = scratch.path("film.avif")
  }

  /// Three frames whose left half has an alpha of a fifth.
  private func make(_ format: String = "yuv420p") throws {
    let alpha = "color=black:s=64x64:r=5:d=0.6,format=gray,geq=lum='if(gt(X,31),255,51)'"
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=0.6,format=\(format)", "-f", "lavfi", "-i",
      alpha,
      "-map", "0", "-map", "1", "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "5", film)
  }

  private func splash(_ input: String, _ output: String, _ more: String...) throws -> String {
    let run = try Command.splash([input, "-o", output, "-y"] + more).checked()
    return run.errors
  }

  @Test(
    .enabled(if: canBeMade, "needs FFmpeg's AVIF"), arguments: ["webp", "apng", "nut"],
    ["yuv420p", "yuv444p"])
  func alphaOfAnimatedAVIFIsCarriedAlong(kind: String, format: String) throws {
    try make(format)
    let (output, plain) = (scratch.path("out.\(kind)"), scratch.path("plain.nut"))
    let said = try splash(film, output, "--rest", "none")
    #expect(!said.contains("leaving out"), "\(said)")
    // FFmpeg does not read animated WebP.
    _ = try splash(output, plain, "--rest", "none")
    let run = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", plain, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
        "rgba",
        "-",
      ])
    let alpha = run.output.enumerated().filter { $0.offset % 4 == 3 }.map { Int($0.element) }
    try #require(alpha.count == 3 * 64 * 64)
    for (index, value) in alpha.enumerated() where ![31, 32].contains(index % 64) {
      let expected = index % 64 > 31 ? 255 : 51
      guard abs(value - expected) > 6 else { continue }
      Issue.record("sample \(index) has \(value)")
      return
    }
  }

  /// As avifenc writes it: the color track refers to the alpha track.
  @Test(.enabled(if: Command.isInstalled("avifenc"), "needs avifenc (libavif-bin)"))
  func premultipliedAVIFIsReadWithoutAlpha() throws {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=32x32:r=5:d=0.4,format=rgba,geq=r=255:g=0:b=0:a=64",
      scratch.path("%d.png"))
    try Command.run(
      "avifenc", ["-s", "10", "-p", scratch.path("1.png"), scratch.path("2.png"), film]
    ).checked()
    let output = scratch.path("out.apng")
    #expect(try splash(film, output).contains("leaving out video stream"))
    #expect(try Media(output).probe("v", "stream=pix_fmt").first?.contains("a") == false)
  }

  @Test(.enabled(if: canBeMade, "needs FFmpeg's AVIF"), arguments: ["mp4", "avif"])
  func lossOfAVIFAlphaIsReported(kind: String) throws {
    try make()
    let said = try splash(film, scratch.path("out.\(kind)"))
    #expect(said.contains("leaving out transparency"), "\(said)")
    #expect(!said.contains("stream 1"), "\(said)")
  }

  /// After `--start`, every frame has its alpha.
  @Test(.enabled(if: canBeMade, "needs FFmpeg's AVIF")) func partOfAnimatedAVIFKeepsItsAlpha()
    throws
  {
    try make()
    let output = scratch.path("out.nut")
    _ = try splash(film, output, "--rest", "none", "--start", "0.3")
    let alpha = try Media(output).alpha()
    #expect(alpha.count == 64 * 64 && abs(Int(alpha[0]) - 51) < 7 && alpha[63] > 248)
  }

  // MARK: - How often it is played

  private static func word(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) }
  }

  /// Gives the first track an edit that is repeated, in a second box of tracks behind the
  /// pictures, so that these stay where they are.
  ///
  /// - Parameter plays: 0 for ever.
  private func loop(_ plays: Int) throws {
    var bytes = [UInt8](try Data(of: film))
    func place(of type: String, from start: Int = 0) throws -> Int {
      try #require(
        bytes.indices.dropFirst(start).first { bytes[$0...].starts(with: type.utf8) })
    }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let movie = try place(of: "moov") - 4
    var copy = Array(bytes[movie..<movie + number(movie)])
    let (track, header) = (try place(of: "trak") - 4 - movie, try place(of: "tkhd") - 4 - movie)
    // Newer versions of FFmpeg write version 1, with times of 64 bits.
    let isLong = copy[header + 8] == 1
    let edit =
      [Self.word(36), Array("edts".utf8), Self.word(28), Array("elst".utf8)] + [[0, 0, 0, 1]]
    let whole = try number(place(of: "mvhd") + 16) * 6 / 10
    let entry = [Self.word(1), Self.word(UInt32(whole)), Self.word(0), [0, 1, 0, 0]]
    let length = plays == 0 ? UInt32.max : UInt32(whole * plays)
    let high = isLong ? Self.word(plays == 0 ? .max : 0) : []
    let duration = header + (isLong ? 36 : 28)
    let words = high + Self.word(length)
    copy.replaceSubrange(duration..<duration + words.count, with: words)
    let end = header + number(movie + header)
    let size = number(movie + track) + 36
    copy.insert(contentsOf: (edit + entry).joined(), at: end)
    copy.replaceSubrange(track..<track + 4, with: Self.word(UInt32(size)))
    copy.replaceSubrange(0..<4, with: Self.word(UInt32(copy.count)))
    bytes.replaceSubrange(movie + 4..<movie + 8, with: "free".utf8)
    try Data(bytes + copy).write(to: URL(fileURLWithPath: film))
  }

  private func plays(ofGIF path: String) throws -> Int {
    let bytes = try Data(of: path)
    guard let name = bytes.range(of: Data("NETSCAPE2.0".utf8)) else { return 1 }
    let again = Int(bytes[name.upperBound + 2])
    return again == 0 ? 0 : again + 1
  }

  @Test(.enabled(if: canBeMade, "needs FFmpeg's AVIF"), arguments: [0, 1, 3, nil])
  func loopCountOfAnimatedAVIFIsKept(count: Int?) throws {
    try make()
    if let count { try loop(count) }
    let output = scratch.path("out.gif")
    _ = try splash(film, output)
    #expect(try plays(ofGIF: output) == count ?? 0)
    #expect(try Media(output).times().count == 3)
  }

  /// An edit list with nothing but its version, and a track of negative length.
  @Test(.enabled(if: canBeMade, "needs FFmpeg's AVIF"), arguments: ["elst", "tkhd"])
  func damagedLoopCountDoesNotCrash(box: String) throws {
    try make()
    try loop(3)
    var bytes = [UInt8](try Data(of: film))
    let movie = try #require(bytes.indices.last { bytes[$0...].starts(with: "moov".utf8) })
    let place = try #require(
      bytes.indices.dropFirst(movie).first { bytes[$0...].starts(with: box.utf8) })
    if box == "elst" {
      bytes.replaceSubrange(place - 4..<place, with: Self.word(9))
    } else {
      bytes[place + 4] = 1
      bytes.replaceSubrange(place + 32..<place + 40, with: [0x80] + [UInt8](repeating: 0, count: 7))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: film))
    let run = try Command.splash(film, "-o", scratch.path("out.gif"))
    #expect([0, 2].contains(run.status), "\(run.status): \(run.errors)")
  }

  @Test(.enabled(if: canBeMade, "needs FFmpeg's AVIF")) func lossOfLoopCountIsReported() throws {
    try make()
    try loop(3)
    let (output, again) = (scratch.path("out.avif"), scratch.path("again.gif"))
    let said = try splash(film, output)
    _ = try splash(output, again)
    let isSaid = said.contains("is played for ever")
    #expect(try plays(ofGIF: again) == (isSaid ? 0 : 3), "\(said)")
  }
}
