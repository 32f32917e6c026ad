internal import CSplashKernels

/// One pass over a frame, which applies steps of a look.
protocol LookPass: AnyObject {
  /// Whether it reads more than the rows that it draws.
  var needsWholePicture: Bool { get }

  /// Sets backdrops and time for the next frame.
  func begin(_ materials: LookMaterials)

  /// Allocates memory for frames like this one, whose rows are drawn by several threads, or by the
  /// pass itself in `slices` slices.
  func prepare(for picture: SplashPicture, slices: Int)

  /// Draws rows of chroma, and of the luma that they cover, from the source planes to the result,
  /// which may be the same planes.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP)
}

extension LookPass {
  func begin(_ materials: LookMaterials) {}
  func prepare(for picture: SplashPicture, slices: Int) {}
  var needsWholePicture: Bool { false }
}

/// The side that a look is drawn on: background or selection.
enum LookSide { case rest, kept }

/// A look as passes; steps are folded into as few passes as possible.
struct LookPasses {
  private let passes: [any LookPass]
  private let writesLuma: Bool

  /// The kind of frames that passes are prepared for.
  struct Kind: Equatable {
    var coding: ColorCoding
    var depth: Int
    var width: Int
    var height: Int
    /// Whether the result has luma of its own, which must be written even if it equals the
    /// source's.
    var writesLuma: Bool
    /// Whether the source has luma and chroma in one plane.
    var isPacked: Bool
  }

  /// - Parameters:
  ///   - steps: empty for a copy.
  ///   - side: that shows the look.
  ///   - materials: the files that the steps name.
  init(
    _ steps: [LookStep], on side: LookSide, _ kind: Kind, _ materials: LookMaterials
  ) {
    var makers = Maker(setting: LookPassSetting(kind: kind, side: side, materials: materials))
    // Steps whose amount rounds to 0 are skipped.
    let steps = steps.filter { 1 - $0.amount < 1 }
    makers.start(steps)
    makers.add(steps)
    makers.finishTone()
    passes = makers.passes
    writesLuma = kind.writesLuma
  }

  init(passes: [any LookPass], writesLuma: Bool) {
    (self.passes, self.writesLuma) = (passes, writesLuma)
  }

  /// Sets backdrops and time for the next frame.
  func begin(_ materials: LookMaterials) { for pass in passes { pass.begin(materials) } }

  /// Allocates memory for frames like this one.
  func prepare(for picture: SplashPicture, slices: Int) {
    for pass in passes { pass.prepare(for: picture, slices: slices) }
  }

  var needWholePicture: Bool { passes.contains(where: \.needsWholePicture) }

  /// Draws rows of chroma, and of the luma that they cover, from the source planes to the result.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    let (luma, stride) = (picture.luma, picture.luma_stride)
    for pass in passes {
      pass.draw(picture, rows: rows, kernels)
      picture = picture.again
      // If luma is not written, the next pass reads the source's.
      if !writesLuma { (picture.luma, picture.luma_stride) = (luma, stride) }
    }
  }
}

/// Folds steps into passes.
private struct Maker {
  let setting: LookPassSetting
  var passes: [any LookPass] = []
  private var tone: Tone?

  init(setting: LookPassSetting) { self.setting = setting }

  /// Prepares a copy if there are no steps, or planes if the source is packed.
  mutating func start(_ steps: [LookStep]) {
    if steps.isEmpty || setting.kind.isPacked { tone = Tone(setting.coding.matrix) }
  }

  mutating func add(_ steps: [LookStep]) {
    for step in steps {
      switch step.form.effect {
      case .fold: fold(step)
      case .mixingPass(let make): pass(make(step, setting))
      case .pass(let make) where step.amount == 1: pass(make(step, setting))
      case .steps(let steps) where step.amount == 1: add(steps())
      case .inPlace(let make) where step.amount == 1:
        startResult()
        pass(make(step, setting))
      case .pass, .inPlace, .steps: mixed(step)
      case .transparent, .means: break
      }
    }
  }

  private mutating func fold(_ step: LookStep) {
    if tone?.add(step) == true { return }
    finishTone()
    var next = Tone(setting.coding.matrix)
    let isAdded = next.add(step)
    precondition(isAdded)
    tone = next
  }

  /// Copies the frame into the result, unless a pass does.
  private mutating func startResult() {
    if passes.isEmpty, tone == nil { tone = Tone(setting.coding.matrix) }
  }

  private mutating func pass(_ pass: any LookPass) {
    finishTone()
    passes.append(pass)
  }

  /// A step drawn beside the frame and mixed with it by its amount.
  private mutating func mixed(_ step: LookStep) {
    startResult()
    let whole: [LookStep]
    if case .steps(let steps) = step.form.effect {
      whole = steps()
    } else {
      whole = [LookStep(step.form, step.values)]
    }
    var kind = setting.kind
    kind.isPacked = false
    pass(
      MixedPass(
        LookPasses(whole, on: setting.side, kind, setting.materials), amount: step.amount,
        width: kind.width, hasLuma: kind.writesLuma))
  }

  mutating func finishTone() {
    guard let done = tone else { return }
    tone = nil
    passes.append(
      TonePass(
        done, setting.coding, depth: setting.depth,
        writesLuma: setting.kind.writesLuma && passes.isEmpty))
  }
}

/// The files and masks that looks need, already read.
package struct LookMaterials {
  /// Color tables by file name.
  private let tables: [String: ColorTable]
  /// Backdrops by step; those of clips are for the next frame.
  package var backdrops: [LookPicture: Backdrop]
  /// Masks for the next frame, of its chroma's size and as stored: for each selection that is
  /// neither a region nor an object.
  package var masks: [Selection: MaskPlane] = [:]
  /// Time of the next frame, in seconds from the beginning of the clip.
  package var time = 0.0
  /// Cells of objects in frames before they are named, as a survey found them.
  package var objects: [Selection: [ObjectRun]] = [:]
  /// Where objects and things are in the frame in which they are named, as a survey found them.
  var objectStarts: [Selection: [ObjectRun]] = [:]
  var thingStarts: [Selection: PackedMask] = [:]

  package init(tables: [String: ColorTable] = [:], backdrops: [LookPicture: Backdrop] = [:]) {
    self.tables = tables
    self.backdrops = backdrops
  }

  func backdrop(_ picture: LookPicture) -> Backdrop {
    guard let backdrop = backdrops[picture] else {
      preconditionFailure("\(picture.file) was not read")
    }
    return backdrop
  }

  func table(_ file: String) -> ColorTable {
    guard let table = tables[file] else { preconditionFailure("\(file) was not read") }
    return table
  }
}
