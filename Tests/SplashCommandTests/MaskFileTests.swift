import TestSupport

/// Masks from files, through the command, against the formula that they were made by.
struct MaskFileTests {
  private let scratch = Scratch()
  private static let (width, height) = (160, 96)
  private static let (pictures, rate) = (10, 10.0)

  /// A mask file, by what FFmpeg needs to write it.
  struct Mask: Sendable, CustomTestStringConvertible {
    var (width, height): (Int, Int)
    var rate = 10.0
    var pictures = 10
    var format: String
    var name = "mask.mkv"
    /// The filter that makes grey of full range into the format, and tags it.
    var filter = "scale=out_range=tv"
    var tags = ["-color_range", "tv"]
    var testDescription: String { "\(name) \(width)x\(height) \(format) \(rate) \(tags)" }

    /// The grey at a place in shares of the frame, 0…255: a plane that rises with the frame number,
    /// which scaling does not change.
    static func grey(_ x: Double, _ y: Double, _ picture: Int) -> Double {
      10 + 80 * x + 40 * y + 4 * Double(picture)
    }

    /// The frame nearest to a time, the earlier one of two; the last one after the end.
    func picture(at time: Double) -> Int {
      let distances = (0..<pictures).map { abs(Double($0) / rate - time) }
      return distances.firstIndex { $0 < distances.min()! + 1e-6 }!
    }

    func make(_ path: String) throws {
      let samples = (0..<pictures).flatMap { picture in
        (0..<width * height).map { index in
          let x = (Double(index % width) + 0.5) / Double(width)
          let y = (Double(index / width) + 0.5) / Double(height)
          return UInt8(Self.grey(x, y, picture).rounded())
        }
      }
      let codec = name.hasSuffix(".png") ? [] : ["-c:v", "ffv1", "-strict", "-2"]
      try Command.ffmpeg(
        [
          "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(width)x\(height)",
          "-r", "\(rate)", "-i", "-", "-vf", filter, "-pix_fmt", format,
        ] + tags + codec + [path], input: Data(samples))
    }
  }

  static let asAlpha = "split[a][b];[b]lutyuv=y=90,format=gbrp[c];[c][a]alphamerge"

  static let masks = [
    Mask(width: 160, height: 96, format: "gray", filter: "null", tags: []),
    Mask(width: 64, height: 60, rate: 5, pictures: 5, format: "gray", filter: "null", tags: []),
    Mask(width: 320, height: 200, rate: 25, pictures: 25, format: "yuv420p"),
    Mask(width: 81, height: 55, rate: 30, pictures: 30, format: "yuv422p10le"),
    Mask(
      width: 200, height: 300, pictures: 6, format: "yuv444p", filter: "scale=out_range=pc",
      tags: ["-color_range", "pc"]),
    Mask(width: 160, height: 96, format: "gbrp", filter: "null", tags: []),
    // From FFmpeg 7.1 on, tags alone convert to the full range, which grey frames usually have.
    Mask(
      width: 160, height: 96, format: "gray", filter: "setparams=range=tv,lut=c0=16+val*219/255",
      tags: []),
    Mask(width: 160, height: 96, format: "gbrap", filter: asAlpha, tags: []),
    Mask(
      width: 100, height: 40, pictures: 1, format: "gray", name: "mask.png", filter: "null",
      tags: []),
    Mask(
      width: 100, height: 40, pictures: 1, format: "rgba", name: "mask.png", filter: asAlpha,
      tags: []),
    // Alpha that is the same everywhere is ignored.
    Mask(
      width: 100, height: 40, pictures: 1, format: "rgba", name: "mask.png", filter: "null",
      tags: []),
  ]

  private func clip(turned angle: Int? = nil) throws -> String {
    try scratch.greyBesideRed(Self.width, Self.height, rate: Self.rate, seconds: 1, turned: angle)
  }

  private func shown(
    _ clip: String, _ arguments: String..., isTurned: Bool = false
  ) throws -> [[UInt8]] {
    let arguments = arguments + ["--white-balance", "off"]
    return try ShownMasks(of: clip, arguments, in: scratch, isTurned: isTurned).masks
  }

  /// The largest difference of a shown mask from the formula, in codes of 255, without the rim,
  /// where scaling depends on pixels outside of the frame.
  private func error(_ shown: [UInt8], _ mask: Mask, picture: Int, isTurned: Bool) -> Double {
    let columns = (isTurned ? Self.height : Self.width) / 2, rows = shown.count / columns
    var worst = 0.0
    for y in 3..<rows - 3 {
      for x in 3..<columns - 3 {
        let expected = Mask.grey(
          (Double(x) + 0.5) / Double(columns), (Double(y) + 0.5) / Double(rows), picture)
        worst = max(worst, abs(Double(shown[y * columns + x]) * 255 / 219 - expected))
      }
    }
    return worst
  }

  @Test(arguments: masks)
  func maskFileIsScaledAndMatchedByTime(mask: Mask) throws {
    let path = scratch.path(mask.name)
    try mask.make(path)
    let shown = try shown(clip(), "--keep", "mask=\(path)")
    try #require(shown.count == Self.pictures)
    for (index, found) in shown.enumerated() {
      let picture = mask.picture(at: Double(index) / Self.rate)
      let worst = error(found, mask, picture: picture, isTurned: false)
      #expect(worst < 2.5, "picture \(index), of the mask \(picture)")
    }
  }

  /// The mask lies as displayed, whichever of the two files is rotated.
  @Test(arguments: [nil, 90, 180, -90], [nil, 90])
  func rotatedMaskFileLiesAsDisplayed(angle: Int?, maskAngle: Int?) throws {
    let mask = Mask(width: 120, height: 80, format: "gray", name: "mask.mov")
    let path = scratch.path("mask.mov")
    try Mask(width: 120, height: 80, format: "yuv420p", name: "mask.mov").make(path)
    var worst = 0.0
    let isLying = angle == 90 || angle == -90
    if let maskAngle {
      // Turned as stored, and back by players.
      let stored = try scratch.make(
        "stored.mov", "-i", path, "-vf", "transpose=clock", "-c:v", "ffv1")
      try FileManager.default.removeItem(atPath: path)
      try #require(try Media(stored).copyTurned(by: maskAngle, to: path))
    }
    let shown = try shown(clip(turned: angle), "--keep", "mask=\(path)", isTurned: isLying)
    for (index, found) in shown.enumerated() {
      worst = max(worst, error(found, mask, picture: index, isTurned: isLying))
    }
    #expect(worst < 2.5)
  }

  /// Photos are rotated by their Exif orientation.
  @Test(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
  func rotatedPhotoAsMaskLiesAsDisplayed() throws {
    let mask = Mask(width: 120, height: 80, format: "yuv420p", name: "mask.mov")
    let (clip, photo) = (try clip(), scratch.path("mask.jpg"))
    try mask.make(scratch.path(mask.name))
    try Command.ffmpeg(
      "-i", scratch.path(mask.name), "-frames:v", "1", "-vf", "transpose=cclock",
      "-q:v", "1", photo)
    try MadePhoto.tag(photo, ["-Orientation#=6"])
    let shown = try shown(clip, "--keep", "mask=\(photo)")
    #expect(error(shown[0], mask, picture: 0, isTurned: false) < 8)
  }

  /// A part of a clip has the masks of that part.
  @Test func partOfAClipHasTheMasksOfThatPart() throws {
    let mask = Self.masks[0]
    let path = scratch.path(mask.name)
    try mask.make(path)
    let shown = try shown(clip(), "--keep", "mask=\(path)", "--start", "0.5")
    try #require(shown.count == 5)
    for (index, found) in shown.enumerated() {
      #expect(error(found, mask, picture: 5 + index, isTurned: false) < 2.5, "\(index)")
    }
  }

  @Test func maskFilesJoinWithHuesAndRegions() throws {
    // White on the upper half.
    let path = try scratch.make(
      "half.png", "-f", "lavfi", "-i",
      "color=black:s=40x40,format=gray,geq=lum='if(lt(Y,20),255,0)'", "-frames:v", "1")
    let (path2, clip) = ("mask=\(path)", try clip())
    // Columns at the middle of the grey and of the red half; the upper and the lower half.
    func corners(_ arguments: String...) throws -> [UInt8] {
      let mask = try #require(
        ShownMasks(of: clip, arguments + ["--white-balance", "off"], in: scratch).masks.last)
      return [(20, 10), (60, 10), (20, 40), (60, 40)].map { mask[$0.1 * 80 + $0.0] }
    }
    #expect(try corners("--keep", path2) == [219, 219, 0, 0])
    #expect(try corners("--keep", path2, "--hue", "red") == [219, 219, 0, 219])
    #expect(try corners("--keep", path2, "--exclude", "red") == [219, 0, 0, 0])
    #expect(try corners("--within", path2) == [0, 219, 0, 0])
    #expect(try corners("--without", path2) == [0, 0, 0, 219])
    #expect(try corners("--without", path2, "--invert") == [219, 219, 219, 0])
    #expect(try corners("--keep", path2, "--keep", "box=0,0.5,0.5,0.5") == [219, 219, 219, 0])
    #expect(try corners("--keep", path2, "--within", "box=0,0,0.5,1") == [219, 0, 0, 0])
    #expect(try corners("--keep", "box=0,0,1,1", "--without", path2) == [0, 0, 219, 219])
    #expect(
      try corners("--within", path2, "--within", "box=0,0.5,1,0.5", "--hue", "red")
        == [0, 219, 0, 219])
  }

  /// A mask that cannot be read is refused before any work.
  @Test func unreadableMaskFilesAreRefused() throws {
    let text = try scratch.write("no masks", to: "text.mkv")
    let sound = try scratch.make("sound.wav", "-f", "lavfi", "-i", "sine=d=0.2")
    let output = scratch.path("out.mp4")
    for file in [scratch.path("missing.mkv"), text, sound] {
      let run = try Command.splash("test:", "-o", output, "--within", "mask=\(file)")
      #expect(run.status == 2)
      #expect(run.errors.contains(file), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    let run = try Command.splash("test:", "-o", output, "--within", "mask=")
    #expect(run.status == 64 && run.errors.contains("no file"), "\(run.errors)")
  }
}
