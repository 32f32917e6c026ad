import SplashCore
import TestSupport

/// Objects that are tracked, through the command, on discs with known paths.
struct ObjectTests {
  private let scratch = Scratch()

  private func masks(_ clip: String, _ arguments: String...) throws -> [[UInt8]] {
    try ShownMasks(
      of: clip, arguments + ["--white-balance", "off", "--smoothing", "0"], in: scratch
    ).masks
  }

  /// The object is selected wherever it is visible, and no other is, even where two of one color
  /// overlap.
  @Test(arguments: DiscFilm.films.sampled(3)) func objectIsTracked(film: DiscFilm) throws {
    let masks = try masks(film.clip(in: scratch), "--keep", film.name("object"))
    try #require(masks.count == film.pictures)
    let isAfter = film.seed < film.cut ?? .max
    for (picture, mask) in masks.enumerated() {
      let score = film.score(mask, of: picture)
      let (own, other, whole) = (score.own, score.other, score.whole)
      let comment: Comment = "picture \(picture): \(own) of \(whole), \(other) others"
      if let cut = film.cut, (picture >= cut) == isAfter {
        #expect(own + other == 0, comment)
        continue
      }
      if score.isAlone {
        #expect(own * 100 >= whole * 95 && other * 100 <= Int(score.area) * 5, comment)
      } else if Double(whole) > 0.5 * score.area {
        #expect(own * 2 > whole && own > other, comment)
      }
    }
  }

  /// Each object has its own track, and together they are the selection of all.
  @Test func eachOfSeveralObjectsKeepsItsOwnTrack() throws {
    let film = DiscFilm.films[4]
    let clip = try film.clip(in: scratch)
    let names = film.discs(0).map {
      "color@\($0.x / Double(DiscFilm.width)),\($0.y / Double(DiscFilm.height))"
    }
    let each = try names.map { try masks(clip, "--keep", $0) }
    let all = try masks(clip, "--keep", names[0], "--keep", names[1], "--keep", names[2])
    for picture in 0..<film.pictures {
      for index in all[picture].indices {
        let most = each.map { $0[picture][index] }.max()!
        if all[picture][index] != most {
          Issue.record("picture \(picture), sample \(index)")
          return
        }
      }
    }
  }

  /// Places are those of the displayed frame.
  @Test(arguments: [90, 180, -90].sampled(1)) func objectOfARotatedClipIsTracked(angle: Int) throws
  {
    let film = DiscFilm.films[1]
    let disc = film.discs(0)[0]
    let (x, y) = (disc.x / Double(DiscFilm.width), disc.y / Double(DiscFilm.height))
    let (shownX, shownY) = angle == 90 ? (y, 1 - x) : angle == 180 ? (1 - x, 1 - y) : (1 - y, x)
    let straight = try masks(film.clip(in: scratch), "--keep", film.name("object"))
    let clip = try film.clip(in: scratch, turned: angle)
    let path = scratch.path("masks.mkv")
    try Command.splash(
      clip, "-o", path, "--codec", "ffv1", "--show", "mask", "--keep",
      "color@\(shownX),\(shownY)", "--white-balance", "off", "--smoothing", "0")
    // Back to how it was stored.
    let filter = [90: "transpose=clock", 180: "hflip,vflip", -90: "transpose=cclock"][angle]!
    let bytes = try Media(path).samples("gray")
    #expect(bytes.count == film.pictures * DiscFilm.width * DiscFilm.height)
    let turned = [UInt8](
      try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-i", path, "-vf", filter + ",extractplanes=y", "-f", "rawvideo", "-",
        ]
      ).output)
    var apart = 0
    for picture in 0..<film.pictures {
      for index in straight[picture].indices {
        let (column, row) = (index % (DiscFilm.width / 2) * 2, index / (DiscFilm.width / 2) * 2)
        let found = turned[(picture * DiscFilm.height + row) * DiscFilm.width + column]
        if abs(Int(found) - 16 - Int(straight[picture][index])) > 60 { apart += 1 }
      }
    }
    #expect(apart < film.pictures * 30, "\(apart)")
  }

  @Test func withinAndWithoutTakeObjects() throws {
    let film = DiscFilm.films[0]
    let clip = try film.clip(in: scratch)
    let (both, kept) = (
      try masks(clip, "--hue", "red"), try masks(clip, "--keep", film.name("object"))
    )
    let within = try masks(clip, "--hue", "red", "--within", film.name("object"))
    let without = try masks(clip, "--hue", "red", "--without", film.name("object"))
    #expect(within == kept)
    for picture in [0, 10, 39] {
      let rest = zip(both[picture], kept[picture]).map { $0 - $1 }
      #expect(without[picture] == rest, "picture \(picture)")
    }
  }

  /// One processor gives the same bits as all.
  @Test func tracksDoNotDependOnProcessorCount() throws {
    let film = DiscFilm.films[7]
    let clip = try film.clip(in: scratch)
    let arguments = [
      Command.splash.path, clip, "-o", "-", "--format", "rawvideo", "--quiet", "--keep",
      film.name("object"),
    ]
    let all = try Command.run("env", arguments)
    let one = try Command.run("taskset", ["-c", "0"] + arguments)
    #expect(all.status == 0 && all.output == one.output && !all.output.isEmpty)
  }

  /// An object named too late to be tracked back to the beginning is refused before any work.
  @Test func objectsNamedTooLateAreRefused() throws {
    let clip = try scratch.make(
      "long.mkv", "-f", "lavfi", "-i", "color=red:s=16x16:r=1:d=20010", "-c:v", "ffv1")
    let late = "color@0.5,0.5@20005"
    let run = try Command.splash(clip, "-o", "null", "--keep", late)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("\(late): it is followed back over 20000 frames at most"))
    try Command.splash(clip, "-o", "null", "--keep", late, "--start", "20000").checked()
  }

  /// Frames before the named time are read from every input that can be read again.
  @Test func urlsAndNumberedImagesAreTrackedBackwards() throws {
    let film = DiscFilm.films[7]
    let clip = try film.clip(in: scratch)
    let plain = try masks(clip, "--keep", film.name("object"))
    #expect(try masks("file:\(clip)", "--keep", film.name("object")) == plain)
    let disc = film.discs(film.seed)[0]
    let (x, y) = (disc.x / Double(DiscFilm.width), disc.y / Double(DiscFilm.height))
    // Numbered images play at 25 a second.
    let numbered = try masks(
      scratch.make("%02d.png", "-i", clip), "--pixel-format", "yuv420p", "--keep",
      "color@\(x),\(y)@\(Double(film.seed) / 25)")
    try #require(numbered.count == film.pictures)
    let first = film.score(numbered[0], of: 0)
    #expect(first.own * 100 >= first.whole * 95, "\(first.own) of \(first.whole)")
  }

  /// White objects of clips without color are tracked backwards too.
  @Test func whiteObjectOfAGreyClipIsTrackedBackwards() throws {
    let film = try scratch.make(
      "grey.mkv", "-f", "lavfi", "-i",
      "color=gray:s=320x192:d=2:r=10,format=gray,"
        + "geq=lum='if(lt(hypot(X-(60+8*N),Y-96),20),235,60)'",
      "-c:v", "ffv1", "-pix_fmt", "gray")
    let masks = try masks(film, "--hue", "white", "--keep", "color@0.4375,0.5@1")
    #expect(masks.count == 20 && masks.allSatisfy { $0.contains { $0 > 200 } })
  }

  /// Keyframes before the time at which an object is named do not change its track.
  @Test func earlierKeyframesDoNotEraseAnObject() throws {
    let film = try #require(DiscFilm.films.first { $0.seed == 25 })
    let (clip, keys) = (try film.clip(in: scratch), scratch.path("keys.json"))
    try Data(#"[{"time": 1, "transition": 0.5, "settings": {"rest": ["noir"]}}]"#.utf8)
      .write(to: URL(fileURLWithPath: keys))
    let plain = try masks(clip, "--keep", film.name("object"))
    #expect(plain[0].contains { $0 > 200 })
    #expect(try masks(clip, "--keep", film.name("object"), "--timeline", keys) == plain)
  }

  /// An object that cannot be tracked is reported once.
  @Test func lostObjectIsReportedOnce() throws {
    let film = DiscFilm.films[5]
    let run = try Command.splash(
      try film.clip(in: scratch), "-o", "null", "--keep", film.name("object"))
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("lost at 2 s") }.count == 1)
    let report = try ShownMasks(
      of: film.clip(in: scratch), ["--keep", film.name("object")], in: scratch
    ).report
    #expect(report.lost.map(\.name) == ["color@0.188,0.5"])
    #expect(report.lost.map(\.seconds) == [2])
    #expect(try #require(report.lost.first).reason.contains("lost at 2 s"))
    let other = try ShownMasks(
      of: DiscFilm.films[0].clip(in: scratch), ["--keep", DiscFilm.films[0].name("object")],
      in: scratch)
    #expect(other.report.lost.isEmpty)
  }

  /// Without a hue it is the color at the point, whatever that is, at the beginning and later.
  @Test(arguments: ["", "@1"]) func anyColorAtThePointIsTaken(time: String) throws {
    let clip = try scratch.make(
      "blue.mkv", "-f", "lavfi", "-i",
      "color=0x808080:s=320x192:d=2:r=10,drawbox=40:60:80:60:0x3060c0:fill,"
        + "drawbox=200:60:80:60:0xc03030:fill", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
    for (x, other, line) in [(0.25, 0.75, true), (0.75, 0.25, false)] {
      let shown = try ShownMasks(
        of: clip,
        ["--keep", "color@\(x),0.47\(time)", "--white-balance", "off", "--smoothing", "0"],
        in: scratch)
      for mask in shown.masks {
        let row = 90 / 2 * (320 / 2)
        #expect(mask[row + Int(x * 160)] > 200 && mask[row + Int(other * 160)] < 20, "\(x)")
      }
      let run = try Command.splash(clip, "-o", "null", "--keep", "color@\(x),0.47\(time)").checked()
      let words = run.errors.firstMatch(of: #/ selects --hue (\d+):\d+[^\n]*, the color at that/#)
      #expect((words != nil) == line, "\(run.errors)")
      if let words { #expect(abs(Int(words.1)! - 220) < 8, "\(run.errors)") }
    }
  }

  @Test func missingObjectsAreRefused() throws {
    let clip = try DiscFilm.films[0].clip(in: scratch)
    let output = scratch.path("out.mp4")
    for name in ["color@0.5,0.1", "color@0.5,0.1@1.5"] {
      let run = try Command.splash(clip, "-o", output, "--hue", "red", "--keep", name)
      #expect(run.status == 2 && run.errors.contains("\(name): no selected color at that point"))
      #expect(!FileManager.default.fileExists(atPath: output), "\(name)")
    }
    for name in ["color@0.5,0.5@99", "subject@0.5,0.5@4", "color@160,96@4"] {
      let run = try Command.splash(clip, "-o", output, "--keep", name)
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("no frame at that time: what is read of it ends at 4"))
    }
    let run = try Command.splash(clip, "-o", output, "--hue", "blue", "--keep", "color@.175,.5")
    #expect(run.status == 2 && run.errors.contains("try --hue 35"), "\(run.errors)")
  }
}
