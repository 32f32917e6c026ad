internal import CFFmpeg

/// How stored pictures have to be turned and mirrored for display, to the nearest quarter turn.
///
/// The picture is transposed first, where it is, and then flipped.
package struct Turn: Equatable, Sendable {
  /// Whether rows become columns.
  package var transposes: Bool
  /// Whether the result's left and right change places.
  package var flipsColumns: Bool
  /// Whether the result's top and bottom change places.
  package var flipsRows: Bool

  /// What a display matrix asks for; nil where pictures are displayed as they are stored.
  ///
  /// - Parameter matrix: nine numbers as libavutil's display.h lays them out: a stored place (p, q)
  ///   is shown at (p·m₀ + q·m₃, p·m₁ + q·m₄), and what becomes negative is moved back.
  package init?(displayMatrix matrix: [Int32]) {
    guard matrix.count >= 9 else { return nil }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    transposes =
      UInt64(b.magnitude) + UInt64(c.magnitude) > UInt64(a.magnitude) + UInt64(d.magnitude)
    flipsColumns = (transposes ? c : a) < 0
    flipsRows = (transposes ? b : d) < 0
    if !transposes, !flipsColumns, !flipsRows { return nil }
  }
}

extension Turn {
  private init(transposes: Bool, flipsColumns: Bool, flipsRows: Bool) {
    (self.transposes, self.flipsColumns, self.flipsRows) = (transposes, flipsColumns, flipsRows)
  }

  /// From pictures as they are displayed to stored ones.
  package var inverse: Turn {
    transposes
      ? Turn(transposes: true, flipsColumns: flipsRows, flipsRows: flipsColumns) : self
  }
}

extension Turn? {
  /// The size that pictures stored in a size are displayed in.
  package func displayed(width: Int, height: Int) -> (width: Int, height: Int) {
    self?.transposes == true ? (height, width) : (width, height)
  }
}

extension PictureDescription {
  /// Pixels as players show them.
  package var displayedSize: (width: Int, height: Int) {
    turn.displayed(width: width, height: height)
  }

  /// What players do to the pictures; nil for nothing.
  package var turn: Turn? {
    guard let data = sideData.first(where: { $0.type == AV_PKT_DATA_DISPLAYMATRIX }) else {
      return nil
    }
    return Turn(displayMatrix: data.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) })
  }

  /// Describes the pictures after their turn has been made in the pixels.
  package mutating func bringUpright() {
    guard let turn else { return }
    sideData.removeAll { $0.type == AV_PKT_DATA_DISPLAYMATRIX }
    if turn.transposes {
      (width, height) = (height, width)
      if sampleAspectRatio.num > 0 { sampleAspectRatio = av_inv_q(sampleAspectRatio) }
      // Fields lie in columns now, for which there is no name.
      if isInterlaced { fieldOrder = AV_FIELD_PROGRESSIVE }
    } else if turn.flipsRows, height % 2 == 0 {
      switch fieldOrder {
      case AV_FIELD_TT: fieldOrder = AV_FIELD_BB
      case AV_FIELD_BB: fieldOrder = AV_FIELD_TT
      case AV_FIELD_TB: fieldOrder = AV_FIELD_BT
      case AV_FIELD_BT: fieldOrder = AV_FIELD_TB
      default: break
      }
    }
  }
}
