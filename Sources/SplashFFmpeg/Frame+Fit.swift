internal import CFFmpeg

extension Frame {
  /// The center of the frame.
  ///
  /// - Parameters: at most the frame's width and height.
  package consuming func cut(width: Int, height: Int) throws -> Frame {
    // Chroma samples begin at even columns and rows.
    let (left, top) = ((self.width - width) / 2 & ~1, (self.height - height) / 2 & ~1)
    av.pointee.crop_left = left
    av.pointee.crop_top = top
    av.pointee.crop_right = self.width - width - left
    av.pointee.crop_bottom = self.height - height - top
    try check(
      av_frame_apply_cropping(av, Int32(AV_FRAME_CROP_UNALIGNED)), .failure,
      "cannot cut a frame")
    return self
  }

  /// The frame centered on black.
  ///
  /// - Parameters:
  ///   - width, height: at least the frame's.
  ///   - coding: color coding of the frame and of the result.
  package func onBlack(width: Int, height: Int, coding: ColorCoding) throws -> Frame {
    let place = (
      column: (width - self.width) / 2 & ~1, row: (height - self.height) / 2 & ~1
    )
    return try Frame(width: width, height: height, pixelFormat: format.name, coding: coding) {
      target in
      target.fillWithBlack(coding.range)
      _ = withPlanes { source in
        for plane in 0..<source.format.planeCount {
          target.copy(plane: plane, of: source, to: place)
        }
      }
    }
  }
}

extension MutablePlaneView {
  fileprivate func fillWithBlack(_ range: ColorRange) {
    let format = view.format
    for plane in 0..<format.planeCount {
      let index = format.components.firstIndex { $0.plane == plane }!
      let unit = 1 << (format.depth - 8)
      let code =
        index == 0
        ? (range == .full ? 0 : 16 * unit) : index == 3 ? (1 << format.depth) - 1 : 128 * unit
      for y in 0..<view.size(ofPlane: plane).rows {
        let row = row(y, ofPlane: plane)
        if format.depth == 8 {
          row.update(repeating: UInt8(code))
        } else {
          let word = UInt16(code << format.components[index].shift)
          row.withMemoryRebound(to: UInt16.self) { $0.update(repeating: word) }
        }
      }
    }
  }
}
