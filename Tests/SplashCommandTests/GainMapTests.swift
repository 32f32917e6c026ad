import TestSupport

/// JPEG photos with a map for HDR behind them.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct GainMapTests {
  /// A square JPEG, one color at the left and another at the right.
  private func picture(_ path: String, _ colors: (String, String), _ side: Int) throws -> [UInt8] {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=\(colors.0):s=\(side)x\(side)", "-f", "lavfi", "-i",
      "color=\(colors.1):s=\(side)x\(side)", "-filter_complex",
      "hstack,format=yuvj420p,noise=c0s=40:c0_seed=1",
      "-frames:v", "1", "-q:v", "2", "-huffman", "default", path)
    return [UInt8](try Data(of: path))
  }

  private static let marks = [
    "Ultra HDR":
      "http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"/>",
    "ISO 21496-1": "urn:iso:std:iso:ts:21496:-1\0",
  ]

  /// The map is grey where the photo is now grey, and unchanged where the photo is; the map's luma
  /// and its length stay.
  @Test(arguments: marks.keys.sorted())
  func gainMapIsGreyWhereThePhotoIs(kind: String) throws {
    let mark = try #require(Self.marks[kind])
    let bench = try PhotoBench("jpg")
    let photo = try picture(bench.scratch.path("plain.jpg"), ("red", "blue"), 128)
    let plain = try picture(bench.scratch.path("map.jpg"), ("0x40c080", "0xff2020"), 32)
    let size = mark.utf8.count + 2
    let segment = [0xff, 0xe1, UInt8(size >> 8), UInt8(size & 0xff)] + Array(mark.utf8)
    let map = Array(plain.prefix(2)) + segment + Array(plain.dropFirst(2))
    try bench.write(photo + map)
    try bench.splash("--hue", "red", "--white-balance", "off")
    let written = bench.scratch.path("after.jpg")
    let tail = try bench.bytes(bench.result).suffix(map.count)
    try #require(tail.starts(with: [0xff, 0xd8, 0xff]))
    try Data(tail).write(to: URL(fileURLWithPath: written))
    let before = try Media(bench.scratch.path("map.jpg")).samples("yuvj420p")
    let after = try Media(written).samples("yuvj420p")
    try #require(before.count == after.count && before.count == 64 * 32 * 3 / 2)
    #expect(before.prefix(64 * 32) == after.prefix(64 * 32))
    for plane in 0..<2 {
      let start = 64 * 32 + plane * 32 * 16
      let line = start + 8 * 32
      #expect(abs(Int(after[line + 28]) - 128) <= 1)
      #expect(abs(Int(after[line + 4]) - Int(before[line + 4])) <= 1)
      #expect(abs(Int(before[line + 28]) - 128) > 8)
    }
  }

  // MARK: - With index and XMP

  /// XMP as phones write it.
  private static func xmp(mapLength: Int) -> String {
    "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
      + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:source=\"kept\" "
      + "xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\" "
      + "xmlns:Container=\"http://ns.google.com/photos/1.0/container/\" "
      + "xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\">"
      + "<Container:Directory><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><Container:Item "
      + "Item:Semantic=\"Primary\" Item:Mime=\"image/jpeg\"/></rdf:li>"
      + "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"GainMap\" "
      + "Item:Mime=\"image/jpeg\" Item:Length=\"\(mapLength)\"/></rdf:li></rdf:Seq>"
      + "</Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  private func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
    let size = text.utf8.count + 2
    return [0xff, marker, UInt8(size >> 8), UInt8(size & 0xff)] + Array(text.utf8)
  }

  /// A photo with a map behind it as the source of a bench.
  private func write(_ photo: [UInt8], _ plainMap: [UInt8], _ bench: PhotoBench) throws {
    let mark = try #require(Self.marks["Ultra HDR"])
    let map = plainMap.prefix(2) + segment(0xe1, mark) + plainMap.dropFirst(2)
    let xmp = segment(0xe1, Self.xmp(mapLength: map.count))
    let length = photo.count + xmp.count
    let index = PhotoTagTests.index(
      sizes: [length + PhotoTagTests.index(sizes: [0, 0], kinds: [0, 0]).count, map.count],
      kinds: [0x030000, 0])
    try bench.write(photo.prefix(2) + index + xmp + photo.dropFirst(2) + map)
  }

  private func tag(_ name: String, _ path: String) throws -> String {
    try Command.run("exiftool", ["-s3", "-n", "-a", "-\(name)", path]).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The map of a file, which has to lie where XMP and the index say.
  private func map(of path: String, _ scratch: Scratch) throws -> Media {
    let map = try Command.run("exiftool", ["-b", "-MPImage2", path]).output
    try #require(map.starts(with: [0xff, 0xd8, 0xff]), "no map where the index says")
    let file = try Data(of: path)
    #expect(file.suffix(map.count) == map)
    #expect(try tag("DirectoryItemLength", path) == "\(map.count)")
    #expect(try tag("MPImageLength", path).hasPrefix("\(file.count - map.count)\n"))
    #expect(try tag("XMP-hdrgm:Version", path) == "1.0")
    try map.write(to: URL(fileURLWithPath: scratch.path("taken.jpg")))
    return Media(scratch.path("taken.jpg"))
  }

  /// splash's options, ffmpeg's filter for the same, and the resulting size.
  private static let shapes: [(options: [String], filter: String, size: String)] = [
    (["--crop", "0.5,0,0.5,1"], "crop=iw/2:ih:iw/2:0", "32,32"),
    (["--crop", "1:1"], "crop=ih:ih", "32,32"),
    (["--rotate", "90"], "transpose=1", "32,64"),
    (["--mirror", "--scale", "50%"], "hflip", "64,32"),
    (["--crop", "0,0.5,1,0.5", "--rotate", "270"], "crop=iw:ih/2:0:ih/2,transpose=2", "16,64"),
  ]

  @Test(arguments: shapes.indices) func gainMapTakesTheShapeOfThePhoto(index: Int) throws {
    let (options, filter, size) = Self.shapes[index]
    let bench = try PhotoBench("jpg")
    let photo = try picture(bench.scratch.path("plain.jpg"), ("red", "blue"), 128)
    let plain = try picture(bench.scratch.path("map.jpg"), ("0x40c080", "0xff2020"), 32)
    try write(photo, plain, bench)
    let run = try Command.splash(
      [bench.source, "-o", bench.result, "--hue", "red", "--white-balance", "off"] + options
    ).checked()
    #expect(!run.errors.contains("leaving out"), "\(run.errors)")
    let media = try map(of: bench.result, bench.scratch)
    #expect(try media.probe("v:0", "stream=width,height") == [size])
    #expect(try tag("XMP-dc:Source", bench.result) == "kept")
    let wanted = bench.scratch.path("wanted.png")
    try Command.ffmpeg("-i", bench.scratch.path("map.jpg"), "-vf", filter, wanted)
    let (after, before) = (try media.samples("yuvj444p"), try Media(wanted).samples("yuvj444p"))
    try #require(after.count == before.count)
    let count = after.count / 3
    let off = (0..<count).reduce(0) { $0 + abs(Int(after[$1]) - Int(before[$1])) }
    #expect(off < 6 * count, "\(off)")
    // Colored where the photo is, of which red alone is left.
    let (right, green) = (150..., ..<115)
    let colored = (0..<count).count { abs(Int(after[2 * count + $0]) - 128) > 20 }
    let red = (0..<count).count { right.contains(Int(before[2 * count + $0])) }
    let wantedColor = (0..<count).count { green.contains(Int(before[2 * count + $0])) }
    #expect(red + wantedColor == count, "the sample has other colors")
    #expect(abs(colored - wantedColor) <= count / 8, "\(colored) for \(wantedColor)")
  }

  @Test(arguments: ["png", "webp", "tif", "bmp", "jxl", "jpg", "avif", "heic"].sampled(4))
  func lossOfGainMapIsReported(ending: String) throws {
    guard !["avif", "heic"].contains(ending) || HEIFTests.canBeWritten else { return }
    let bench = try PhotoBench("jpg")
    let photo = try picture(bench.scratch.path("plain.jpg"), ("red", "blue"), 64)
    let plain = try picture(bench.scratch.path("map.jpg"), ("0x40c080", "0xff2020"), 32)
    try write(photo, plain, bench)
    let result = bench.scratch.path("out.\(ending)")
    let options = ending == "jpg" ? ["--show", "side-by-side"] : []
    let run = try Command.splash([bench.source, "-o", result] + options).checked()
    #expect(run.errors.contains("its gain map for HDR"), "\(run.errors)")
    let tags = try Command.run("exiftool", ["-a", "-G1", "-s", result]).text
    for word in ["hdrgm", "DirectoryItem", "MPImage"] { #expect(!tags.contains(word), "\(word)") }
    guard !["bmp", "jxl"].contains(ending) else { return }
    #expect(try tag("XMP-dc:Source", result) == "kept")
  }

  /// A map of one color that becomes half grey needs more bytes than before.
  @Test func growingGainMapGetsMoreRoom() throws {
    let bench = try PhotoBench("jpg")
    let plain = bench.scratch.path("plain.jpg")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=256x256", "-vf",
      "format=gbrp,geq=r='255*mod(floor(X/12)+floor(Y/20),2)':g=0:b='255-r(X,Y)',"
        + "geq=r='r(X,Y)':g=0:b='255-r(X,Y)',format=yuvj444p", "-frames:v", "1", "-q:v", "2", plain)
    let flat = bench.scratch.path("map.jpg")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=0x40c080:s=128x128", "-vf", "format=yuvj444p", "-frames:v", "1",
      "-q:v", "2", flat)
    try write(bench.bytes(plain), bench.bytes(flat), bench)
    let before = try map(of: bench.source, bench.scratch)
    let length = try bench.bytes(bench.scratch.path("taken.jpg")).count
    let colored = try before.samples("yuvj444p")
    for note in [[], ["--no-note"]] {
      try Command.splash(
        [bench.source, "-o", bench.result, "-y", "--hue", "red", "--white-balance", "off"] + note
      ).checked()
      let after = try map(of: bench.result, bench.scratch).samples("yuvj444p")
      try #require(after.count == colored.count)
      #expect(try bench.bytes(bench.scratch.path("taken.jpg")).count > length)
      let (count, cr) = (128 * 128, 2 * 128 * 128)
      #expect(after.prefix(count) == colored.prefix(count))
      // Tiles of 6 by 10, of whose middles every second one is blue in the photo.
      for (x, y) in [(3, 5), (9, 15), (63, 45), (57, 55)] {
        #expect(abs(Int(after[cr + y * 128 + x]) - 128) < 12, "\(x), \(y)")
      }
    }
  }

  /// An item of ISO 21496-1's type, in place of Exif.
  @Test(
    .enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"),
    arguments: ["jpg", "heic"])
  func lossOfHEICGainMapIsReported(ending: String) throws {
    let scratch = Scratch()
    let (jpeg, photo) = (scratch.path("card.jpg"), scratch.path("photo.heic"))
    try FileManager.default.copyItem(atPath: try Clips.path("card.jpg"), toPath: jpeg)
    try MadePhoto.tag(jpeg, ["-Artist=Ada"])
    try #require(try Command.splash(jpeg, "-o", photo, "--quiet").status == 0)
    var bytes = try Data(of: photo)
    let plain = try Command.splash(photo, "-o", scratch.path("plain.\(ending)"))
    #expect(!plain.errors.contains("gain map"), "\(plain.errors)")
    let kind = try #require(bytes.range(of: Data("Exif".utf8)))
    bytes.replaceSubrange(kind, with: Data("tmap".utf8))
    try bytes.write(to: URL(fileURLWithPath: photo))
    let run = try Command.splash(photo, "-o", scratch.path("out.\(ending)")).checked()
    #expect(
      run.errors.contains("leaving out what \(photo) has behind its image: its gain map for HDR"),
      "\(run.errors)")
  }
}
