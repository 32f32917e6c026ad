import TestSupport

/// The tags and embedded pictures of a photo, and its orientation.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoTagTests: PhotoSuite {
  let bench: PhotoBench

  init() throws {
    bench = try PhotoBench("jpg")
    try MadePhoto.make(source, "-sample 2x2", size: (320, 240))
  }

  @Test(arguments: ["", "-progressive", "-arithmetic"]) func everyTagOfAJPEGStays(coding: String)
    throws
  {
    try MadePhoto.make(source, "-sample 2x2 \(coding)", size: (320, 240))
    let thumbnail = scratch.path("thumbnail.jpg")
    try MadePhoto.make(thumbnail, size: (160, 120))
    let profile = scratch.path("profile.icc")
    try Data(MadePhoto.profile(100_000)).write(to: URL(fileURLWithPath: profile))
    try MadePhoto.tag(
      source,
      [
        "-Make=Nobody", "-Model=Three", "-DateTimeOriginal=2026:05:01 10:11:12", "-ISO=200",
        "-Orientation#=6", "-GPSLatitude=48.1", "-GPSLatitudeRef=N", "-GPSLongitude=11.6",
        "-GPSLongitudeRef=E", "-XMP:Title=Cups", "-XMP:Rating=4", "-IPTC:Keywords=cup",
        "-IPTC:Keywords=red", "-Comment=as shot", "-ThumbnailImage<=\(thumbnail)",
        "-icc_profile<=\(profile)",
      ])
    try bench.splash()
    let tags = try MadePhoto.tags(source)
    #expect(try MadePhoto.tags(result) == tags)
    for name in ["GPSLatitude", "Orientation", "Rating", "Keywords", "Comment", "ThumbnailImage"] {
      #expect(tags.contains { $0.contains(name) }, "the sample has no \(name)")
    }
    let profiles = try [source, result].map {
      try Command.run("exiftool", ["-b", "-icc_profile", $0]).output
    }
    #expect(profiles[0] == profiles[1] && profiles[0].count == 100_000)
  }

  /// Exif's thumbnail, with and without black at its sides, and Photoshop's.
  @Test(arguments: [
    ("ThumbnailImage", 160, 120), ("ThumbnailImage", 160, 90), ("PhotoshopThumbnail", 80, 60),
  ])
  func embeddedThumbnailsShowTheResult(tag: String, width: Int, height: Int) throws {
    let old = scratch.path("old.jpg")
    let new = scratch.path("new.jpg")
    try MadePhoto.make(old, size: (width, height))
    try MadePhoto.tag(source, ["-\(tag)<=\(old)"])
    try bench.splash()
    let thumbnail = try Command.run("exiftool", ["-b", "-\(tag)", result]).output
    try thumbnail.write(to: URL(fileURLWithPath: new))
    let picture = Media(new)
    #expect(try picture.probe("v:0", "stream=width,height") == ["\(width),\(height)"])
    // The result itself, scaled down by another program.
    let content = min(width, height * 4 / 3)
    let small = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", result, "-vf",
        "scale=\(content):\(height):flags=area,pad=\(width):\(height):-1:-1", "-f", "rawvideo",
        "-pix_fmt", "yuvj444p", "-",
      ]
    ).output
    let errors = try zip(small, picture.samples("yuvj444p")).map { abs(Int($0) - Int($1)) }
    #expect(errors.count == 3 * width * height)
    #expect(errors.reduce(0, +) < 4 * errors.count, "mean \(errors.reduce(0, +))/\(errors.count)")
    #expect(try thumbnail.count == Data(of: old).count)
  }

  /// A thumbnail that claims four billion pixels would take gigabytes to decode.
  @Test func forgedHugeThumbnailIsLeftUnchanged() throws {
    let old = scratch.path("old.jpg")
    try MadePhoto.make(old, size: (160, 120))
    try MadePhoto.tag(source, ["-ThumbnailImage<=\(old)"])
    let height = try #require(
      Data(bench.bytes(source)).range(of: Data([0xff, 0xc0, 0, 17, 8, 0, 120, 0, 160])))
    var forged = try bench.bytes(source)
    forged.replaceSubrange(
      height.lowerBound + 5..<height.upperBound, with: [0xff, 0xdc, 0xff, 0xdc])
    try Data(forged).write(to: URL(fileURLWithPath: source))
    try Command.run(
      "bash", ["-c", "ulimit -v 4000000; '\(Command.splash.path)' '\(source)' -o '\(result)'"]
    ).checked()
    let thumbnails = try [source, result].map {
      try Command.run("exiftool", ["-b", "-ThumbnailImage", $0]).output
    }
    #expect(thumbnails[0] == thumbnails[1] && !thumbnails[0].isEmpty)
  }

  /// A photo of a phone: stored rotated, displayed upright by its orientation.
  @Test(arguments: [3, 6, 8]) func rotatedPhotoStaysUpright(orientation: Int) throws {
    try MadePhoto.tag(source, ["-Orientation#=\(orientation)"])
    try bench.splash()
    let stored = try Command.run("exiftool", ["-b", "-n", "-Orientation", result]).text
    #expect(stored == "\(orientation)")
    #expect(try Media(result).probe("v:0", "stream=width,height") == ["320,240"])
    // An output that cannot store an orientation gets upright pixels.
    let upright = scratch.path("upright.png")
    try Command.splash(source, "-o", upright, "--show", "mask", "--quiet").checked()
    let isTurned = orientation != 3
    #expect(
      try Media(upright).probe("v:0", "stream=width,height")
        == [isTurned ? "240,320" : "320,240"])
  }

  /// A region lies as displayed: the left half of the displayed photo.
  @Test(arguments: [1, 3, 6, 8]) func regionsOfARotatedPhotoLieAsDisplayed(orientation: Int) throws
  {
    try MadePhoto.tag(source, ["-Orientation#=\(orientation)"])
    let mask = scratch.path("mask.png")
    let everything = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1"]
    try Command.splash(
      [source, "-o", mask, "--quiet", "--show", "mask", "--within", "box=0,0,0.5,1"]
        + ["--chroma-floor", "0", "--white-balance", "off"] + everything
    ).checked()
    let samples = try Media(mask).samples("gray")
    let width = orientation > 4 ? 240 : 320
    let wrong = samples.enumerated().count { index, sample in
      let x = index % width - width / 2
      return x < -4 && sample < 250 || x > 4 && sample > 5
    }
    #expect(wrong == 0)
  }

  /// A picked spot lies as displayed.
  @Test(arguments: 1...8) func picksInARotatedPhotoLieAsDisplayed(orientation: Int) throws {
    try MadePhoto.tag(source, ["-Orientation#=\(orientation)"])
    // The middle cup's place in the stored picture, and where that is displayed.
    let (x, y) = (150, 80)
    let (right, down) = (319 - x, 239 - y)
    let shown = [
      (x, y), (right, y), (right, down), (x, down), (y, x), (down, x), (down, right), (y, right),
    ][orientation - 1]
    let picked = try bench.pick("\(shown.0),\(shown.1)")
    let stored = try Media(source).samples("rgb24")[((y * 320 + x) * 3)...].prefix(3)
    for (found, expected) in zip(picked, stored) {
      #expect(abs(found * 255 - Double(expected)) < 12, "\(picked) for \(Array(stored))")
    }
  }

  /// Pictures behind the photo stay: previews are remade from the result, others are unchanged, and
  /// the index says where they lie.
  @Test func embeddedPreviewsAndMapsStay() throws {
    let (preview, map) = (scratch.path("preview.jpg"), scratch.path("map.jpg"))
    try MadePhoto.make(preview, size: (160, 120))
    try MadePhoto.make(map, "-grayscale", size: (40, 30))
    let plain = try bench.bytes(source)
    let pictures = try [bench.bytes(preview), bench.bytes(map)]
    let tail = Array("a phone's own".utf8)
    let length = plain.count + Self.index(sizes: [0, 0, 0], kinds: [0, 0, 0]).count
    let index = Self.index(
      sizes: [length] + pictures.map(\.count), kinds: [0x030000, 0x010001, 0])
    let joined = plain.prefix(2) + index + plain.dropFirst(2) + pictures.joined() + tail
    try Data(joined).write(to: URL(fileURLWithPath: source))
    let before = try Command.run("exiftool", ["-b", "-PreviewImage", source]).output
    try #require(before == Data(pictures[0]))
    try bench.splash()
    let after = try Command.run("exiftool", ["-b", "-PreviewImage", result]).output
    #expect(after.count == before.count && after != before)
    try after.write(to: URL(fileURLWithPath: preview))
    #expect(try Media(preview).probe("v:0", "stream=width,height") == ["160,120"])
    #expect(try Command.run("exiftool", ["-b", "-MPImage3", result]).output == Data(pictures[1]))
    #expect(try bench.bytes(result).suffix(tail.count) == tail[...])
  }

  /// A segment with the index of pictures that lie one behind another (CIPA DC-007).
  static func index(sizes: [Int], kinds: [Int]) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }
    // The mark of the byte order stands behind SOI, APP2, its length and "MPF".
    let start = 2 + 4 + 4
    var structure: [UInt8] = [0x4d, 0x4d, 0, 0x2a] + word(8) + [0, 3]
    structure += [0xb0, 0x00, 0, 7] + word(4) + Array("0100".utf8)
    structure += [0xb0, 0x01, 0, 4] + word(1) + word(sizes.count)
    structure += [0xb0, 0x02, 0, 7] + word(16 * sizes.count) + word(8 + 2 + 3 * 12 + 4) + word(0)
    var place = 0
    for (size, kind) in zip(sizes, kinds) {
      structure += word(kind) + word(size) + word(place == 0 ? 0 : place - start) + [0, 0, 0, 0]
      place += size
    }
    let length = 2 + 4 + structure.count
    return [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 0xff)] + Array("MPF\0".utf8) + structure
  }
}
