import TestSupport

/// Per-frame metadata, HDR10+ and Dolby Vision: their loss is reported once.
struct DynamicHDRTests {
  private let scratch = Scratch()

  private static let encoder = [
    "-f", "lavfi", "-i", "testsrc2=s=128x96:r=10:d=0.5,setsar=1", "-c:v", "libx265", "-pix_fmt",
    "yuv420p10le", "-x265-params",
    "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
  ]

  /// A message of HDR10+ (CTA-861-H, annex S), with nothing in it that is not needed.
  private static let message: [UInt8] = {
    let fields = [
      (1, 8), (1, 2), (400, 27), (0, 1), (3000, 17), (3000, 17), (3000, 17), (1000, 17), (0, 4),
      (5, 10), (0, 1), (0, 1), (0, 1),
    ]
    var bits = fields.flatMap { value, count in (0..<count).map { value >> (count - 1 - $0) & 1 } }
    bits += Array(repeating: 0, count: (8 - bits.count % 8) % 8)
    let payload =
      [0xb5, 0, 0x3c, 0, 1, 4]
      + stride(from: 0, to: bits.count, by: 8).map { start in
        UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      }
    var (unit, zeros): ([UInt8], Int) = ([0, 0, 0, 1, 0x4e, 1], 0)
    for byte in [4, UInt8(payload.count)] + payload + [0x80] {
      if zeros == 2, byte <= 3 { (unit, zeros) = (unit + [3], 0) }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }()

  private func filmWithPlus() throws -> String {
    let (plain, film) = (scratch.path("plain.hevc"), scratch.path("film.hevc"))
    try Command.ffmpeg(Self.encoder + [plain])
    let bytes = [UInt8](try Data(of: plain))
    var result: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      // Before each unit that holds a frame.
      if bytes[place...].starts(with: [0, 0, 1]), place + 5 < bytes.count,
        (bytes[place + 3] >> 1) < 22, bytes[place + 5] & 0x80 != 0
      {
        if result.last == 0 { result.removeLast() }
        result += Self.message + [0]
      }
      result.append(byte)
    }
    try Data(result).write(to: URL(fileURLWithPath: film))
    let sideData = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "frame_side_data=side_data_type", film])
    try #require(sideData.text.contains("HDR10+"), "\(sideData.text)")
    return film
  }

  private func said(_ arguments: String...) throws -> [Substring] {
    let run = try Command.splash(arguments + ["-y"]).checked()
    return run.errors.split(separator: "\n")
  }

  @Test func lossOfHDR10PlusIsReportedOnce() throws {
    let (film, output) = (try filmWithPlus(), scratch.path("out.mp4"))
    let lines = try said(film, "-o", output)
    let sideData = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "frame_side_data=side_data_type", output])
    let isKept = sideData.text.contains("HDR10+")
    #expect(lines.count { $0.contains("HDR10+") } == (isKept ? 0 : 1), "\(lines)")
    // SDR output loses no such metadata.
    let plain = try said(film, "-o", output, "--sdr")
    #expect(!plain.contains { $0.contains("HDR10+") }, "\(plain)")
  }

  /// Puts Dolby Vision's description in place of the pixel aspect ratio's.
  private func filmOfDolby(_ profile: UInt8, below: UInt8) throws -> String {
    let film = scratch.path("film.mp4")
    try Command.ffmpeg(Self.encoder + ["-tag:v", "hvc1", film])
    var bytes = try Data(of: film)
    let box = try #require(bytes.range(of: Data("pasp".utf8)))
    bytes.replaceSubrange(
      box.lowerBound..<box.upperBound + 8,
      with: Data("dvvC".utf8) + Data([1, 0, profile << 1, 1 << 3 | 5, below << 4, 0, 0, 0]))
    try bytes.write(to: URL(fileURLWithPath: film))
    return film
  }

  @Test func lossOfDolbyVisionIsReportedOnce() throws {
    let output = scratch.path("out.mp4")
    let lines = try said(filmOfDolby(8, below: 1), "-o", output)
    #expect(lines.count { $0.contains("Dolby Vision") } == 1, "\(lines)")
    #expect(!lines.contains { $0.contains("are wrong") }, "\(lines)")
    #expect(try Media(output).probe("v:0", "stream_side_data=dv_profile") == [])
  }

  @Test func dolbyVisionProfile5WarnsOfWrongColors() throws {
    let lines = try said(filmOfDolby(5, below: 0), "-o", scratch.path("out.mp4"))
    #expect(lines.count { $0.contains("profile 5") && $0.contains("wrong") } == 1, "\(lines)")
  }

  @Test func plainClipHasNoDynamicHDRNote() throws {
    let film = scratch.path("film.mp4")
    try Command.ffmpeg(Self.encoder + [film])
    let lines = try said(film, "-o", scratch.path("out.mp4"))
    #expect(!lines.contains { $0.contains("HDR10+") || $0.contains("Dolby") }, "\(lines)")
  }
}
