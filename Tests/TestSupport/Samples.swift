/// The mean absolute difference of two frames' samples, in codes. Samples after the end of the
/// shorter one do not count.
public func meanDistance(_ one: [UInt8], _ other: [UInt8]) -> Double {
  Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(one.count)
}

/// The mean of the squared differences of two lists of the same length.
public func meanSquareError(_ samples: [UInt8], _ others: [UInt8]) -> Double {
  var sum = 0
  for (one, other) in zip(samples, others) {
    let gap = Int(one) - Int(other)
    sum += gap * gap
  }
  return Double(sum) / Double(samples.count)
}
