import TestSupport

/// Photos that are damaged or of unsupported formats, and outputs that must not be made.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoFaultTests: PhotoSuite {
  let bench: PhotoBench
  private var bytes: Data { get throws { try Data(bench.bytes(source)) } }

  init() throws {
    bench = try PhotoBench("jpg")
    try MadePhoto.make(source, "-sample 2x2")
  }

  @Test func truncatedJPEGKeepsWhatCanBeDecoded() throws {
    let whole = try bytes
    try bench.write(whole.prefix(whole.count / 2))
    let run = try bench.run()
    #expect(run.status == 0)
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1 && warnings[0].contains("is damaged"), "\(run.errors)")
    #expect(try MadePhoto.luma(result) == MadePhoto.luma(source))
  }

  /// Each component has a scan of its own, and all scans but the first are missing.
  @Test func missingColorComponentsAreCreated() throws {
    let scans = scratch.path("scans")
    try Data("0;\n1;\n2;\n".utf8).write(to: URL(fileURLWithPath: scans))
    try MadePhoto.make(source, "-sample 2x2 -scans \(scans)")
    let whole = try bytes
    let second = whole.indices.filter { whole[$0...].starts(with: [0xff, 0xda]) }[1]
    var damaged = Array(whole[..<second] + [0xff, 0xd9])
    try bench.write(damaged)
    try FileManager.default.removeItem(atPath: scans)
    try bench.run("--rest", "tint=teal").checked()
    #expect(try MadePhoto.luma(result) == MadePhoto.luma(source))
    #expect(try MadePhoto.colors(result) != MadePhoto.colors(source))
    // There is nothing to copy where a missing one names a table that there cannot be, in the last
    // byte of the frame's header.
    let frame = try #require(damaged.indices.first { damaged[$0...].starts(with: [0xff, 0xc0]) })
    damaged[frame + 18] = 200
    try bench.write(damaged)
    let other = try bench.run("--rest", "tint=teal", "-y")
    #expect(other.status == 1 && other.errors.contains("cannot encode"), "\(other.errors)")
  }

  /// An Exif directory that points to itself again and again, and one whose entries point to the
  /// same bytes.
  @Test(arguments: [34665, 37500]) func endlessExifTagsAreBounded(tag: Int) throws {
    func digits(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 0xff) }
    }
    func entry(_ tag: Int, type: Int, count: Int) -> [UInt8] {
      digits(tag, 2) + digits(type, 2) + digits(count, 4) + digits(8, 4)
    }
    let count = 5000
    var exif = Array("Exif\0\0II*\0".utf8) + digits(8, 4) + digits(count, 2)
    for index in 0..<count {
      exif +=
        tag == 34665
        ? entry(tag, type: 4, count: 1) : entry(tag + index, type: 7, count: 60000)
    }
    exif += digits(0, 4)
    let length = [UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 0xff)]
    let photo = try bytes
    let segment: [UInt8] = [0xff, 0xe1] + length + exif
    try bench.write([UInt8](photo[..<2]) + segment + [UInt8](photo[2...]))
    try Command.run(
      "timeout", ["60", Command.splash.path, source, "-o", scratch.path("red.tif")]
    ).checked()
    #expect(try bench.bytes(scratch.path("red.tif")).count < 2 << 20)
  }

  /// A failure leaves no new file, and an old one stays.
  @Test(arguments: [false, true]) func undecodablePhotoIsRefusedInOneLine(replaces: Bool) throws {
    if replaces { try Data("old".utf8).write(to: URL(fileURLWithPath: result)) }
    try bench.write(try bytes.prefix(200))
    let run = try bench.run("-y")
    #expect(run.status == 2)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.hasPrefix("splash: \(source): the photo cannot be decoded"))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names.sorted() == (replaces ? ["photo.jpg", "red.jpg"] : ["photo.jpg"]))
    if replaces { #expect(try Data(of: result) == Data("old".utf8)) }
  }

  @Test func existingFileIsNotReplacedWithoutAsking() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: result))
    let run = try bench.run()
    #expect(run.status == 2 && run.errors.contains("already exists"), "\(run.errors)")
    #expect(try Data(of: result) == Data("old".utf8))
    let itself = try Command.splash(source, "-o", source, "-y")
    #expect(
      itself.status == 2 && itself.errors.contains("would overwrite a file that this run reads"))
  }

  @Test func videoOptionsAreRefusedForPhotos() throws {
    let run = try bench.run("--crf", "20")
    #expect(run.status == 64)
    #expect(run.errors == "splash: --crf: it is for video; give a photo a --quality of 1 to 100\n")
    #expect(try bench.run("--quality", "0").status == 64)
    let film = try Command.splash("test:", "-o", scratch.path("a.mp4"), "--quality", "9")
    #expect(film.status == 64 && film.errors.contains("does not encode photos"), "\(film.errors)")
  }

  @Test(.enabled(if: Command.isInstalled("convert"), "needs ImageMagick"))
  func cmykPhotosAreRefused() throws {
    try Command.run("convert", [source, "-colorspace", "CMYK", source]).checked()
    let run = try bench.run()
    #expect(run.status == 2)
    #expect(
      run.errors == "splash: \(source): a photo in CMYK, whose colors depend on ink and paper; "
        + "convert it to RGB first, with the profile it was made for\n")
  }

  @Test func startBehindAPhotoIsRefused() throws {
    let run = try bench.run("--start", "1")
    #expect(run.status == 2 && run.errors.contains("it is a photo"), "\(run.errors)")
    #expect(try bench.run("--duration", "1").status == 0)
  }

  @Test func photosOverThePixelLimitAreRefused() throws {
    let run = try bench.run("--max-pixels", "1000")
    #expect(run.status == 2)
    #expect(run.errors.contains("317x211 is too large; allow it with --max-pixels 66887"))
  }

  /// Thousands of empty passes over a large picture in a few kilobytes.
  @Test func jpegsWithTooManyPassesAreRefused() throws {
    try MadePhoto.make(source, "-progressive")
    let whole = try bytes
    let pass = try #require(whole.range(of: Data([0xff, 0xda]), options: .backwards))
    let last = whole[pass.lowerBound..<(whole.count - 2)].prefix(12)
    var bomb = whole.dropLast(2)
    for _ in 0..<3000 { bomb += last }
    try bench.write(bomb + [0xff, 0xd9])
    let run = try bench.run()
    #expect(run.status == 2 && run.errors.contains("too many passes"), "\(run.errors)")
  }
}
