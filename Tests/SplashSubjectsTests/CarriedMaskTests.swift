import SplashFilter
import SplashSubjects
import TestSupport

/// A network's mask of one frame, in the frames after it: a red disc with a pattern moves over a
/// nearly plain ground.
struct CarriedMaskTests {
  private static let (width, height) = (384, 216)
  private static let radius = 50.0

  /// The middle of the disc in a frame.
  private static func middle(_ picture: Int) -> (x: Double, y: Double) {
    (110 + 4 * Double(picture), 80 + 2 * Double(picture))
  }

  private static func isDisc(_ x: Int, _ y: Int, _ picture: Int) -> Bool {
    let middle = middle(picture)
    return hypot(Double(x) + 0.5 - middle.x, Double(y) + 0.5 - middle.y) < radius
  }

  private static func waves(_ x: Double, _ y: Double) -> Double {
    sin(x / 3) + cos(y / 4) + sin((x + 2 * y) / 7) + cos((3 * x - y) / 11)
  }

  /// - Parameter isOther: a frame of another shot, without a disc.
  private func frame(_ picture: Int, isOther: Bool = false) throws -> Frame {
    let (width, height) = (Self.width, Self.height)
    let time = Double(picture) / 60
    return try Frame(width: width, height: height, pixelFormat: "yuv444p", time: time) { planes in
      let middle = Self.middle(picture)
      for y in 0..<height {
        let rows = (0..<3).map { planes.row(y, ofPlane: $0) }
        for x in 0..<width {
          let (column, row) = (Double(x), Double(y))
          let isDisc = !isOther && Self.isDisc(x, y, picture)
          let luma =
            isOther
            ? (x / 24 + y / 24) % 2 == 0 ? 40 : 220
            : isDisc
              ? 110 + 20 * Self.waves(column - middle.x, row - middle.y)
              : 110 + 2 * Self.waves(1.3 * row + 40, 0.8 * column)
          rows[0][x] = UInt8(luma)
          (rows[1][x], rows[2][x]) = isDisc ? (100, 220) : (140, 90)
        }
      }
    }
  }

  /// Intersection over union of a mask and the disc.
  private func overlap(_ codes: [UInt8], _ picture: Int) -> Double {
    var (both, either) = (0, 0)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (one, other) = (codes[y * Self.width + x] > 127, Self.isDisc(x, y, picture))
        both += one && other ? 1 : 0
        either += one || other ? 1 : 0
      }
    }
    return Double(both) / Double(either)
  }

  /// By the flow from frame to frame, added up over sixteen.
  @Test func maskMovesWithTheOpticalFlow() throws {
    let truth = (0..<Self.width * Self.height).map { index -> UInt8 in
      Self.isDisc(index % Self.width, index / Self.width, 0) ? 255 : 0
    }
    let (small, painter) = (SmallLuma(.reference), SubjectPainter(.reference))
    func luma(_ picture: Int) throws -> LumaPyramid {
      let (width, height, values) = try frame(picture).withPlanes { small.values(of: $0) }!
      return LumaPyramid(width: width, height: height, values)
    }
    func drawn(_ mask: GuidedMask, _ picture: Int) throws -> [UInt8] {
      try frame(picture).withPlanes { painter.mask(mask, of: $0).samples }!
    }
    let found = try frame(0).withPlanes {
      SubjectMask(.reference).take(
        (Self.width, Self.height, truth), in: $0, at: 0, isCut: false, stability: 0)
    }!
    var last = try luma(0)
    var way = SampleWay(width: last.width, height: last.height)
    for picture in 1...16 {
      let fresh = try luma(picture)
      let flow = DenseFlow(from: fresh, to: last)
      (way, last) = (way.next(flow.x, flow.y), fresh)
      let score = try overlap(drawn(found.carried(by: way), picture), picture)
      #expect(score > 0.85, "picture \(picture): \(score)")
    }
    #expect(try overlap(drawn(found, 16), 16) < 0.3)
  }

  /// With a network that never answers again, its first mask moves with the disc until a shot
  /// change, and then returns to its first place.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func liveMaskMovesWithItsObjectUntilAShotChange() throws {
    let scratch = Scratch()
    let file = scratch.path("red.onnx")
    try MadeNetwork.write(to: file, weights: [1, 0, -1])
    let runtime = try OnnxRuntime(library: #require(MadeNetwork.runtime))
    var form = NetworkForm()
    form.size = (Self.width, Self.height)
    form.stretches = true
    let network = try Network(file, form, runtime)
    let end = DispatchSemaphore(value: 0)
    var openers = LookOpeners()
    openers.openNetwork = { subject, _ in
      if subject == .person {
        end.wait()
        end.signal()
      }
      return network
    }
    let files = LookFiles(openers)
    var settings = SplashSettings()
    (settings.show, settings.whiteBalance, settings.stability) = (.mask, .off, 0)
    settings.keep = [.subject(.subject)]
    let control = LookControl(settings)
    let splash = Splash(control, files: files, pace: .newest, instructionSet: .reference)
    let filter = ViewFilter(of: splash)
    func mask(_ picture: Int, isOther: Bool = false) throws -> [UInt8] {
      var frame = try frame(picture, isOther: isOther)
      try filter.apply(to: &frame, StageClock())
      return frame.withPlanes { planes in
        (0..<Self.height).flatMap { Array(planes.row($0, ofPlane: 0)) }
      }!
    }
    /// The carrying thread runs on its own, so frames are repeated until it is done.
    func settled(_ picture: Int, isOther: Bool = false, at place: Int) throws -> Double {
      let start = ContinuousClock.now
      var score = 0.0
      repeat {
        score = try overlap(mask(picture, isOther: isOther), place)
      } while score <= 0.8 && ContinuousClock.now - start < .seconds(60)
      return score
    }
    defer {
      // The filter waits for its threads.
      end.signal()
      withExtendedLifetime(filter) {}
    }
    splash.subjectCall = .awaited
    #expect(try overlap(mask(0), 0) > 0.9)
    splash.subjectCall = .offered
    settings.keep = [.subject(.subject), .subject(.person)]
    control.settings = settings
    // One step, since the carrying thread may skip some of several frames.
    let (there, apart) = (try settled(3, at: 3), try overlap(mask(3), 0))
    #expect(there > 0.8 && there > apart, "\(there) there, \(apart) where it was")
    #expect(try settled(4, isOther: true, at: 0) > 0.8)
  }
}
