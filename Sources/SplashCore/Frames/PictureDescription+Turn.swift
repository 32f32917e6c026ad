internal import CFFmpeg

extension PictureDescription {
  /// How players turn the frames, by their display matrix.
  package var turn: Turn {
    get {
      guard let data = sideData.first(where: { $0.type == AV_PKT_DATA_DISPLAYMATRIX }) else {
        return .upright
      }
      return Turn(
        displayMatrix: data.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) })
    }
    set {
      sideData.removeAll { $0.type == AV_PKT_DATA_DISPLAYMATRIX }
      guard newValue != .upright else { return }
      sideData.append(
        (AV_PKT_DATA_DISPLAYMATRIX, newValue.displayMatrix.withUnsafeBytes(Array.init)))
    }
  }

  /// The size as players show it, in pixels.
  package var displayedSize: (width: Int, height: Int) { turn.turned(width, height) }

  /// Describes the frames after their pixels have been turned.
  package mutating func bringUpright() {
    let turn = turn
    self.turn = .upright
    if turn.transposes {
      (width, height) = (height, width)
      if sampleAspectRatio.num > 0 { sampleAspectRatio = av_inv_q(sampleAspectRatio) }
      // Fields are columns after the turn, for which there is no field order.
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
