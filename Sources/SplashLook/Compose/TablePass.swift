internal import CSplashKernels
internal import Glibc
internal import SplashBase

/// A color table in the kernels' numbers, for one coding and depth: a lattice.
final class CubePass: LookPass {
  private let luma, cb, cr: [Int16]
  private let fraction: UInt8
  private let table: ColorTable
  private let coding: ColorCoding
  private let depth: Int

  /// - Parameter amount: how much of the table, and for the rest of the picture as it is, 0…1.
  init(_ table: ColorTable, amount: Double, _ coding: ColorCoding, depth: Int) {
    (self.table, self.coding, self.depth) = (table, coding, depth)
    let codes = CodeScale(coding, depth: depth)
    let size = table.size
    let points = (0..<(size * size * size)).map { index in
      let point = [index % size, index / size % size, index / size / size]
      let (level, blue, red) = coding.matrix.components(
        of: table.color(at: point, index: index, amount: amount))
      return (
        luma: codes.black + level * codes.luma, cb: codes.neutral + blue * codes.chroma,
        cr: codes.neutral + red * codes.chroma
      )
    }
    // A table may begin below 0 and end above 1; what is there of the picture as it is, does too.
    let farthest = points.reduce(0) { max($0, abs($1.luma), abs($1.cb), abs($1.cr)) }
    let spare = Int(log2(32767 / farthest).rounded(.down))
    fraction = UInt8(max(0, min(15 - depth, spare)))
    let unit = Double(1 << fraction)
    func word(_ code: Double) -> Int16 { Int16(max(-32767, min(32767, (code * unit).rounded()))) }
    luma = points.map { word($0.luma) }
    cb = points.map { word($0.cb) }
    cr = points.map { word($0.cr) }
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    var rule = SplashRule(coding, depth: depth, gains: Gains())
    let sides = table.sides
    luma.withUnsafeBufferPointer { luma in
      cb.withUnsafeBufferPointer { cb in
        cr.withUnsafeBufferPointer { cr in
          var cube = SplashCube(
            size: Int32(table.size), sides: sides, fraction: fraction, luma: luma.baseAddress!,
            cb: cb.baseAddress!, cr: cr.baseAddress!)
          kernels.cube(&cube, &rule, &picture, rows.lowerBound, rows.upperBound)
        }
      }
    }
  }
}

/// A curve for each of R', G' and B', or black and white by linear luminance.
final class CurvesPass: LookPass {
  private let red, green, blue: [Float]
  private let grey: [Float]
  private let sides: SplashSides
  private let coding: ColorCoding
  private let depth: Int

  /// - Parameter amount: as for lattices.
  init(_ table: ColorTable, amount: Double, _ coding: ColorCoding, depth: Int) {
    (self.coding, self.depth) = (coding, depth)
    let colors = (0..<table.size).map {
      table.color(at: [$0, $0, $0], index: $0, amount: amount)
    }
    red = colors.map { Float($0.red) }
    green = colors.map { Float($0.green) }
    blue = colors.map { Float($0.blue) }
    grey = []
    sides = table.sides
  }

  /// Black and white by the luminance of R'G'B' that are encoded as IEC 61966-2-1 (sRGB) has it.
  init(luminance coding: ColorCoding, depth: Int) {
    (self.coding, self.depth) = (coding, depth)
    let last = 4095
    let linear = (0...last).map { index in
      let x = Double(index) / Double(last)
      return Float(x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4))
    }
    (red, green, blue) = (linear, linear, linear)
    grey = (0...last).map { index in
      let root = Double(index) / Double(last)
      let y = root * root
      return Float(y <= 0.0031308 ? 12.92 * y : 1.055 * pow(y, 1 / 2.4) - 0.055)
    }
    let side = SplashSide(scale: Float(last), offset: 0)
    sides = SplashSides(red: side, green: side, blue: side)
  }

  /// One curve for R', G' and B', at 4096 points.
  init(_ coding: ColorCoding, depth: Int, _ curve: (Double) -> Double) {
    (self.coding, self.depth) = (coding, depth)
    let last = 4095
    let points = (0...last).map { Float(curve(Double($0) / Double(last))) }
    (red, green, blue) = (points, points, points)
    grey = []
    let side = SplashSide(scale: Float(last), offset: 0)
    sides = SplashSides(red: side, green: side, blue: side)
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    var rule = SplashRule(coding, depth: depth, gains: Gains())
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          grey.withUnsafeBufferPointer { grey in
            var curves = SplashCurves(
              size: Int32(red.count), sides: sides, red: red.baseAddress!,
              green: green.baseAddress!, blue: blue.baseAddress!,
              grey: grey.isEmpty ? nil : grey.baseAddress)
            kernels.curves(&curves, &rule, &picture, rows.lowerBound, rows.upperBound)
          }
        }
      }
    }
  }
}

extension ColorTable {
  /// From R', G' and B' to points along a side.
  fileprivate var sides: SplashSides {
    func side(_ channel: Int) -> SplashSide {
      let (low, high) = (domain.low[channel], domain.high[channel])
      let scale = Float(size - 1) / (high - low)
      return SplashSide(scale: scale, offset: -low * scale)
    }
    return SplashSides(red: side(0), green: side(1), blue: side(2))
  }

  /// So much of the color of a point, and the rest the color that stands there.
  fileprivate func color(at point: [Int], index: Int, amount: Double) -> RGB {
    func channel(_ channel: Int) -> Double {
      let (low, high) = (Double(domain.low[channel]), Double(domain.high[channel]))
      let own = low + (high - low) * Double(point[channel]) / Double(size - 1)
      return amount * Double(values[3 * index + channel]) + (1 - amount) * own
    }
    return RGB(red: channel(0), green: channel(1), blue: channel(2))
  }
}
