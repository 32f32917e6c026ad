internal import CSplashKernels
internal import SplashBase

/// What goes over a picture once.
protocol LookPass: AnyObject {
  /// It looks at more than the rows it draws.
  var needsWholePicture: Bool { get }

  /// Draws rows of chroma and the luma that they cover from the source's planes into the result's,
  /// which may be the same.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP)
}

extension LookPass {
  var needsWholePicture: Bool { false }
}

/// What a look is drawn for: by the mask, or by what the mask leaves.
enum LookSide { case rest, kept }

/// A look as kernels take it: its steps, in as few passes over the picture as they fold into.
struct LookPasses {
  private let passes: [any LookPass]

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
    let (coding, depth) = (kind.coding, kind.depth)
    var passes: [any LookPass] = []
    var tone: Tone? = steps.isEmpty || kind.isPacked ? Tone(coding.matrix) : nil
    func finishTone() {
      guard let done = tone else { return }
      passes.append(
        TonePass(done, coding, depth: depth, writesLuma: kind.writesLuma && passes.isEmpty))
      tone = nil
    }
    for step in steps {
      switch step {
      case .luminance:
        finishTone()
        passes.append(CurvesPass(luminance: coding, depth: depth))
      case .blur(let percent):
        finishTone()
        passes.append(BlurPass(percent: percent, side))
      case .image(let file):
        finishTone()
        passes.append(BackdropPass(materials.backdrop(file)))
      case .transparent: break
      case .lut(let file, let amount):
        finishTone()
        let table = materials.table(file)
        passes.append(
          table.shape == .cube
            ? CubePass(table, amount: amount, coding, depth: depth)
            : CurvesPass(table, amount: amount, coding, depth: depth))
      default:
        if tone?.add(step) == true { continue }
        finishTone()
        var next = Tone(coding.matrix)
        let isAdded = next.add(step)
        precondition(isAdded)
        tone = next
      }
    }
    finishTone()
    self.passes = passes
  }

  var needWholePicture: Bool { passes.contains(where: \.needsWholePicture) }

  /// Draws rows of chroma and the luma that they cover from the source's planes into the result's.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    for pass in passes {
      pass.draw(picture, rows: rows, kernels)
      picture = picture.again
    }
  }
}

/// What settings name that a look cannot make by itself; all of it is there.
package struct LookMaterials {
  /// What is in files, made ready for pictures of one size, format and coding.
  private let tables: [String: ColorTable]
  private let backdrops: [String: Backdrop]
  /// Masks for the next picture, of its chroma's size and as it is stored: of every selection that
  /// is neither a region nor an object.
  package var masks: [Selection: MaskPlane] = [:]
  /// Of the next picture, in seconds from the beginning of the clip.
  package var time = 0.0
  /// Cells of objects before the time from which they are named, where a survey found them.
  package var objects: [Selection: [ObjectRun]] = [:]

  package init(tables: [String: ColorTable] = [:], backdrops: [String: Backdrop] = [:]) {
    self.tables = tables
    self.backdrops = backdrops
  }

  func backdrop(_ file: String) -> Backdrop {
    guard let backdrop = backdrops[file] else { preconditionFailure("\(file) was not read") }
    return backdrop
  }

  func table(_ file: String) -> ColorTable {
    guard let table = tables[file] else { preconditionFailure("\(file) was not read") }
    return table
  }
}
