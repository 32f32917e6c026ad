/// Draws frames in the colors of a palette, one after another.
///
/// A pixel's error is passed on to the following pixels by Sierra's lite filter, unless it is tiny.
/// A pixel that has hardly changed since its color was chosen keeps its color, so that still areas
/// do not flicker and noise is not written again and again.
struct PaletteMapper {
  /// The index of transparent pixels.
  static let hole: UInt8 = 255
  /// Differences of 8-bit codes that count as tiny.
  private static let little: Int32 = 2

  let palette: Palette
  /// Index of the nearest color plus 1, by cell number; 0 where it was not looked up yet.
  private var known = [UInt16](repeating: 0, count: 1 << 21)
  private var last: [UInt8] = []
  /// The pixels for which the last colors were chosen.
  private var chosen: [SIMD4<UInt8>] = []
  private var errors: (now: [SIMD4<Int32>], next: [SIMD4<Int32>]) = ([], [])

  init(_ palette: Palette) { self.palette = palette }

  /// - Parameters:
  ///   - source: R, G, B, alpha.
  ///   - target: gets an index for each pixel.
  mutating func draw(
    _ source: UnsafePointer<UInt8>, stride: Int, into target: UnsafeMutablePointer<UInt8>,
    stride targetStride: Int, width: Int, height: Int
  ) {
    let isFirst = last.count != width * height
    if isFirst {
      last = Array(repeating: Self.hole, count: width * height)
      chosen = Array(repeating: .zero, count: width * height)
    }
    let none = [SIMD4<Int32>](repeating: .zero, count: width + 2)
    errors = (none, none)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = source + y * stride + 4 * x
        let place = y * width + x
        let index = pixel[3] < 128 ? Self.hole : index(of: pixel, x: x, place)
        target[y * targetStride + x] = index
        last[place] = index
      }
      (errors.now, errors.next) = (errors.next, none)
    }
  }

  private mutating func index(of pixel: UnsafePointer<UInt8>, x: Int, _ place: Int) -> UInt8 {
    let samples = SIMD4(pixel[0], pixel[1], pixel[2], 0)
    let color = SIMD4<Int32>(truncatingIfNeeded: samples)
    let before = last[place]
    if before != Self.hole, isLittle(SIMD4<Int32>(truncatingIfNeeded: chosen[place]) &- color) {
      return before
    }
    chosen[place] = samples
    var wanted = color &+ (errors.now[x + 1] &>> 2)
    wanted.clamp(lowerBound: .zero, upperBound: SIMD4(255, 255, 255, 0))
    let cell = ColorCells.number(wanted[0], wanted[1], wanted[2])
    if known[cell] == 0 { known[cell] = UInt16(palette.nearest(to: wanted).index + 1) }
    let index = Int(known[cell]) - 1
    let miss = wanted &- palette.colors[index]
    if !isLittle(miss) {
      errors.now[x + 2] &+= miss &* 2
      errors.next[x] &+= miss
      errors.next[x + 1] &+= miss
    }
    return UInt8(index)
  }

  private func isLittle(_ gap: SIMD4<Int32>) -> Bool {
    let most = SIMD4<Int32>(repeating: Self.little)
    return all((gap .<= most) .& (gap .>= (SIMD4<Int32>.zero &- most)))
  }
}
