internal import CFFmpeg

extension Frame {
  /// A frame like this one with new luma and chroma planes from a pool. A packed format becomes
  /// planar 4:2:2.
  func withNewPlanes(from pool: BufferPool) -> Frame {
    var result = pool.picture(width: width, height: height, format: format.planar)
    result.copyProperties(of: self)
    if format.hasAlpha {
      withPlanes { source in result.withMutablePlanes { $0.copy(plane: 3, of: source) } }
    }
    return result
  }

  /// A frame like this one with new chroma planes from a pool; it shares the other planes with this
  /// frame. A packed format becomes planar 4:2:2 with new luma too.
  func withNewChroma(from pool: BufferPool) -> Frame {
    if format.planar != format { return withNewPlanes(from: pool) }
    var result = Frame()
    result.copyProperties(of: self)
    let target = result.av
    target.pointee.format = av.pointee.format
    target.pointee.width = av.pointee.width
    target.pointee.height = av.pointee.height
    target.pointee.buf.0 = sharedBuffer(ofPlane: 0)
    target.pointee.data.0 = av.pointee.data.0
    target.pointee.linesize.0 = av.pointee.linesize.0

    let isPlanar = format.samples?.packing == .planar
    let (bytes, rows) = withPlanes { $0.size(ofPlane: 1) }!
    let stride = (bytes + 63) & ~63
    let chroma = pool.buffer(size: stride * rows * (isPlanar ? 2 : 1))
    target.pointee.buf.1 = chroma
    target.pointee.data.1 = chroma.pointee.data
    target.pointee.linesize.1 = Int32(stride)
    if isPlanar {
      target.pointee.data.2 = chroma.pointee.data + stride * rows
      target.pointee.linesize.2 = Int32(stride)
    }
    if format.hasAlpha {
      target.pointee.buf.2 = sharedBuffer(ofPlane: 3)
      target.pointee.data.3 = av.pointee.data.3
      target.pointee.linesize.3 = av.pointee.linesize.3
    }
    return result
  }

  private func sharedBuffer(ofPlane plane: Int32) -> UnsafeMutablePointer<AVBufferRef> {
    guard let buffer = av_frame_get_plane_buffer(av, plane), let shared = av_buffer_ref(buffer)
    else { preconditionFailure("plane \(plane) belongs to no buffer") }
    return shared
  }

  /// Whether the frame has color in a format that `colors` can read.
  package var hasReadableColor: Bool { withPlanes { $0.hasReadableColor } ?? false }

  /// The colors of about `limit` chroma samples, evenly spread over a part of the frame as stored;
  /// nil for a frame without color and for one that has to be converted first.
  package func colors(in spot: Spot, limit: Int = 40_000) -> [RGB]? {
    guard hasReadableColor else { return nil }
    return withPlanes { $0.colors(in: spot, limit: limit) }
  }

  /// What the light of other frames is compared with: the colors of this one after a balance; nil
  /// as above, and for a frame that is black or clipped all over.
  package func lightAnchor(balancedBy gains: Gains) -> LightAnchor? {
    guard hasReadableColor else { return nil }
    return withPlanes { LightAnchor(of: $0, balancedBy: gains) } ?? nil
  }
}
