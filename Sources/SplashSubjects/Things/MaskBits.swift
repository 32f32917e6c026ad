/// A mask as one bit per sample, set if the value is above a half.
struct MaskBits: Sendable {
  let width, height: Int
  private var words: [UInt64]

  init(_ mask: NetworkMask) {
    (width, height) = (mask.width, mask.height)
    words = [UInt64](repeating: 0, count: (mask.values.count + 63) / 64)
    for (index, value) in mask.values.enumerated() where value > 0.5 { set(index) }
  }

  private mutating func set(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of samples that both masks have.
  func common(with other: MaskBits) -> Int {
    var count = 0
    for (one, other) in zip(words, other.words) { count += (one & other).nonzeroBitCount }
    return count
  }

  /// Intersection over union; 0 if both are empty.
  func overlap(with other: MaskBits) -> Float {
    let both = common(with: other)
    return Float(both) / Float(max(1, count + other.count - both))
  }

  mutating func formUnion(_ other: MaskBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func without(_ other: MaskBits) -> MaskBits {
    var result = self
    for index in words.indices { result.words[index] &= ~other.words[index] }
    return result
  }

  private var samples: [Int] {
    var samples: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0 {
        samples.append(64 * index + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return samples
  }

  /// The mask moved; samples that leave the frame are dropped.
  func moved(x: Int, y: Int) -> MaskBits {
    var result = self
    for index in words.indices { result.words[index] = 0 }
    for sample in samples {
      let (column, row) = (sample % width + x, sample / width + y)
      if 0..<width ~= column, 0..<height ~= row { result.set(row * width + column) }
    }
    return result
  }

  /// The mean place of its samples; nil if it is empty.
  var middle: (x: Double, y: Double)? {
    let samples = samples
    guard !samples.isEmpty else { return nil }
    let count = Double(samples.count)
    let x = samples.reduce(0) { $0 + $1 % width }
    let y = samples.reduce(0) { $0 + $1 / width }
    return (Double(x) / count, Double(y) / count)
  }

  /// 1 inside and 0 outside.
  var mask: NetworkMask {
    var values = [Float](repeating: 0, count: width * height)
    for sample in samples { values[sample] = 1 }
    return NetworkMask(width: width, height: height, values: values)
  }
}
