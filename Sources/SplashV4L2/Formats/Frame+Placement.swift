internal import CFFmpeg

extension Frame {
  /// Points the planes of a frame, whose format and size are set, to memory in a driver's layout.
  ///
  /// Either all planes share one piece of memory without a gap, with chroma rows shorter than luma
  /// rows by the format's subsampling, or each plane has a piece of its own (yuv-formats.rst in the
  /// kernel's userspace-api/media/v4l).
  ///
  /// - Parameters:
  ///   - strides: bytes from row to row in each piece; 0 for rows without a gap.
  ///   - swapped: whether Cr comes before Cb.
  /// - Returns: how many bytes of the last piece the frame takes; nil when it does not fit.
  func place(
    in pieces: [UnsafeMutableRawBufferPointer], strides: [Int], swapped: Bool = false
  ) -> Int? {
    let planes = Int(av_pix_fmt_count_planes(format.av))
    let isTogether = pieces.count == 1
    guard isTogether || pieces.count >= planes else { return nil }
    var offset = 0
    for plane in 0..<planes {
      let piece = pieces[isTogether ? 0 : plane]
      let rowBytes = Int(av_image_get_linesize(format.av, av.pointee.width, Int32(plane)))
      var stride = strides[isTogether ? 0 : plane]
      if isTogether && plane > 0 && planes == 3 { stride >>= format.log2ChromaWidth }
      stride = max(stride, rowBytes)
      let shift = plane == 0 ? 0 : format.log2ChromaHeight
      let rows = (height + (1 << shift) - 1) >> shift
      if !isTogether { offset = 0 }
      guard offset + stride * (rows - 1) + rowBytes <= piece.count else { return nil }
      let position = swapped && plane > 0 ? 3 - plane : plane
      let address = piece.baseAddress! + offset
      withUnsafeMutablePointer(to: &av.pointee.data.0) {
        $0[position] = address.assumingMemoryBound(to: UInt8.self)
      }
      withUnsafeMutablePointer(to: &av.pointee.linesize.0) { $0[position] = Int32(stride) }
      offset += stride * rows
    }
    return offset
  }
}
