import TestSupport

/// Clips with alpha: it is kept where the output can store it, as libvpx and FFmpeg read it,
/// and its loss is reported elsewhere.
struct TransparentFilmTests {
  private let scratch = Scratch()

  /// Red with an alpha of a fifth.
  private func film(_ encoder: String) throws -> String {
    let path = scratch.path("film.webm")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=red:s=96x64:r=10:d=0.4,format=yuva420p,geq=lum='lum(X,Y)'"
        + ":cb='cb(X,Y)':cr='cr(X,Y)':a=51", "-g", "2", "-c:v", encoder, "-auto-alt-ref", "0",
      "-metadata:s:v", "alpha_mode=1", path)
    return path
  }

  private func mode(_ path: String) throws -> [String] {
    try Media(path).probe("v:0", "stream_tags=alpha_mode,ALPHA_MODE")
  }

  @Test(arguments: ["libvpx", "libvpx-vp9"], ["webm", "mkv", "apng", "nut"])
  func alphaOfWebMIsKept(encoder: String, kind: String) throws {
    let output = scratch.path("out.\(kind)")
    let flags = kind == "mkv" ? ["--codec", "libvpx-vp9"] : []
    let run = try Command.splash([film(encoder), "-o", output, "--rest", "none"] + flags).checked()
    #expect(!run.errors.contains("transparency"), "\(run.errors)")
    let isMatroska = ["webm", "mkv"].contains(kind)
    let found = try Media(output).alpha(isMatroska ? "libvpx-vp9" : nil)
    #expect(found.count == 96 * 64 && found.allSatisfy { abs(Int($0) - 51) < 4 })
    if isMatroska { #expect(try mode(output) == ["1"]) }
  }

  @Test(arguments: ["mkv", "mp4"]) func lossOfWebMAlphaIsReported(kind: String) throws {
    let output = scratch.path("out.\(kind)")
    let run = try Command.splash(film("libvpx-vp9"), "-o", output)
    #expect(run.status == 0 && run.errors.contains("leaving out transparency"), "\(run.errors)")
    #expect(try mode(output).isEmpty)
  }

  @Test func joinedPartsKeepTheirAlpha() throws {
    let film = try film("libvpx-vp9")
    let parts = [1, 2].map { scratch.path("part-\($0).webm") }
    for (index, part) in parts.enumerated() {
      try Command.splash(film, "-o", part, "--part", "\(index + 1)/2").checked()
    }
    let joined = scratch.path("joined.webm")
    try Command.splash(["join"] + parts + ["--of", film, "-o", joined]).checked()
    #expect(try mode(joined) == ["1"])
    #expect(try Media(joined).alpha("libvpx-vp9").allSatisfy { abs(Int($0) - 51) < 4 })
  }

  @Test(arguments: ["60x40", "16x96"]) func smallAnimatedAVIFIsWritten(size: String) throws {
    let (film, output) = (scratch.path("film.gif"), scratch.path("out.avif"))
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=\(size):r=5:d=0.4", film)
    try Command.splash(film, "-o", output).checked()
    let asked = size.split(separator: "x").joined(separator: ",")
    // FFmpeg 7.1 also lists the file's still picture.
    #expect(try Set(Media(output).probe("v", "stream=width,height")) == [asked])
    #expect(try Media(output).probe("v", "stream=nb_frames").last == "2")
  }
}
