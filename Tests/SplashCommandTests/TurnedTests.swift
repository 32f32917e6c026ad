import TestSupport

/// Rotated clips in outputs that cannot store a rotation: the pixels are rotated, sample for
/// sample.
struct TurnedTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var stored: String
    var turned: String
    /// log2 of the chroma subsampling across and down; nil without chroma.
    var chroma: (across: Int, down: Int)?
    var bytes = 1
    var testDescription: String { stored }
  }

  static let shapes = [
    Shape(stored: "yuv420p", turned: "yuv420p", chroma: (1, 1)),
    Shape(stored: "yuv422p", turned: "yuv440p", chroma: (1, 0)),
    Shape(stored: "yuv444p", turned: "yuv444p", chroma: (0, 0)),
    Shape(stored: "yuv420p10le", turned: "yuv420p10le", chroma: (1, 1), bytes: 2),
    Shape(stored: "yuv422p10le", turned: "yuv440p10le", chroma: (1, 0), bytes: 2),
    Shape(stored: "gray", turned: "gray"),
  ]

  static let (width, height) = (96, 64)

  @Test(arguments: shapes, [90, 180, -90])
  func rotationMovesEverySampleToItsPlace(shape: Shape, angle: Int) throws {
    let scratch = Scratch()
    let clip = try clip(shape.stored, angle: angle, in: scratch)
    // QuickTime stores the rotation, so that pixels stay where they are.
    let (stored, turned) = (Media(scratch.path("stored.mov")), Media(scratch.path("turned.mkv")))
    try Command.splash(
      clip, "-o", stored.path, "-o", turned.path, "--codec", "ffv1", "--hue", "red"
    ).checked()
    let isQuarter = angle != 180
    let format = isQuarter ? shape.turned : shape.stored
    #expect(try turned.probe("v:0", "stream=pix_fmt") == [format])
    #expect(
      try turned.probe("v:0", "stream=width,height")
        == [isQuarter ? "\(Self.height),\(Self.width)" : "\(Self.width),\(Self.height)"])
    #expect(try turned.probe("v:0", "stream_side_data=rotation") == [])
    let before = try stored.samples(shape.stored, frames: 1)
    let after = try turned.samples(format, frames: 1)
    #expect(after == expected(before, shape, angle: angle))
    if angle == 90, shape.bytes == 1 {
      #expect(
        try Media(clip).samples("gray", frames: 1, asDisplayed: true)
          == turned.samples("gray", frames: 1))
    }
  }

  /// Where every sample belongs when a frame is rotated by a multiple of 90 degrees
  /// counter-clockwise.
  private func expected(_ samples: [UInt8], _ shape: Shape, angle: Int) -> [UInt8] {
    var planes = [(Self.width, Self.height)]
    if let chroma = shape.chroma {
      planes += [(Self.width >> chroma.across, Self.height >> chroma.down)]
      planes += [planes[1]]
    }
    var (result, start) = ([UInt8](), 0)
    for (width, height) in planes {
      let (columns, rows) = angle == 180 ? (width, height) : (height, width)
      for row in 0..<rows {
        for column in 0..<columns {
          let (x, y) =
            switch angle {
            case 90: (width - 1 - row, column)
            case 180: (width - 1 - column, height - 1 - row)
            default: (row, height - 1 - column)
            }
          let place = start + (y * width + x) * shape.bytes
          result += samples[place..<place + shape.bytes]
        }
      }
      start += width * height * shape.bytes
    }
    return result
  }

  @Test(arguments: ["webm", "y4m", "avi", "nut", "png"])
  func containersWithoutRotationAreUpright(container: String) throws {
    let scratch = Scratch()
    let clip = try clip("yuv420p", angle: 90, in: scratch)
    let output = Media(scratch.path(container == "png" ? "%03d.png" : "out.\(container)"))
    try Command.splash(clip, "-o", output.path).checked()
    #expect(try output.probe("v:0", "stream=width,height") == ["\(Self.height),\(Self.width)"])
    let source = try Media(clip).samples("gray", frames: 1, asDisplayed: true)
    let result = try output.samples("gray", frames: 1)
    let off = zip(source, result).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(source.count == result.count && off < 8 * result.count)
  }

  @Test func quarterTurnInvertsTheAspectRatio() throws {
    let scratch = Scratch()
    let clip = try clip("yuv420p", angle: 90, in: scratch, more: ["-vf", "setsar=4/3"])
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(clip, "-o", output.path)
    #expect(try output.probe("v:0", "stream=sample_aspect_ratio") == ["3:4"])
  }

  /// Upside down, the first field's rows are the second's.
  @Test func halfTurnSwapsTheFieldOrder() throws {
    let scratch = Scratch()
    let clip = try clip("yuv420p", angle: 180, in: scratch, more: ["-vf", "setfield=tff"])
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(clip, "-o", output.path, "--codec", "ffv1")
    let order = try #require(try Media(clip).probe("v:0", "stream=field_order").first)
    #expect(["tt", "tb"].contains(order))
    let flipped = String(order.map { $0 == "t" ? "b" : "t" })
    #expect(try output.probe("v:0", "stream=field_order") == [flipped])
    #expect(try output.probe("v:0", "frame=top_field_first").first == "0")
    let quarter = try self.clip("yuv420p", angle: 90, in: scratch, more: ["-vf", "setfield=tff"])
    let run = try Command.splash(quarter, "-o", output.path, "-y", "--codec", "ffv1")
    #expect(run.errors.contains("fields lie in columns"))
    #expect(try output.probe("v:0", "stream=field_order") == ["progressive"])
  }

  private func clip(
    _ format: String, angle: Int, in scratch: Scratch, more: [String] = []
  ) throws -> String {
    let plain = scratch.path("plain-\(angle).mov")
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "testsrc2=size=\(Self.width)x\(Self.height):rate=5:duration=1",
      ] + more + ["-c:v", "ffv1", "-strict", "-2", "-pix_fmt", format, plain])
    let turned = scratch.path("turned-\(angle).mov")
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    return turned
  }

  /// A card lies as displayed: the light is that of the clip with upright pixels.
  @Test(arguments: [90, 180, -90])
  func cardOfARotatedClipLiesAsDisplayed(angle: Int) throws {
    let scratch = Scratch()
    let clip = try clip("yuv444p", angle: angle, in: scratch)
    let upright = try scratch.make("upright.mkv", "-i", clip, "-c:v", "ffv1")
    let output = Media(scratch.path("out.mkv"))
    let results = try [clip, upright].map { (source: String) -> [UInt8] in
      try Command.splash(
        source, "-o", output.path, "-y", "--codec", "ffv1", "--rest", "none", "--white-balance",
        "card=0,0,0.25,0.25", "--balance-output"
      ).checked()
      return try output.samples("yuv444p", frames: 1)
    }
    #expect(results[0] == results[1])
  }
}
