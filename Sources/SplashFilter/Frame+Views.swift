internal import CFFmpeg
internal import CSplashKernels
internal import SplashCore

extension SplashFormat {
  var isPacked: Bool { layout == .yuyv || layout == .uyvy }
}

extension Frame {
  var chromaWidth: Int {
    let shift = format.log2ChromaWidth
    return (width + (1 << shift) - 1) >> shift
  }

  /// A region in chroma samples, at least one of them.
  func area(_ region: WhiteBalanceMode.Region) -> SplashArea {
    func span(_ start: Double, _ length: Double, of size: Int) -> (Int32, Int32) {
      let first = min(Int(start * Double(size)), size - 1)
      return (Int32(first), Int32(min(max(1, Int(length * Double(size))), size - first)))
    }
    let (x, width) = span(region.x, region.width, of: chromaWidth)
    let (y, height) = span(region.y, region.height, of: chromaHeight)
    return SplashArea(x: x, y: y, width: width, height: height)
  }

  /// A picture like this one whose luma and chroma planes are new, from a pool. A packed picture
  /// becomes planar 4:2:2.
  func withNewPlanes(_ format: SplashFormat, from pool: BufferPool) -> Frame {
    let planar = format.isPacked ? PixelFormat(AV_PIX_FMT_YUV422P) : self.format
    var result = pool.picture(width: width, height: height, format: planar)
    result.copyProperties(of: self)
    if planar.hasAlpha { copyRows(ofPlane: 3, into: result, at: (0, 0)) }
    return result
  }

  /// This picture on the left and another of the same size on the right of a new one, as displayed:
  /// stored one above the other, or in the other order, where players turn the picture. Where chroma
  /// is halved each half gets an even size, its last column or row twice if need be.
  ///
  /// - Parameter turns: quarter turns counter-clockwise for display.
  func beside(_ right: borrowing Frame, turns: Int, from pool: BufferPool) -> Frame {
    let isStacked = turns % 2 == 1
    let column = format.log2ChromaWidth == 1 ? (width + 1) & ~1 : width
    let row = format.log2ChromaHeight == 1 ? (height + 1) & ~1 : height
    var result = pool.picture(
      width: isStacked ? width : 2 * column, height: isStacked ? 2 * row : height,
      format: right.format)
    result.copyProperties(of: self)
    let second = isStacked ? (0, row) : (column, 0)
    let (place, rightPlace) = turns < 2 ? ((0, 0), second) : (second, (0, 0))
    for plane in 0..<(right.format.hasAlpha ? 4 : 3) {
      if format.av == AV_PIX_FMT_YUYV422 || format.av == AV_PIX_FMT_UYVY422 {
        copyPackedRows(ofPlane: plane, into: result, at: place)
      } else {
        copyRows(ofPlane: plane, into: result, at: place)
      }
      right.copyRows(ofPlane: plane, into: result, at: rightPlace)
    }
    return result
  }

  /// Copies a plane to a place, in luma samples, of the same plane of a larger picture, repeating the
  /// last sample of a row that ends at an odd luma column, and the last row that ends at an odd one.
  private func copyRows(
    ofPlane plane: Int, into target: borrowing Frame, at place: (column: Int, row: Int)
  ) {
    guard let source = data(ofPlane: plane), let result = target.data(ofPlane: plane) else {
      return
    }
    let isChroma = plane == 1 || plane == 2
    let bytes = format.depth > 8 ? 2 : 1
    let step = bytes * (isChroma && data(ofPlane: 2) == nil ? 2 : 1)
    let count = isChroma ? chromaWidth : width
    let left = isChroma ? place.column >> format.log2ChromaWidth : place.column
    let top = isChroma ? place.row >> format.log2ChromaHeight : place.row
    let isNarrow = !isChroma && width % 2 == 1 && target.width > width && target.width % 2 == 0
    let isShort = !isChroma && height % 2 == 1 && target.height > height && target.height % 2 == 0
    let rows = isChroma ? chromaHeight : height
    for row in 0..<(isShort ? rows + 1 : rows) {
      let from = source.start + min(row, rows - 1) * source.stride
      let to = result.start + (top + row) * result.stride + left * step
      to.update(from: from, count: count * step)
      if isNarrow { (to + count * step).update(from: from + (count - 1) * step, count: step) }
    }
  }

  /// Copies one component of a packed picture to a place, in luma samples, of a plane of a planar one.
  private func copyPackedRows(
    ofPlane plane: Int, into target: borrowing Frame, at place: (column: Int, row: Int)
  ) {
    guard let source = data(ofPlane: 0), let result = target.data(ofPlane: plane) else { return }
    let luma = format.av == AV_PIX_FMT_UYVY422 ? 1 : 0
    let first = [luma, 1 - luma, 3 - luma][plane]
    let step = plane == 0 ? 2 : 4
    let left = plane == 0 ? place.column : place.column / 2
    for row in 0..<height {
      let from = source.start + row * source.stride + first
      let to = result.start + (place.row + row) * result.stride + left
      for x in 0..<(plane == 0 ? 2 * chromaWidth : chromaWidth) { to[x] = from[x * step] }
    }
  }

  private func data(
    ofPlane plane: Int
  ) -> (start: UnsafeMutablePointer<UInt8>, stride: Int)? {
    let frame = av.pointee
    let planes = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    return planes[plane].map { ($0, Int(strides[plane])) }
  }
}
