import Foundation

extension Oracle {
  /// The display of a stream on a BT.709 screen, from the formulas of BT.2100 and BT.2408 and the
  /// chromaticities of H.273.
  public struct Display: Sendable {
    public enum Transfer: Sendable { case gamma, pq, hlg, sRGB, gamma22, gamma18, linear }

    public static let bt709 = [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]
    public static let displayP3 = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
    public static let bt2020 = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]

    public let transfer: Transfer
    /// Rows of the matrix from the stream's light to that of BT.709, and of the way back.
    public let matrix: [[Double]]
    public let inverse: [[Double]]

    public init(_ transfer: Transfer, _ primaries: [(Double, Double)]) {
      self.transfer = transfer
      let (there, back) = (Self.toXYZ(primaries), Self.toXYZ(Self.bt709))
      matrix = Self.product(Self.inverted(back), there)
      inverse = Self.product(Self.inverted(there), back)
    }

    public func displayed(
      _ color: (red: Double, green: Double, blue: Double)
    ) -> (red: Double, green: Double, blue: Double) {
      let light = [light(color.red), light(color.green), light(color.blue)]
      let shown = matrix.map { row in
        let light = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }
        return isOfProfile ? Self.sRGB(light) : pow(max(light, 0), 1 / 2.4)
      }
      return (shown[0], shown[1], shown[2])
    }

    private var isOfProfile: Bool { ![.gamma, .pq, .hlg].contains(transfer) }

    /// IEC 61966-2-1, for what an sRGB display can show.
    private static func sRGB(_ light: Double) -> Double {
      let light = min(max(light, 0), 1)
      return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// R'G'B' of the stream that is displayed as a given color.
    public func stored(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
      let light = [red, green, blue].map { pow($0, 2.4) }
      return inverse.map { row in signal(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }) }
    }

    /// R', G' or B' of a grey as displayed.
    public func seen(_ signal: Double) -> Double { pow(light(signal), 1 / 2.4) }

    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

    /// Light in shares of the reference white: 203 cd/m² in PQ, 75 % of the signal in HLG.
    private func light(_ signal: Double) -> Double {
      switch transfer {
      case .gamma: return pow(signal, 2.4)
      case .pq:
        let power = pow(signal, 1 / Self.m2)
        return pow(max(power - Self.c1, 0) / (Self.c2 - Self.c3 * power), 1 / Self.m1) * 10000 / 203
      case .hlg: return Self.scene(signal) / Self.scene(0.75)
      case .sRGB: return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
      case .gamma22: return pow(signal, 2.2)
      case .gamma18: return pow(signal, 1.8)
      case .linear: return signal
      }
    }

    private static func scene(_ signal: Double) -> Double {
      signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
    }

    private func signal(_ light: Double) -> Double {
      switch transfer {
      case .gamma: return pow(light, 1 / 2.4)
      case .pq:
        let power = pow(light * 203 / 10000, Self.m1)
        return pow((Self.c1 + Self.c2 * power) / (1 + Self.c3 * power), Self.m2)
      case .hlg:
        let scene = light * Self.scene(0.75)
        return scene <= 1.0 / 12
          ? (3 * scene).squareRoot() : Self.a * log(12 * scene - Self.b) + Self.c
      case .sRGB, .gamma22, .gamma18, .linear: preconditionFailure("nobody asks for it")
      }
    }

    /// Columns of X, Y and Z whose sum is the white D65 with Y = 1 (SMPTE RP 177).
    private static func toXYZ(_ primaries: [(Double, Double)]) -> [[Double]] {
      func column(_ x: Double, _ y: Double) -> [Double] { [x / y, 1, (1 - x - y) / y] }
      let columns = primaries.map { column($0.0, $0.1) }
      let rows = (0..<3).map { row in columns.map { $0[row] } }
      let white = column(0.3127, 0.3290)
      let scale = inverted(rows).map { row in zip(row, white).reduce(0) { $0 + $1.0 * $1.1 } }
      return rows.map { row in zip(row, scale).map { $0 * $1 } }
    }

    private static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      a.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * b[$1][column] } } }
    }

    private static func inverted(_ m: [[Double]]) -> [[Double]] {
      func minor(_ row: Int, _ column: Int) -> Double {
        let (r, s, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
        return m[r][c] * m[s][d] - m[r][d] * m[s][c]
      }
      let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
      return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
    }
  }
}
