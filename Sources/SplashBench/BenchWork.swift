internal import CSplashKernels
internal import SplashLook

/// A timed task: one kernel, or several, on one frame.
struct BenchWork: Sendable {
  typealias Run = @Sendable (SplashDSP, inout BenchLook, BenchPicture) -> Void

  var name: String
  var settings = BenchWork.oneHue
  var gains = Gains()
  var coding = ColorCoding(matrix: .bt709, range: .limited)
  var run: Run

  /// A hue in degrees, so that builds stay comparable: what a name means may change.
  private static let oneHue: SplashSettings = {
    var settings = SplashSettings()
    settings.hues = [HueRange(center: 0)]
    return settings
  }()

  /// The main kernel with one hue first; then variants of its cost, all other kernels, and the
  /// whole work of a run on a frame.
  static let all: [BenchWork] = {
    var six = SplashSettings()
    six.hues = (0..<6).map { HueRange(center: Double($0) * 57) }
    let gains = Gains(red: 1.1, green: 1, blue: 0.9)
    return [
      BenchWork(name: "splash, 1 hue", run: splash),
      BenchWork(name: "splash, 6 hues", settings: six, run: splash),
      BenchWork(name: "splash, balanced", gains: gains, run: splash),
      narrow,
      BenchWork(name: "mask", run: mask), BenchWork(name: "apply", run: apply),
      BenchWork(name: "guide", run: guide), BenchWork(name: "steady", run: steady),
      BenchWork(name: "despeckle", run: despeckle),
      BenchWork(name: "balance", gains: gains, run: balance),
      BenchWork(name: "show mask", run: showMask), BenchWork(name: "light", run: light),
      BenchWork(name: "whole run, 6 hues", settings: six, gains: gains) {
        light($0, &$1, $2)
        chain($0, &$1, $2, nil)
      },
      BenchWork(name: "halve", run: halve), BenchWork(name: "amendments", run: amendments),
      BenchWork(name: "amend", run: amend), BenchWork(name: "grow by 8", run: grow),
      BenchWork(name: "smooth by 4", run: smooth),
      BenchWork(name: "feather by 8", run: feather),
      BenchWork(name: "join", run: join), BenchWork(name: "lines", run: lines),
      BenchWork(name: "whole run, 6 hues, tidied", settings: six, gains: gains) {
        light($0, &$1, $2)
        tidiedChain($0, &$1, $2)
      },
      BenchWork(name: "whole run, 1 hue, tidied", gains: gains) {
        light($0, &$1, $2)
        tidiedChain($0, &$1, $2)
      },
    ] + [keptSubject] + looks
  }()

  /// A frame with a network's mask without temporal smoothing or a hue.
  private static let keptSubject: BenchWork = {
    var settings = SplashSettings()
    (settings.keep, settings.whiteBalance) = ([.subject(.person)], .off)
    return BenchWork(name: "kept subject, no hue", settings: settings) { kernels, look, picture in
      look.materials.masks[.subject(.person)] = picture.masks.found
      picture.draw(look.run(kernels), look.materials)
    }
  }()

  /// The cost of HDR compared with the same arithmetic without it; on 10 bits.
  static let highRange = [
    narrow,
    BenchWork(
      name: "splash, PQ",
      coding: ColorCoding(
        matrix: .bt2020, range: .limited, transfer: .pq, primaries: .bt2020), run: splash),
  ]

  private static let narrow: BenchWork = {
    var settings = oneHue
    settings.softness = 2
    return BenchWork(name: "splash, narrow fade", settings: settings, run: splash)
  }()
  /// Whole frames with other looks: with a hue's mask, without temporal smoothing.
  private static let looks: [BenchWork] =
    [
      "noir", "sepia", "tint=teal:0.5", "dim=0.5", "fade=0.3", "grey=luminance", "red-filter",
      "lut=33", "blur=0.463", "blur=1.852", "duotone=#008,#fe8", "hue=120", "recolor=blue",
      "temperature=8000", "posterize=5", "pixelate=3", "bloom=0.6", "vignette=0.5", "grain=0.4",
      "solid=white",
    ].map { look($0) } + [look("solid=white", defringe: .on)]

  private static func look(_ word: String, defringe: SplashSettings.Defringe = .off) -> BenchWork {
    var settings = SplashSettings()
    settings.hues = ColorName.standard.ranges
    (settings.stability, settings.despeckle, settings.defringe) = (0, 0, defringe)
    settings.whiteBalance = .off
    guard let rest = try? LookStep.steps(word) else { preconditionFailure(word) }
    settings.rest = rest
    let name = "rest \(word)" + (defringe == .on ? ", defringed" : "")
    return BenchWork(name: name, settings: settings) { kernels, look, picture in
      picture.draw(look.run(kernels), look.materials)
    }
  }

  /// Runs a kernel on all rows of the frame.
  private static func onPicture(
    _ kernel:
      @escaping @Sendable (SplashDSP, inout BenchLook, inout SplashPicture, _ rows: Int32) -> Void
  ) -> Run {
    { kernels, look, picture in
      var source = picture.kernelPicture
      kernel(kernels, &look, &source, picture.chromaRows)
    }
  }

  private static let splash = onPicture { $0.splash(&$1.key, &$2, 0, $3) }
  private static let mask = onPicture { $0.mask(&$1.key, &$2, 0, $3) }
  private static let apply = onPicture { $0.apply(&$1.key, &$2, 0, $3) }

  private static let guide: Run = { kernels, _, picture in
    var (source, guide) = (picture.kernelPicture, picture.step.guide)
    kernels.guide(&source, &guide, 0, picture.chromaRows)
  }

  private static let steady: Run = { kernels, _, picture in
    var (how, step) = (SplashSteadying(stability: 0.5), picture.step)
    _ = kernels.steady(&how, &step, 0, picture.chromaRows)
  }

  private static let despeckle: Run = { kernels, _, picture in
    var (mask, result) = (picture.step.mask, picture.clean)
    _ = kernels.despeckle(&mask, &result, 1, 0, picture.chromaRows)
  }

  private static let balance = onPicture { $0.balance(&$1.rule, &$2, 0, $3) }
  private static let showMask = onPicture { $0.showMask(&$1.rule, &$2, 0, $3) }

  /// Estimates the light, by the same code for every instruction set.
  private static let light: Run = { _, look, picture in
    var source = picture.kernelPicture
    let area = SplashArea(
      x: 0, y: 0, width: picture.step.mask.width, height: picture.chromaRows)
    _ = SplashLight(&look.rule, &source, area, guesses: true, anchor: nil)
  }

  /// Reduces the mask to cells.
  private static let halve: Run = { kernels, _, picture in
    let tidy = picture.tidy
    var plane = picture.step.mask
    for index in 0..<Int(tidy.halvings) {
      var half = tidy.masks![index]
      kernels.halve(&plane, &half, 0, half.height)
      plane = half
    }
  }

  /// Holes and specks in the cells that `halve` leaves; the same code for every instruction set.
  private static let amendments: Run = { _, _, picture in
    let tidy = picture.tidy
    var cells = tidy.halvings > 0 ? tidy.masks![Int(tidy.halvings) - 1] : picture.step.mask
    var (areas, result) = (tidy.areas, tidy.step.mask)
    splash_amendments(&cells, &areas, &result)
  }

  private static let amend: Run = { kernels, _, picture in
    let tidy = picture.tidy
    var (mask, amendments, result) = (picture.step.mask, tidy.step.mask, tidy.result)
    _ = kernels.amend(&mask, &amendments, tidy.halvings, &result, 0, picture.chromaRows)
  }

  private static let grow: Run = { kernels, _, picture in
    var (mask, result) = (picture.step.mask, picture.clean)
    _ = kernels.grow(&mask, &result, 8 * 16, 0, picture.chromaRows)
  }

  private static let smooth: Run = { kernels, _, picture in
    var (mask, result) = (picture.step.mask, picture.clean)
    _ = kernels.smooth(&mask, &result, 4, 0, picture.chromaRows)
  }

  private static let feather: Run = { kernels, _, picture in
    var (mask, result) = (picture.step.mask, picture.clean)
    _ = kernels.feather(&mask, &result, 8, 0, picture.chromaRows)
  }

  private static let join: Run = { kernels, _, picture in
    let step = picture.step
    var (mask, kept, window, result) = (step.mask, step.last, step.guide, picture.clean)
    withUnsafePointer(to: &kept) { kept in
      withUnsafePointer(to: &window) { window in
        var with = SplashJoin(kept: kept, allowed: nil, window: window, invert: false)
        kernels.join(&mask, &with, &result, 0, picture.chromaRows)
      }
    }
  }

  /// One line for every 2 × 2 samples of the mask.
  private static let lines: Run = { kernels, _, picture in
    var (guide, result) = (picture.step.guide, picture.clean)
    let places = Int((guide.width + 1) / 2) * Int((guide.height + 1) / 2)
    let values = [Float](repeating: 0.5, count: places)
    values.withUnsafeBufferPointer { values in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * Int(guide.width)) { room in
        var lines = SplashLines(
          log2_size: 1, slope: values.baseAddress!, offset: values.baseAddress!,
          room: room.baseAddress!)
        kernels.lines(&lines, &guide, &result, 0, picture.chromaRows)
      }
    }
  }

  private static let tidiedChain: Run = { kernels, look, picture in
    withUnsafePointer(to: picture.tidy) { chain(kernels, &look, picture, $0) }
  }

  /// Mask, temporal smoothing, specks and holes where enabled, and grey.
  private static func chain(
    _ kernels: SplashDSP, _ look: inout BenchLook, _ picture: BenchPicture,
    _ tidy: UnsafePointer<SplashTidyWork>?
  ) {
    var kernels = kernels
    let source = picture.kernelPicture
    var target = source
    target.setMask(tidy?.pointee.result ?? picture.clean)
    withUnsafePointer(to: look.key) { key in
      withUnsafePointer(to: source) { source in
        withUnsafePointer(to: target) { target in
          _ = SplashMaskWork(
            key: key, source: source, target: target, steadies: true,
            steadying: SplashSteadying(stability: 0.5), step: picture.step, despeckle: 1,
            clean: picture.clean, tidy: tidy, shape: nil
          ).run(&kernels)
        }
      }
    }
  }
}

/// A look prepared for the kernels.
struct BenchLook {
  var key: SplashKey
  var rule: SplashRule
  let settings: SplashSettings
  /// A color lattice of 33 points a side that changes colors a little.
  var materials: LookMaterials
  private var runs: [InstructionSet: LookRun] = [:]

  init(_ work: BenchWork, format: SampleFormat) {
    rule = SplashRule(work.coding, depth: format.depth, gains: work.gains)
    key = SplashKey(work.settings, gains: work.gains, work.coding, depth: format.depth)
    settings = work.settings
    materials = LookMaterials(tables: ["33": .example])
  }

  /// Draws with these kernels, frame after frame.
  mutating func run(_ kernels: SplashDSP) -> LookRun {
    let set = InstructionSet(of: kernels)
    if let run = runs[set] { return run }
    let run = LookRun(LookControl(settings), instructionSet: set)
    runs[set] = run
    return run
  }
}
