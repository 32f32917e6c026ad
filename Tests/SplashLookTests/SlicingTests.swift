import SplashLook
import TestSupport

/// Looks on several threads give the same bits as on one.
struct SlicingTests {
  private static let (width, height) = (203, 190)

  /// The second result of a look on a 4:2:0 frame of 8 bits: before the first, its duration is
  /// unknown.
  private func drawn(_ settings: SplashSettings, _ slicing: Slicing) -> [UInt8] {
    let (columns, rows) = ((Self.width + 1) / 2, (Self.height + 1) / 2)
    var random = SeededGenerator(seed: 5)
    // Half of it is noise, half of one color.
    func plane(_ width: Int, _ height: Int, _ base: UInt8) -> [UInt8] {
      (0..<width * height).map { place in
        place / width < height / 2 ? base : UInt8.random(in: 0...255, using: &random)
      }
    }
    var codes = plane(Self.width, Self.height, 90)
    codes += plane(columns, rows, 110)
    codes += plane(columns, rows, 200)
    var result = [UInt8](repeating: 7, count: codes.count)
    let format = SampleFormat(
      components: (0..<3).map { .init(plane: $0, step: 1, depth: 8) }, log2ChromaWidth: 1,
      log2ChromaHeight: 1)
    let look = Look(instructionSet: .best, slicing: slicing)
    func view(_ start: UnsafeMutablePointer<UInt8>) -> PlaneView {
      var planes = PlaneView.Planes()
      let luma = Self.width * Self.height
      planes[0] = PlaneView.Plane(start, stride: Self.width)
      planes[1] = PlaneView.Plane(start + luma, stride: columns)
      planes[2] = PlaneView.Plane(start + luma + columns * rows, stride: columns)
      return PlaneView(
        planes: planes, width: Self.width, height: Self.height, format: format,
        coding: ColorCoding(matrix: .bt709, range: .limited))
    }
    codes.withUnsafeMutableBufferPointer { codes in
      result.withUnsafeMutableBufferPointer { result in
        for _ in 0..<2 {
          look.compose(
            view(codes.baseAddress!), into: MutablePlaneView(view(result.baseAddress!)), settings,
            Gains(), LookMaterials())
        }
      }
    }
    return result
  }

  @Test(arguments: [
    "noir", "tint=teal:0.5", "blur=2", "blur=9", "bokeh=1", "noir+blur=2+grain", "blur:0.5",
    "dream", "comic",
    "sin-city:0.6", "posterize=5", "duotone=#008,#fe8", "pixelate=3", "bloom=0.6", "hue=120",
    "recolor=blue", "vignette", "grey=luminance", "temperature=8000", "solid=white",
  ])
  func threadsDoNotChangeALook(look: String) throws {
    for isKept in [false, true] {
      var settings = SplashSettings()
      settings.hues = [HueRange(center: 350, width: 40)]
      settings.whiteBalance = .off
      if isKept {
        settings.kept = try LookStep.steps(look)
      } else {
        settings.rest = try LookStep.steps(look)
      }
      let one = drawn(settings, .none)
      #expect(one.contains { $0 != 7 })
      for threads in [2, 3, 5] {
        let several = drawn(settings, Slicing(threads: threads, worth: 0))
        #expect(several == one, "\(look) on \(threads) threads, kept: \(isKept)")
      }
    }
  }

  /// All slices together are the rows, once each, in whole bands.
  @Test func slicesCoverEveryRowOnce() {
    for (count, rows) in [(1, 1), (2, 33), (3, 540), (8, 17), (5, 1080)] {
      let seen = Counts(rows)
      Slicing.run(count, rows: Int32(rows), band: 16) { _, slice in
        #expect(slice.lowerBound % 16 == 0)
        for row in slice { seen.add(Int(row)) }
      }
      #expect(seen.all.allSatisfy { $0 == 1 }, "\(count) of \(rows)")
    }
  }

  @Test func quickWorkRunsOnOneThread() {
    let slicing = Slicing(threads: 3, worth: 0.004)
    let counts = [0, 0.003, 0.005, 0.009, 1].map { slicing.count(for: $0) }
    #expect(counts == [1, 1, 2, 3, 3])
    #expect(Slicing.none.count(for: 1) == 1)
  }
}

/// How often each row came; each row belongs to one thread.
private final class Counts: @unchecked Sendable {
  private let counts: UnsafeMutablePointer<Int>
  private let rows: Int

  init(_ rows: Int) {
    self.rows = rows
    counts = .allocate(capacity: rows)
    counts.initialize(repeating: 0, count: rows)
  }

  deinit { counts.deallocate() }

  func add(_ row: Int) { counts[row] += 1 }

  var all: [Int] { (0..<rows).map { counts[$0] } }
}
