extension Frame {
  /// The frame in the size and format of another kind, placed by its fit.
  ///
  /// - Parameters:
  ///   - own: this frame's turn for display.
  ///   - turn: the others' turn for display.
  func fitted(to kind: PictureKind, from own: Turn, behind turn: Turn) throws -> Frame {
    var frame = Frame(sharing: self)
    for turner in [Turner(own), Turner(turn.inverse)].compactMap(\.self) {
      frame = try turner.apply(to: frame)
    }
    return try frame.fitted(to: kind)
  }

  private consuming func fitted(to kind: PictureKind) throws -> Frame {
    // This frame's aspect ratio divided by the other's.
    let shape = Double(width) * pixelWidth / Double(height)
    let ratio = shape * Double(kind.height) / (Double(kind.width) * kind.pixelWidth)
    func converted(_ frame: borrowing Frame, _ width: Int, _ height: Int) throws -> Frame {
      try Scaler().convert(
        frame, to: kind.format, width: width, height: height, range: kind.coding.range,
        matrix: kind.coding.matrix)
    }
    func part(_ whole: Int, _ share: Double) -> Int {
      min(max(Int((Double(whole) * share).rounded()), 1), whole)
    }
    switch kind.fit {
    case .stretch: return try converted(self, kind.width, kind.height)
    case .cover:
      return try converted(
        cut(width: part(width, 1 / ratio), height: part(height, ratio)), kind.width, kind.height)
    case .contain:
      let small = try converted(
        self, part(kind.width, ratio), part(kind.height, 1 / ratio))
      return try small.onBlack(width: kind.width, height: kind.height, coding: kind.coding)
    }
  }
}
