/// A number of bytes as people write it.
package enum ByteCount {
  /// Reads a number of bytes: "500000", "500k", "8M", "1.5G" by powers of 1000, "8Mi" by powers of
  /// 1024, each with or without a B at the end.
  ///
  /// - Returns: nil if the text is not of this form, or the number is less than 1 or more than 2⁵⁰.
  package static func read(_ text: String) -> Int? {
    guard let parts = text.wholeMatch(of: /(\d{1,15}(?:\.\d{1,9})?)([kKMG]?)(i?)B?/),
      let number = Double(parts.1)
    else { return nil }
    guard parts.3.isEmpty || !parts.2.isEmpty else { return nil }
    let unit = parts.3.isEmpty ? 1000.0 : 1024
    let power = ["": 0, "k": 1, "K": 1, "M": 2, "G": 3][String(parts.2)] ?? 0
    let bytes = (0..<power).reduce(number) { sum, _ in sum * unit }
    guard (1...0x1p50).contains(bytes) else { return nil }
    return Int(bytes)
  }

  /// The number in three figures, by powers of 1000: "7.91 MB".
  package static func text(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (number, unit) = (Double(bytes), 0)
    while number >= 999.5, unit < units.count - 1 { (number, unit) = (number / 1000, unit + 1) }
    let places = unit == 0 || number >= 99.95 ? 1.0 : number >= 9.995 ? 10 : 100
    let rounded = (number * places).rounded() / places
    return (rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)") + " \(units[unit])"
  }
}
