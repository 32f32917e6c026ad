internal import CSplashKernels
internal import SplashBase

/// What goes over a picture once.
protocol LookPass: AnyObject {
  /// It looks at more than the rows it draws.
  var needsWholePicture: Bool { get }

  /// Gives what there is for the picture that is drawn next.
  func begin(_ materials: LookMaterials)

  /// Makes room for a picture like this, of which rows are drawn on several threads at once, or of
  /// which it draws all in so many slices itself.
  func prepare(for picture: SplashPicture, slices: Int)

  /// Draws rows of chroma and the luma that they cover from the source's planes into the result's,
  /// which may be the same.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP)
}

extension LookPass {
  func begin(_ materials: LookMaterials) {}
  func prepare(for picture: SplashPicture, slices: Int) {}
  var needsWholePicture: Bool { false }
}

/// What a look is drawn for: by the mask, or by what the mask leaves.
enum LookSide { case rest, kept }

/// A look as kernels take it: its steps, in as few passes over the picture as they fold into.
struct LookPasses {
  private let passes: [any LookPass]
  private let writesLuma: Bool

  /// What a look is made ready for.
  struct Kind: Equatable {
    var coding: ColorCoding
    var depth: Int
    var width: Int
    var height: Int
    /// The result has luma of its own, which has to be written even where it is the source's.
    var writesLuma: Bool
    /// The source has its luma and chroma in one plane.
    var isPacked: Bool
  }

  /// - Parameters:
  ///   - steps: none for a copy.
  ///   - side: that they are seen on.
  ///   - materials: the files that the steps name.
  init(
    _ steps: [LookStep], on side: LookSide, _ kind: Kind, _ materials: LookMaterials
  ) {
    var makers = Maker(setting: LookPassSetting(kind: kind, side: side, materials: materials))
    // So little that nothing is left of it in numbers counts as none.
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

  /// Gives what there is for the picture that is drawn next.
  func begin(_ materials: LookMaterials) { for pass in passes { pass.begin(materials) } }

  /// Makes room for a picture like this.
  func prepare(for picture: SplashPicture, slices: Int) {
    for pass in passes { pass.prepare(for: picture, slices: slices) }
  }

  var needWholePicture: Bool { passes.contains(where: \.needsWholePicture) }

  /// Draws rows of chroma and the luma that they cover from the source's planes into the result's.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    let (luma, stride) = (picture.luma, picture.luma_stride)
    for pass in passes {
      pass.draw(picture, rows: rows, kernels)
      picture = picture.again
      // Where no luma is written it is the source's.
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

  /// What has to be done before the first step: a copy, or planes of a packed picture.
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

  /// Brings the picture into the result, where nothing has yet.
  private mutating func startResult() {
    if passes.isEmpty, tone == nil { tone = Tone(setting.coding.matrix) }
  }

  private mutating func pass(_ pass: any LookPass) {
    finishTone()
    passes.append(pass)
  }

  /// A step that is drawn beside the picture and mixed with it.
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

/// What settings name that a look cannot make by itself; all of it is there.
package struct LookMaterials {
  /// What is in files, made ready for pictures of one size, format and coding.
  private let tables: [String: ColorTable]
  /// Those of films are for the next picture.
  package var backdrops: [LookPicture: Backdrop]
  /// Masks for the next picture, of its chroma's size and as it is stored: of every selection that
  /// is neither a region nor an object.
  package var masks: [Selection: MaskPlane] = [:]
  /// Of the next picture, in seconds from the beginning of the clip.
  package var time = 0.0
  /// Cells of objects before the time from which they are named, where a survey found them.
  package var objects: [Selection: [ObjectRun]] = [:]
  /// Where objects and things are in the first picture from the time on from which they are named,
  /// where a survey saw it.
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
