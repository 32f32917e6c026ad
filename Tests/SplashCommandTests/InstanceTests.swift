import SplashCore
import TestSupport

/// One of several subjects, tracked, through the command. Subjects are what is green, by a network
/// made for the purpose. Red discs are people to the network for those.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct InstanceTests {
  private let scratch = Scratch()

  private func flags() throws -> [String] {
    let network = scratch.path("green.onnx")
    try MadeNetwork.write(to: network, weights: [-2, 2, 0])
    return ["--subject-model", network]
  }

  private func clip(_ film: DiscFilm, turned angle: Int? = nil) throws -> String {
    try film.clip(in: scratch, turned: angle, color: DiscFilm.green)
  }

  private func masks(_ clip: String, _ arguments: String...) throws -> [[UInt8]] {
    try ShownMasks(
      of: clip, arguments + ["--white-balance", "off", "--smoothing", "0"] + flags(), in: scratch
    ).masks
  }

  /// The named disc is selected wherever it is visible, up to a shot change, and no other disc.
  @Test(arguments: DiscFilm.films.sampled(2)) func subjectIsTracked(film: DiscFilm) throws {
    let masks = try masks(clip(film), "--keep", film.name("subject"))
    try #require(masks.count == film.pictures)
    for (picture, mask) in masks.enumerated() {
      let score = film.score(mask, of: picture)
      let (own, other, whole) = (score.own, score.other, score.whole)
      // A disc that comes back may be found a frame late.
      let before = DiscFilm.seen(film.discs(max(0, picture - 1))).count { $0 == 0 }
      let comment: Comment = "picture \(picture): \(own) of \(whole), \(other) others"
      if picture < film.seed || film.seed < film.cut ?? 0 && picture >= film.cut! {
        #expect(own + other == 0, comment)
        continue
      }
      if score.isAlone {
        #expect(own * 100 >= whole * 90 && other * 100 <= Int(score.area) * 15, comment)
      } else if Double(min(whole, before)) > 0.5 * score.area {
        #expect(own * 2 > whole && own > other, comment)
      }
    }
  }

  /// The flag selects what the list names, by number and by place.
  @Test func listedSubjectIsWhatTheFlagKeeps() throws {
    let film = DiscFilm.films[2]
    let clip = try clip(film)
    let run = try Command.splash(["subjects", clip, "--json"] + flags()).checked()
    let list = try JSONDecoder().decode(SubjectList.self, from: run.output)
    #expect(list.width == DiscFilm.width && list.height == DiscFilm.height && list.time == 0)
    try #require(list.subjects.count == 2)
    let discs = film.discs(0)
    for (index, subject) in list.subjects.enumerated() {
      #expect(subject.number == index + 1)
      let numbered = try masks(clip, "--keep", "subject=\(index + 1)")[0]
      let placed = try masks(clip, "--keep", subject.name)[0]
      #expect(numbered == placed)
      let kept = Double(numbered.count { $0 > 110 }) / Double(numbered.count)
      #expect(abs(kept - subject.share) < 0.15 * subject.share, "\(kept) of \(subject.share)")
      let middle = (
        x: (subject.box[0] + subject.box[2] / 2) * Double(DiscFilm.width),
        y: (subject.box[1] + subject.box[3] / 2) * Double(DiscFilm.height)
      )
      #expect(discs.contains { abs($0.x - middle.x) < 4 && abs($0.y - middle.y) < 4 })
    }
    let lines = try Command.splash(["subjects", clip] + flags()).text
      .split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].contains("--keep \(list.subjects[1].name)"))
  }

  /// A tile for each, in which that one alone has color, with its name.
  @Test func subjectSheetShowsEachInItsTile() throws {
    let clip = try clip(DiscFilm.films[4])
    let sheet = scratch.path("sheet.png")
    let arguments = try ["subjects", clip, "--time", "2", "-o", sheet] + flags()
    let run = try Command.splash(arguments).checked()
    #expect(run.text.contains("@2\n"))
    let samples = try Media(sheet).samples("gbrp")
    let (width, height) = (3 * 480, 288)
    try #require(samples.count == 3 * width * height)
    for tile in 0..<3 {
      var colored = 0
      for y in 0..<height {
        for x in tile * 480..<(tile + 1) * 480 {
          let place = y * width + x
          if Int(samples[place]) - Int(samples[2 * width * height + place]) > 60 { colored += 1 }
        }
      }
      // The label's corner is black, and has ink.
      let corner = (0..<8).map { Int(samples[(height - 1 - $0) * width + tile * 480]) }
      #expect(corner.allSatisfy { $0 < 24 }, "tile \(tile)")
      let ink = (height - 22..<height).reduce(0) { sum, y in
        sum + (0..<200).count { samples[y * width + tile * 480 + $0] > 230 }
      }
      #expect(ink > 150, "tile \(tile): \(ink)")
      let disc = Double.pi * 22 * 22 * 1.5 * 1.5
      #expect(abs(Double(colored) - disc) < 0.2 * disc, "tile \(tile): \(colored)")
    }
    #expect(try Command.splash(arguments).status != 0, "a file is there")
  }

  /// Places are those of the displayed frame.
  @Test(arguments: [90, 180, -90].sampled(1)) func subjectsOfARotatedClipLieAsDisplayed(angle: Int)
    throws
  {
    let film = DiscFilm.films[1]
    let disc = film.discs(0)[0]
    let (x, y) = (disc.x / Double(DiscFilm.width), disc.y / Double(DiscFilm.height))
    let (shownX, shownY) = angle == 90 ? (y, 1 - x) : angle == 180 ? (1 - x, 1 - y) : (1 - y, x)
    let clip = try clip(film, turned: angle)
    let run = try Command.splash(["subjects", clip, "--json"] + flags())
    let list = try JSONDecoder().decode(SubjectList.self, from: run.output)
    #expect(list.width == (angle == 180 ? DiscFilm.width : DiscFilm.height))
    let middles = list.subjects.map { ($0.box[0] + $0.box[2] / 2, $0.box[1] + $0.box[3] / 2) }
    #expect(middles.contains { abs($0.0 - shownX) < 0.02 && abs($0.1 - shownY) < 0.02 })
  }

  @Test func missingSubjectsAndPersonsAreRefused() throws {
    let clip = try clip(DiscFilm.films[0])
    let output = scratch.path("out.mp4")
    for name in ["subject@0.5,0.1", "subject=5"] {
      let run = try Command.splash([clip, "-o", output, "--keep", name] + flags())
      #expect(run.status == 2 && run.errors.contains("\(name): nothing stands out there"))
      #expect(run.errors.contains("splash subjects"))
    }
    for name in ["person@0.5,0.1", "person=5"] {
      let run = try Command.splash(clip, "-o", output, "--keep", name)
      #expect(run.status == 2 && run.errors.contains("\(name): no person is found there"))
      #expect(run.errors.contains("splash subjects") && run.errors.filter { $0 == "\n" }.count == 1)
    }
    for name in [
      "subject=0", "subject=13", "subject=one", "subject@2.5,0", "subject@0.5,0.5@x", "person=0",
      "person=13", "person=one", "person@2.5,0", "person@0.5,0.5@x",
    ] {
      let run = try Command.splash(clip, "-o", output, "--keep", name)
      #expect(run.status == 64 && run.errors.contains(name), "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func lostSubjectIsReported() throws {
    let film = DiscFilm.films[5]
    let run = try Command.splash(
      [try clip(film), "-o", "null", "--keep", film.name("subject")] + flags())
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("lost at 2 s") }.count == 1)
    let report = try ShownMasks(
      of: clip(film), ["--keep", film.name("subject")] + flags(), in: scratch
    ).report
    #expect(report.lost.map(\.name) == ["subject@0.188,0.5"])
  }
}

/// Networks on this machine.
enum Subjects {
  /// All that `scripts/models` fetches.
  static let areThere = (try? Command.splash("models").status) == 0
}
