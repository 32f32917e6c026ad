internal import CSplashKernels
internal import Glibc
internal import Synchronization

/// A color table converted to kernel numbers, for one coding and depth.
final class CubePass: LookPass {
  private let lattice: ColorTable.Lattice
  private let table: ColorTable
  private let coding: ColorCoding
  private let depth: Int

  /// - Parameter amount: share of the table's color in the result, 0…1.
  init(_ table: ColorTable, amount: Double, _ coding: ColorCoding, depth: Int) {
    (self.table, self.coding, self.depth) = (table, coding, depth)
    lattice = table.lattice(for: .init(amount: amount, coding: coding, depth: depth))
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    var rule = SplashRule(coding, depth: depth, gains: Gains())
    let sides = table.sides
    lattice.luma.withUnsafeBufferPointer { luma in
      lattice.cb.withUnsafeBufferPointer { cb in
        lattice.cr.withUnsafeBufferPointer { cr in
          var cube = SplashCube(
            size: Int32(table.size), sides: sides, fraction: lattice.fraction,
            luma: luma.baseAddress!, cb: cb.baseAddress!, cr: cr.baseAddress!)
          kernels.cube(&cube, &rule, &picture, rows.lowerBound, rows.upperBound)
        }
      }
    }
  }
}

extension ColorTable {
  /// What a lattice depends on.
  struct Use: Equatable {
    let amount: Double
    let coding: ColorCoding
    let depth: Int
  }

  /// Y', Cb and Cr of each point, as the kernels read them.
  struct Lattice {
    let use: Use
    fileprivate(set) var luma, cb, cr: [Int16]
    let fraction: UInt8

    fileprivate init(_ table: ColorTable, _ use: Use) {
      self.use = use
      let codes = CodeScale(use.coding, depth: use.depth)
      let side = table.size
      func point(_ index: Int) -> (luma: Double, cb: Double, cr: Double) {
        let place = SIMD3(index % side, index / side % side, index / side / side)
        let (level, blue, red) = use.coding.matrix.components(
          of: table.color(at: place, index: index, amount: use.amount))
        return (
          luma: codes.black + level * codes.luma, cb: codes.neutral + blue * codes.chroma,
          cr: codes.neutral + red * codes.chroma
        )
      }
      let points = 0..<(side * side * side)
      // A table may start below 0 and end above 1; the unchanged colors mixed in then do so too.
      let farthest = points.reduce(0) {
        let (luma, cb, cr) = point($1)
        return max($0, abs(luma), abs(cb), abs(cr))
      }
      let spare = Int(log2(32767 / farthest).rounded(.down))
      fraction = UInt8(max(0, min(15 - use.depth, spare)))
      let unit = Double(1 << fraction)
      func word(_ code: Double) -> Int16 { Int16(max(-32767, min(32767, (code * unit).rounded()))) }
      // Computes the points again: stored as doubles, those of the largest tables would take 400
      // MB.
      (luma, cb, cr) = ([], [], [])
      for index in points {
        let (level, blue, red) = point(index)
        luma.append(word(level))
        cb.append(word(blue))
        cr.append(word(red))
      }
    }
  }

  /// The last lattice is kept, since other steps may change from frame to frame while this one
  /// stays.
  fileprivate func lattice(for use: Use) -> Lattice {
    latest.withLock { latest in
      if let latest, latest.use == use { return latest }
      let fresh = Lattice(self, use)
      latest = fresh
      return fresh
    }
  }
}

/// Applies a curve to each of R', G' and B', or makes black and white by linear luminance.
final class CurvesPass: LookPass {
  private let red, green, blue: [Float]
  private let grey: [Float]
  private let sides: SplashSides
  private let coding: ColorCoding
  private let depth: Int

  /// - Parameter amount: share of the curves in the result, 0…1.
  init(_ table: ColorTable, amount: Double, _ coding: ColorCoding, depth: Int) {
    (self.coding, self.depth) = (coding, depth)
    let colors = (0..<table.size).map {
      table.color(at: SIMD3(repeating: $0), index: $0, amount: amount)
    }
    red = colors.map { Float($0.red) }
    green = colors.map { Float($0.green) }
    blue = colors.map { Float($0.blue) }
    grey = []
    sides = table.sides
  }

  /// Black and white by the luminance of sRGB-coded R'G'B' (IEC 61966-2-1).
  init(luminance coding: ColorCoding, depth: Int) {
    (self.coding, self.depth) = (coding, depth)
    let last = 4095
    let linear = (0...last).map { index in
      Float(DisplayProfile.Curve.sRGB.light(Double(index) / Double(last)))
    }
    (red, green, blue) = (linear, linear, linear)
    grey = (0...last).map { index in
      let root = Double(index) / Double(last)
      return Float(DisplayProfile.shown(root * root))
    }
    let side = SplashSide(scale: Float(last), offset: 0)
    sides = SplashSides(red: side, green: side, blue: side)
  }

  /// The same curve for R', G' and B', sampled at 4096 points.
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
  /// How R', G' and B' map to positions along each side of the table.
  fileprivate var sides: SplashSides {
    func side(_ channel: Int) -> SplashSide {
      let (low, high) = (domain.low[channel], domain.high[channel])
      let scale = Float(size - 1) / (high - low)
      return SplashSide(scale: scale, offset: -low * scale)
    }
    return SplashSides(red: side(0), green: side(1), blue: side(2))
  }

  /// The table's color at a point, mixed by `amount` with the unchanged color of that point.
  fileprivate func color(at point: SIMD3<Int>, index: Int, amount: Double) -> RGB {
    func channel(_ channel: Int) -> Double {
      let (low, high) = (Double(domain.low[channel]), Double(domain.high[channel]))
      let own = low + (high - low) * Double(point[channel]) / Double(size - 1)
      return amount * Double(values[3 * index + channel]) + (1 - amount) * own
    }
    return RGB(red: channel(0), green: channel(1), blue: channel(2))
  }
}
