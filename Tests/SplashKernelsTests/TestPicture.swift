import CSplashKernels
import TestSupport

/// A pixel format under test, with a name for messages.
struct TestFormat: Sendable, CustomStringConvertible {
  var description: String
  var format: SplashFormat
  var unpacks = false

  static let all: [TestFormat] =
    [8, 10, 12, 14].flatMap { depth in
      [("420", 1, 1), ("422", 1, 0), ("444", 0, 0), ("440", 0, 1)].map { name, width, height in
        TestFormat("yuv\(name)p\(depth)", .planar, depth, 0, width, height)
      }
    } + [
      TestFormat("nv12", .semiplanar, 8, 0, 1, 1), TestFormat("nv16", .semiplanar, 8, 0, 1, 0),
      TestFormat("nv24", .semiplanar, 8, 0, 0, 0), TestFormat("p010", .semiplanar, 10, 6, 1, 1),
      TestFormat("p210", .semiplanar, 10, 6, 1, 0), TestFormat("p012", .semiplanar, 12, 4, 1, 1),
      TestFormat("yuyv422", .yuyv, 8, 0, 1, 0), TestFormat("uyvy422", .uyvy, 8, 0, 1, 0),
      TestFormat("yuyv422 to yuv422p", .yuyv, 8, 0, 1, 0, unpacks: true),
      TestFormat("uyvy422 to yuv422p", .uyvy, 8, 0, 1, 0, unpacks: true),
    ]

  /// A format by its name.
  static func named(_ name: String) -> SplashFormat { all.first { $0.description == name }!.format }

  init(
    _ description: String, _ layout: SplashLayout, _ depth: Int, _ shift: Int, _ width: Int,
    _ height: Int, unpacks: Bool = false
  ) {
    self.description = description
    self.unpacks = unpacks
    format = SplashFormat(
      layout: layout, depth: UInt8(depth), shift: UInt8(shift), log2_width: UInt8(width),
      log2_height: UInt8(height))
  }
}

/// Where a plane lies in its buffer: rows with bytes between them, and a margin at both ends, so
/// that anything a kernel writes beside its samples is detected.
struct Plane {
  static let margin = 80
  var bytes: [UInt8]
  var stride: Int
  var start: Int

  /// - Parameters:
  ///   - row: bytes of a row; the stride is a few more.
  ///   - isUpsideDown: rows run from the end of the buffer to its beginning.
  init(row: Int, rows: Int, padding: Int, misalignment: Int, isUpsideDown: Bool, fill: UInt8) {
    let pitch = row + padding
    bytes = Array(repeating: fill, count: pitch * rows + 2 * Plane.margin)
    start = Plane.margin + misalignment
    stride = pitch
    if isUpsideDown {
      start += pitch * (rows - 1)
      stride = -pitch
    }
  }
}

/// A frame of given size and contents: source planes, result planes and a mask plane.
struct TestPicture {
  let format: TestFormat
  let width: Int
  let height: Int
  var luma, cb, cr, mask: Plane
  var outLuma, outCb, outCr: Plane

  var chromaWidth: Int { (width + (1 << format.format.log2_width) - 1) >> format.format.log2_width }
  var chromaHeight: Int {
    (height + (1 << format.format.log2_height) - 1) >> format.format.log2_height
  }
  private var isPacked: Bool { format.format.layout == .yuyv || format.format.layout == .uyvy }
  private var sampleBytes: Int { format.format.depth > 8 ? 2 : 1 }

  init(_ format: TestFormat, width: Int, height: Int, mood: PixelMood, seed: UInt64) {
    self.format = format
    self.width = width
    self.height = height
    var random = SeededGenerator(seed: seed)
    let bytes = format.format.depth > 8 ? 2 : 1
    let isPacked = format.format.layout == .yuyv || format.format.layout == .uyvy
    let pairs = format.format.layout == .semiplanar ? 2 : 1
    let columns = (width + (1 << format.format.log2_width) - 1) >> format.format.log2_width
    let rows = (height + (1 << format.format.log2_height) - 1) >> format.format.log2_height
    func plane(_ row: Int, _ rows: Int, fill: UInt8) -> Plane {
      Plane(
        row: row, rows: rows, padding: bytes * Int.random(in: 0...40, using: &random),
        misalignment: bytes * Int.random(in: 0...9, using: &random),
        isUpsideDown: Bool.random(using: &random), fill: fill)
    }
    let lumaRow = isPacked ? 4 * columns : width * bytes
    luma = plane(lumaRow, height, fill: 0xa5)
    cb = plane(columns * bytes * pairs, rows, fill: 0xa5)
    cr = plane(columns * bytes, rows, fill: 0xa5)
    mask = plane(columns, rows, fill: 0x5a)
    outLuma = plane(lumaRow, height, fill: 0xc3)
    outCb = plane(columns * bytes * pairs, rows, fill: 0xc3)
    outCr = plane(columns * bytes, rows, fill: 0xc3)
    fill(mood, &random)
  }

  private mutating func fill(_ mood: PixelMood, _ random: inout SeededGenerator) {
    let depth = Int(format.format.depth)
    for y in 0..<height {
      for x in 0..<width + (isPacked ? width & 1 : 0) {
        let code = mood.sample(depth: depth, using: &random).y
        switch format.format.layout {
        case .yuyv: luma.bytes[luma.start + y * luma.stride + 2 * x] = UInt8(code)
        case .uyvy: luma.bytes[luma.start + y * luma.stride + 2 * x + 1] = UInt8(code)
        default: store(code, in: \.luma, x, y)
        }
      }
    }
    for y in 0..<chromaHeight {
      for x in 0..<chromaWidth {
        let (_, cbCode, crCode) = mood.sample(depth: depth, using: &random)
        mask.bytes[mask.start + y * mask.stride + x] = UInt8.random(in: 0...255, using: &random)
        switch format.format.layout {
        case .planar:
          store(cbCode, in: \.cb, x, y)
          store(crCode, in: \.cr, x, y)
        case .semiplanar:
          store(cbCode, in: \.cb, 2 * x, y)
          store(crCode, in: \.cb, 2 * x + 1, y)
        case .yuyv, .uyvy:
          let at = luma.start + y * luma.stride + 4 * x + (format.format.layout == .yuyv ? 1 : 0)
          luma.bytes[at] = UInt8(cbCode)
          luma.bytes[at + 2] = UInt8(crCode)
        }
      }
    }
  }

  private mutating func store(
    _ code: Int, in plane: WritableKeyPath<Self, Plane>, _ x: Int, _ y: Int
  ) {
    let at = self[keyPath: plane].start + y * self[keyPath: plane].stride + x * sampleBytes
    let word = code << Int(format.format.shift)
    self[keyPath: plane].bytes[at] = UInt8(truncatingIfNeeded: word)
    if sampleBytes == 2 {
      self[keyPath: plane].bytes[at + 1] = UInt8(truncatingIfNeeded: word >> 8)
    }
  }

  /// Runs an operation; `inPlace` writes results over their sources.
  mutating func run(
    _ operation: Operation, _ kernels: SplashDSP, _ key: SplashKey, inPlace: Bool = false,
    slices: Int = 1
  ) {
    withSlices(slices, inPlace: inPlace) { operation.run(kernels, key, $0, rows: $1) }
  }

  /// The frame as kernels take it, with the rows of each slice in turn.
  mutating func withSlices(
    _ slices: Int = 1, inPlace: Bool = false,
    _ body: (inout SplashPicture, Range<Int32>) -> Void
  ) {
    var picture = SplashPicture()
    picture.format = format.format
    picture.width = Int32(width)
    picture.height = Int32(height)
    picture.unpack = format.unpacks
    let rows = chromaHeight
    luma.bytes.withUnsafeMutableBufferPointer { y in
      cb.bytes.withUnsafeMutableBufferPointer { u in
        cr.bytes.withUnsafeMutableBufferPointer { v in
          mask.bytes.withUnsafeMutableBufferPointer { m in
            outLuma.bytes.withUnsafeMutableBufferPointer { oy in
              outCb.bytes.withUnsafeMutableBufferPointer { ou in
                outCr.bytes.withUnsafeMutableBufferPointer { ov in
                  picture.luma = UnsafePointer(y.baseAddress! + luma.start)
                  picture.luma_stride = luma.stride
                  picture.cb = UnsafePointer(u.baseAddress! + cb.start)
                  picture.cb_stride = cb.stride
                  picture.cr = UnsafePointer(v.baseAddress! + cr.start)
                  picture.cr_stride = cr.stride
                  picture.mask = m.baseAddress! + mask.start
                  picture.mask_stride = mask.stride
                  picture.out_luma =
                    inPlace ? y.baseAddress! + luma.start : oy.baseAddress! + outLuma.start
                  picture.out_luma_stride = inPlace ? luma.stride : outLuma.stride
                  picture.out_cb =
                    inPlace ? u.baseAddress! + cb.start : ou.baseAddress! + outCb.start
                  picture.out_cb_stride = inPlace ? cb.stride : outCb.stride
                  picture.out_cr =
                    inPlace ? v.baseAddress! + cr.start : ov.baseAddress! + outCr.start
                  picture.out_cr_stride = inPlace ? cr.stride : outCr.stride
                  for slice in 0..<slices {
                    body(
                      &picture,
                      Int32(rows * slice / slices)..<Int32(rows * (slice + 1) / slices))
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Every byte a kernel could have touched.
  var everything: [[UInt8]] {
    [luma.bytes, cb.bytes, cr.bytes, mask.bytes, outLuma.bytes, outCb.bytes, outCr.bytes]
  }

  func load(_ plane: Plane, _ index: Int, _ y: Int) -> Int {
    let at = plane.start + y * plane.stride + index * (format.format.depth > 8 ? 2 : 1)
    if format.format.depth == 8 { return Int(plane.bytes[at]) }
    return (Int(plane.bytes[at]) | Int(plane.bytes[at + 1]) << 8) >> Int(format.format.shift)
  }

  func lumaCode(_ x: Int, _ y: Int) -> Int {
    switch format.format.layout {
    case .yuyv: load(luma, 2 * x, y)
    case .uyvy: load(luma, 2 * x + 1, y)
    case .planar, .semiplanar: load(luma, x, y)
    }
  }

  /// The mean code of the luma samples under a chroma sample.
  func meanLuma(_ x: Int, _ y: Int) -> Double {
    var (sum, count) = (0, 0)
    for row in (y << format.format.log2_height)..<((y + 1) << format.format.log2_height) {
      for column in (x << format.format.log2_width)..<((x + 1) << format.format.log2_width)
      where row < height && column < width {
        sum += lumaCode(column, row)
        count += 1
      }
    }
    return Double(sum) / Double(count)
  }

  func chromaCodes(_ x: Int, _ y: Int, result: Bool) -> (Int, Int) {
    let (cb, cr) = result ? (outCb, outCr) : (self.cb, self.cr)
    switch (format.format.layout, result && format.unpacks) {
    case (.planar, _), (.yuyv, true), (.uyvy, true): return (load(cb, x, y), load(cr, x, y))
    case (.semiplanar, _): return (load(cb, 2 * x, y), load(cb, 2 * x + 1, y))
    case (.yuyv, _):
      let plane = result ? outLuma : luma
      return (load(plane, 4 * x + 1, y), load(plane, 4 * x + 3, y))
    case (.uyvy, _):
      let plane = result ? outLuma : luma
      return (load(plane, 4 * x, y), load(plane, 4 * x + 2, y))
    }
  }

  /// How far the result is off the oracle's at worst, in 8-bit codes.
  func worstError(from source: TestPicture, _ oracle: Oracle) -> Double {
    var worst = 0.0
    for y in 0..<chromaHeight {
      for x in 0..<chromaWidth {
        let before = source.chromaCodes(x, y, result: false)
        let after = chromaCodes(x, y, result: true)
        let mask = oracle.mask(source.meanLuma(x, y), Double(before.0), Double(before.1))
        for (code, result) in [(before.0, after.0), (before.1, after.1)] {
          worst = max(worst, abs(Double(result) - oracle.output(Double(code), mask: mask)))
        }
      }
    }
    return worst / Double(1 << (format.format.depth - 8))
  }

  /// All result codes, Cb before Cr.
  var chromaResult: [Int] {
    (0..<chromaHeight).flatMap { y in
      (0..<chromaWidth).flatMap { x in
        let (cb, cr) = chromaCodes(x, y, result: true)
        return [cb, cr]
      }
    }
  }
}
