internal import CFFmpeg
internal import CSplashKernels
internal import SplashCore

extension Frame {
  var chromaHeight: Int {
    let shift = format.log2ChromaHeight
    return (height + (1 << shift) - 1) >> shift
  }

  /// A picture like this one whose chroma planes are new, from a pool, and whose other planes are
  /// this one's, by reference. A packed picture becomes planar 4:2:2, luma and all.
  func withNewChroma(_ format: SplashFormat, from pool: BufferPool) -> Frame {
    if format.layout == .yuyv || format.layout == .uyvy {
      var result = pool.picture(
        width: width, height: height, format: PixelFormat(AV_PIX_FMT_YUV422P))
      result.copyProperties(of: self)
      return result
    }
    var result = Frame()
    result.copyProperties(of: self)
    let target = result.av
    target.pointee.format = av.pointee.format
    target.pointee.width = av.pointee.width
    target.pointee.height = av.pointee.height
    target.pointee.buf.0 = sharedBuffer(ofPlane: 0)
    target.pointee.data.0 = av.pointee.data.0
    target.pointee.linesize.0 = av.pointee.linesize.0

    let isPlanar = format.layout == .planar
    let columns = (width + (1 << self.format.log2ChromaWidth) - 1) >> self.format.log2ChromaWidth
    let bytes = columns * (format.depth > 8 ? 2 : 1) * (isPlanar ? 1 : 2)
    let stride = (bytes + 63) & ~63
    let chroma = pool.buffer(size: stride * chromaHeight * (isPlanar ? 2 : 1))
    target.pointee.buf.1 = chroma
    target.pointee.data.1 = chroma.pointee.data
    target.pointee.linesize.1 = Int32(stride)
    if isPlanar {
      target.pointee.data.2 = chroma.pointee.data + stride * chromaHeight
      target.pointee.linesize.2 = Int32(stride)
    }
    if self.format.hasAlpha {
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
}

extension SplashPicture {
  /// The planes of a picture, to be read.
  init(_ source: borrowing Frame, _ format: SplashFormat) {
    let from = source.av.pointee
    self.init()
    self.format = format
    width = from.width
    height = from.height
    luma = UnsafePointer(from.data.0)
    luma_stride = Int(from.linesize.0)
    cb = UnsafePointer(from.data.1)
    cb_stride = Int(from.linesize.1)
    cr = UnsafePointer(from.data.2)
    cr_stride = Int(from.linesize.2)
  }

  /// The planes of a picture and of one that `withNewChroma` or `withNewPlanes` made for it.
  init(_ source: borrowing Frame, _ format: SplashFormat, into target: borrowing Frame) {
    self.init(source, format)
    let to = target.av.pointee
    out_luma = to.data.0
    out_luma_stride = Int(to.linesize.0)
    out_cb = to.data.1
    out_cb_stride = Int(to.linesize.1)
    out_cr = to.data.2
    out_cr_stride = Int(to.linesize.2)
    unpack = format.isPacked
  }
}
