import TestSupport

/// Photos with a clip of a few seconds behind them, as phones write them.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct MotionPhotoTests: PhotoSuite {
  static let forms = ["MotionPhoto", "MicroVideo", "Samsung"]
  let bench: PhotoBench

  init() throws { bench = try PhotoBench("jpg") }

  private func film() throws -> [UInt8] {
    let path = scratch.path("film.mp4")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.3", "-c:v", "mpeg4", path)
    return try bench.bytes(path)
  }

  /// Google's properties, one of which names a length.
  private func xmp(_ form: String, length: Int) -> String {
    let space = "http://ns.google.com/photos/1.0"
    let description =
      form == "MicroVideo"
      ? "GCamera:MicroVideo=\"1\" GCamera:MicroVideoVersion=\"1\" "
        + "GCamera:MicroVideoOffset=\"\(length)\" "
        + "GCamera:MicroVideoPresentationTimestampUs=\"100\">"
      : "GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\" "
        + "GCamera:MotionPhotoPresentationTimestampUs=\"100\" "
        + "xmlns:Container=\"\(space)/container/\" xmlns:Item=\"\(space)/container/item/\">"
        + "<Container:Directory><rdf:Seq><rdf:li rdf:parseType='Resource'><Container:Item "
        + "Item:Mime='image/jpeg' Item:Semantic='Primary' Item:Length='0'/></rdf:li>"
        + "<rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='video/mp4' "
        + "Item:Semantic='MotionPhoto' Item:Length='\(length)'/></rdf:li></rdf:Seq>"
        + "</Container:Directory>"
    return "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
      + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:source=\"kept\" "
      + "xmlns:GCamera=\"\(space)/camera/\" \(description)"
      + "</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  /// What Samsung puts behind a photo, with the clip in it.
  private func trailer(_ film: [UInt8]) -> [UInt8] {
    func digits(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 0xff) }
    }
    let (kind, name) = (digits(0, 2) + digits(0x0a30, 2), Array("MotionPhoto_Data".utf8))
    let piece = kind + digits(name.count, 4) + name + film
    let directory =
      Array("SEFH".utf8) + digits(107, 4) + digits(1, 4) + kind + digits(piece.count, 4)
      + digits(piece.count, 4)
    return piece + directory + digits(directory.count, 4) + Array("SEFT".utf8)
  }

  /// Makes the source a photo of that form.
  ///
  /// - Returns: the bytes behind its picture.
  private func make(_ form: String) throws -> [UInt8] {
    try MadePhoto.make(source, size: (160, 120))
    let film = try film()
    let behind = form == "Samsung" ? trailer(film) : film
    var photo = try bench.bytes(source)
    if form != "Samsung" {
      let text = Array(xmp(form, length: film.count).utf8)
      let size = text.count + 2
      photo.insert(
        contentsOf: [0xff, 0xe1, UInt8(size >> 8), UInt8(size & 0xff)] + text, at: 2)
    }
    try bench.write(photo + behind)
    return behind
  }

  private func tags(_ path: String) throws -> String {
    try Command.run("exiftool", ["-a", "-G1", "-s", path]).text
  }

  /// The clip is the same, and lies where the tags say.
  @Test(arguments: pairs(forms, [[], ["--no-note"], ["--rest", "tint=teal"]]).sampled(4))
  func clipOfAMotionPhotoIsKeptInTheSameShape(form: String, options: [String]) throws {
    let behind = try make(form)
    let run = try Command.splash([source, "-o", result] + (options.isEmpty ? [] : options))
      .checked()
    #expect(!run.errors.contains("leaving out"), "\(run.errors)")
    #expect(try bench.bytes(result).suffix(behind.count) == behind[...])
    let wanted = ["MicroVideoOffset", "DirectoryItemLength", "EmbeddedVideo"]
    func said(_ path: String) throws -> [Substring] {
      try tags(path).split(separator: "\n").filter { line in wanted.contains { line.contains($0) } }
    }
    let before = try said(source)
    #expect(try said(result) == before)
    #expect(!before.isEmpty)
  }

  /// Neither the clip nor a tag of it stays, and one line reports it.
  @Test(
    arguments: pairs(
      forms, ["red.png", "red.webp", "red.tif", "red.bmp", "red.jpg", "red.avif"]
    ).sampled(5))
  func lossOfAMotionPhotosClipIsReported(form: String, name: String) throws {
    guard !name.hasSuffix("avif") || HEIFTests.canBeWritten else { return }
    _ = try make(form)
    let output = scratch.path("out-\(name)")
    let shape = name.hasSuffix("jpg") ? ["--crop", "1:1"] : []
    let run = try Command.splash([source, "-o", output] + shape).checked()
    let lines = run.errors.split(separator: "\n").filter { $0.contains("its video") }
    #expect(lines.count == 1 && lines[0].contains("leaving out"), "\(run.errors)")
    try expectNoFilm(in: output)
    guard form != "Samsung", !name.hasSuffix("bmp") else { return }
    #expect(try tags(output).contains("kept"))
  }

  private func expectNoFilm(in output: String) throws {
    let said = try tags(output)
    for word in ["MotionPhoto", "MicroVideo", "DirectoryItem", "EmbeddedVideo"] {
      #expect(!said.contains(word), "\(word) in \(output)")
    }
    #expect(try Data(bench.bytes(output)).range(of: Data("moov".utf8)) == nil)
  }

  /// HEIC has a box of its own for the clip (`mpvd`).
  @Test(
    .enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"),
    arguments: [true, false], ["heic", "jpg", "avif"])
  func lossOfAnHEICMotionPhotosClipIsReported(isTagged: Bool, ending: String) throws {
    let phone = scratch.path("phone.heic")
    try MadePhoto.make(source, size: (160, 120))
    try Command.splash(source, "-o", phone, "--quiet", "--no-note").checked()
    let film = try film()
    if isTagged {
      let packet = scratch.path("packet.xmp")
      try Data(xmp("MotionPhoto", length: film.count).utf8.drop { $0 != 0 }.dropFirst())
        .write(to: URL(fileURLWithPath: packet))
      try MadePhoto.tag(phone, ["-XMP<=\(packet)"])
    }
    let size = film.count + 8
    let box = (0..<4).map { UInt8(size >> (24 - 8 * $0) & 0xff) } + Array("mpvd".utf8)
    try Data(bench.bytes(phone) + box + film).write(to: URL(fileURLWithPath: phone))
    let output = scratch.path("out.\(ending)")
    let run = try Command.splash(phone, "-o", output).checked()
    let lines = run.errors.split(separator: "\n").filter { $0.contains("its video") }
    #expect(lines.count == 1, "\(run.errors)")
    try expectNoFilm(in: output)
    if isTagged { #expect(try tags(output).contains("kept")) }
  }
}
