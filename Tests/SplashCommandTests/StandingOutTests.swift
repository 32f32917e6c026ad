import TestSupport

/// How the saliency network separates subjects in frames made of shaded balls, through the
/// command: places and sizes are those that were drawn.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct StandingOutTests {
  private let scratch = Scratch()

  private func subjects(
    _ balls: [BallFilm.Ball], people: [Double] = []
  ) throws -> [SubjectList.Subject] {
    try list(BallFilm(pictures: 1, balls: { _ in balls }, people: people).clip(in: scratch))
  }

  private func list(_ clip: String, _ arguments: String...) throws -> [SubjectList.Subject] {
    let run = try Command.splash(["subjects", clip, "--json"] + arguments).checked()
    return try JSONDecoder().decode(SubjectList.self, from: run.output).subjects
  }

  /// The largest first, each in its place.
  @Test func ballsAreListedAsSeparateSubjects() throws {
    let balls = [
      BallFilm.Ball(x: 330, y: 180, radius: 60), BallFilm.Ball(x: 530, y: 200, radius: 50),
      BallFilm.Ball(x: 130, y: 200, radius: 42),
    ]
    let found = try subjects(balls)
    try #require(found.count == 3)
    for (subject, ball) in zip(found, balls) {
      #expect(ball.isLike(subject), "\(subject)")
      #expect(!subject.person)
    }
  }

  /// Ten pixels of 640 lie between them.
  @Test func nearlyTouchingBallsAreTwoSubjects() throws {
    let balls = [
      BallFilm.Ball(x: 270, y: 190, radius: 60), BallFilm.Ball(x: 400, y: 190, radius: 60),
    ]
    let found = try subjects(balls)
    #expect(found.count == 2 && balls.allSatisfy { found.contains(where: $0.isLike) }, "\(found)")
  }

  /// A ball that overlaps another is not a subject of its own.
  @Test func overlappingBallsAreOneSubject() throws {
    let found = try subjects([
      BallFilm.Ball(x: 290, y: 190, radius: 70), BallFilm.Ball(x: 330, y: 210, radius: 40),
    ])
    #expect(found.count == 1)
  }

  /// 0.55 % of a frame is enough, 0.09 % is not.
  @Test func tinySubjectsAreLeftOut() throws {
    let large = BallFilm.Ball(x: 250, y: 190, radius: 70)
    #expect(try subjects([large, BallFilm.Ball(x: 480, y: 230, radius: 8)]).count == 1)
    let small = BallFilm.Ball(x: 450, y: 120, radius: 20)
    let found = try subjects([small])
    #expect(found.count == 1 && found.allSatisfy(small.isLike), "\(found)")
    #expect(try subjects([]).isEmpty)
  }

  /// Of eighteen the twelve largest, each once.
  @Test func atMostTwelveSubjectsAreListed() throws {
    let balls: [BallFilm.Ball] = (0..<18).map { index in
      let (column, row) = (Double(index % 6), Double(index / 6))
      return BallFilm.Ball(
        x: 60 + 104 * column, y: 70 + 110 * row, radius: Double(28 + index % 3 * 4))
    }
    let found = try subjects(balls)
    #expect(found.count == 12)
    let named: [Int] = found.compactMap { subject in balls.firstIndex { $0.isLike(subject) } }
    #expect(Set(named).count == 12, "\(named)")
    #expect(named.allSatisfy { balls[$0].radius > 28 })
  }

  /// In the saliency mask they are one piece.
  @Test func personIsSeparatedFromTheBallInHand() throws {
    let ball = BallFilm.Ball(x: 430, y: 215, radius: 60)
    let found = try subjects([ball], people: [320])
    try #require(found.count == 2)
    #expect(found[0].person && !found[1].person && ball.isLike(found[1]), "\(found)")
  }

  @Test func peopleAreListedAsSeparateSubjects() throws {
    let found = try subjects([], people: [200, 460])
    #expect(found.map(\.person) == [true, true])
    let middles = found.map { ($0.box[0] + $0.box[2] / 2) * BallFilm.width }.sorted()
    #expect(zip(middles, [200, 460]).allSatisfy { abs($0 - $1) < 12 }, "\(middles)")
  }

  /// Each keeps its own track while they pass each other.
  @Test(arguments: [0, 1]) func crossingBallsAreTrackedSeparately(own: Int) throws {
    let film = BallFilm(pictures: 12) { picture in
      let way = 400 * Double(picture) / 11
      return [
        BallFilm.Ball(x: 120 + way, y: 150, radius: 45),
        BallFilm.Ball(x: 520 - way, y: 240, radius: 45),
      ]
    }
    let first = film.balls(0)[own]
    let name = "subject@\(first.x / BallFilm.width),\(first.y / BallFilm.height)"
    let masks = try ShownMasks(
      of: film.clip(in: scratch), ["--keep", name, "--smoothing", "0"], in: scratch
    ).masks
    try #require(masks.count == film.pictures)
    for (picture, mask) in masks.enumerated() {
      let balls = film.balls(picture)
      let (kept, other) = (balls[own].kept(mask), balls[1 - own].kept(mask))
      #expect(kept > 0.9 && other < 0.1, "picture \(picture): \(kept), \(other)")
    }
  }

  /// A woman and her dog.
  @Test(arguments: Footage.adding(["dog-person-720p.mp4"]))
  func dogAndWomanAreSeparateSubjects(clip: String) throws {
    for time in ["0.5", "1", "2"] {
      let found = try list(Clips.path(clip), "--time", time)
      #expect(found.map(\.person) == [true, false], "\(time): \(found)")
    }
  }
}

/// What `splash subjects --json` lists.
struct SubjectList: Decodable {
  struct Subject: Decodable {
    var number: Int
    var person: Bool
    /// Left, top, width and height in shares of the frame.
    var box: [Double]
    var share: Double
    var name: String
  }
  var time: Double
  var width, height: Int
  var subjects: [Subject]
}
