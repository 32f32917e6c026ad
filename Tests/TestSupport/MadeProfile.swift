public import Foundation

/// Color profiles of displays, with three primaries and one curve (ICC.1:2010, section 8.3).
public struct MadeProfile: Sendable {
  private enum Curve { case gamma(Double), sRGB, table }

  public let name: String
  /// X, Y and Z of red, green and blue under D50.
  private let primaries: [[Double]]
  private let curve: Curve

  /// SMPTE EG 432-1 under D65, as Apple's profile has it.
  public static let displayP3 = MadeProfile(
    name: "P3 for tests",
    primaries: [
      [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ], curve: .sRGB)

  /// ISO 22028-2.
  public static let proPhoto = MadeProfile(
    name: "ROMM for tests",
    primaries: [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491]],
    curve: .gamma(1.8))

  /// Adobe RGB (1998), 4.3.
  public static let adobeRGB = MadeProfile(
    name: "1998 for tests",
    primaries: [
      [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
    ], curve: .gamma(2.19921875))

  /// The same as P3, with a curve of gamma 2 in a table.
  public static let table = MadeProfile(
    name: "table for tests", primaries: displayP3.primaries, curve: .table)

  public var isTable: Bool { if case .table = curve { true } else { false } }

  /// IEC 61966-2-1.
  public static let sRGB = MadeProfile(
    name: "sRGB for tests",
    primaries: [
      [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ], curve: .sRGB)

  /// The file.
  public var bytes: Data {
    let points = primaries.map { xyz($0) }
    let tags =
      [("desc", description), ("wtpt", xyz([0.9642, 1, 0.8249]))]
      + Array(zip(["rXYZ", "gXYZ", "bXYZ"], points))
      + ["rTRC", "gTRC", "bTRC"].map { ($0, curveData) }
    var (table, data) = (Data(), Data())
    let start = 128 + 4 + 12 * tags.count
    for (name, tag) in tags {
      table += Data(name.utf8) + number(start + data.count) + number(tag.count)
      data += tag + Data(count: (4 - tag.count % 4) % 4)
    }
    table = number(tags.count) + table
    var header = number(128 + table.count + data.count) + Data(count: 4) + number(0x0240_0000)
    header += Data("mntrRGB XYZ ".utf8) + Data(count: 12) + Data("acsp".utf8) + Data(count: 28)
    header += [0.9642, 1, 0.8249].map(fixed).joined()
    return header + Data(count: 128 - header.count) + table + data
  }

  private var description: Data {
    let text = Data(name.utf8) + [0]
    return Data("desc".utf8) + Data(count: 4) + number(text.count) + text + Data(count: 78)
  }

  private var curveData: Data {
    switch curve {
    case .gamma(let power):
      let code = Int((power * 256).rounded())
      return Data("curv".utf8) + Data(count: 4) + number(1) + [UInt8(code >> 8), UInt8(code & 255)]
    case .table:
      let codes = (0...255).map { Int((pow(Double($0) / 255, 2) * 65535).rounded()) }
      return Data("curv".utf8) + Data(count: 4) + number(256)
        + codes.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .sRGB:
      let numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return Data("para".utf8) + Data(count: 4) + [0, 3, 0, 0] + numbers.map(fixed).joined()
    }
  }

  private func xyz(_ values: [Double]) -> Data {
    Data("XYZ ".utf8) + Data(count: 4) + values.map(fixed).joined()
  }

  private func fixed(_ value: Double) -> Data { number(Int((value * 65536).rounded())) }

  private func number(_ value: Int) -> Data {
    withUnsafeBytes(of: Int32(truncatingIfNeeded: value).bigEndian) { Data($0) }
  }
}
