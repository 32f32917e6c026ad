import CSplashKernels

/// A small seeded generator (xorshift32): the same numbers on every machine.
struct Numbers {
  private var state: UInt32

  init(seed: UInt32) { state = seed == 0 ? 1 : seed }

  mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }
}

/// The contents of a test plane.
enum Mood: CaseIterable {
  case random, specks, pinholes, nearlyFlat

  func sample(_ numbers: inout Numbers) -> UInt8 {
    let number = numbers.next()
    return switch self {
    case .random: UInt8(truncatingIfNeeded: number)
    case .specks: number % 10 == 0 ? 255 : 0
    case .pinholes: number % 10 == 0 ? 0 : 255
    case .nearlyFlat: UInt8(124 + number % 9)
    }
  }
}

/// A padded plane between two guard rows, with padding that differs from plane to plane.
final class TestPlane {
  let plane: SplashPlane
  private let memory: UnsafeMutableRawBufferPointer
  private static let guardByte: UInt8 = 0xA5

  init(_ width: Int, _ height: Int, _ mood: Mood = .random, seed: UInt32) {
    let stride = (width + 63) & ~63
    memory = .allocate(byteCount: stride * (height + 2), alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.guardByte)
    plane = SplashPlane(
      data: memory.baseAddress!.assumingMemoryBound(to: UInt8.self) + stride, stride: stride,
      width: Int32(width), height: Int32(height))
    var numbers = Numbers(seed: seed)
    for i in 0..<stride * height { plane.data[i] = mood.sample(&numbers) }
  }

  convenience init(rows: [[UInt8]]) {
    self.init(rows[0].count, rows.count, seed: 1)
    for (y, row) in rows.enumerated() {
      for (x, sample) in row.enumerated() { self[x, y] = sample }
    }
  }

  deinit { memory.deallocate() }

  subscript(x: Int, y: Int) -> UInt8 {
    get { plane.data[y * plane.stride + x] }
    set { plane.data[y * plane.stride + x] = newValue }
  }

  /// Whether the samples are the same; padding does not count.
  func equals(_ other: TestPlane) -> Bool {
    (0..<Int(plane.height)).allSatisfy { y in
      (0..<Int(plane.width)).allSatisfy { self[$0, y] == other[$0, y] }
    }
  }

  var rows: [[UInt8]] {
    (0..<Int(plane.height)).map { y in (0..<Int(plane.width)).map { self[$0, y] } }
  }

  /// Nothing was written above or below the rows.
  var isGuarded: Bool {
    memory[..<plane.stride].allSatisfy { $0 == Self.guardByte }
      && memory[(memory.count - plane.stride)...].allSatisfy { $0 == Self.guardByte }
  }
}
