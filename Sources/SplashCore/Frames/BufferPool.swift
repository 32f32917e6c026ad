package import CFFmpeg

/// Buffers of one size that are reused, so that a running pipeline allocates none.
package final class BufferPool {
  private var pool: OpaquePointer?
  private var size = 0

  package init() {}

  deinit { av_buffer_pool_uninit(&pool) }

  /// A buffer of at least `size` bytes and 64 more to read past its end.
  ///
  /// A change of size starts a new pool; old buffers stay valid.
  package func buffer(size: Int) -> UnsafeMutablePointer<AVBufferRef> {
    if size != self.size {
      av_buffer_pool_uninit(&pool)
      pool = av_buffer_pool_init(size + 64, nil)
      self.size = size
    }
    guard let buffer = av_buffer_pool_get(pool) else { fatalError("out of memory") }
    return buffer
  }

  /// A frame with planes of its own, rows aligned to 64 bytes, contents undefined.
  package func picture(width: Int, height: Int, format: PixelFormat) -> Frame {
    let frame = Frame()
    frame.format = format
    frame.av.pointee.width = Int32(width)
    frame.av.pointee.height = Int32(height)
    var strides: (Int, Int, Int, Int) = (0, 0, 0, 0)
    let aligned = (width + 63) & ~63
    guard
      withUnsafeMutablePointer(
        to: &frame.av.pointee.linesize,
        {
          $0.withMemoryRebound(to: Int32.self, capacity: 8) {
            av_image_fill_linesizes($0, format.av, Int32(aligned))
          }
        }) >= 0
    else { preconditionFailure("no planes in \(format.name)") }
    let lines = frame.av.pointee.linesize
    strides = (Int(lines.0), Int(lines.1), Int(lines.2), Int(lines.3))
    let chromaRows = (height + (1 << format.log2ChromaHeight) - 1) >> format.log2ChromaHeight
    let planes = [
      strides.0 * height, strides.1 * chromaRows, strides.2 * chromaRows, strides.3 * height,
    ]
    let buffer = buffer(size: planes.reduce(0, +))
    frame.av.pointee.buf.0 = buffer
    var next = buffer.pointee.data!
    let data = planes.map { size -> UnsafeMutablePointer<UInt8>? in
      defer { next += size }
      return size > 0 ? next : nil
    }
    frame.av.pointee.data.0 = data[0]
    frame.av.pointee.data.1 = data[1]
    frame.av.pointee.data.2 = data[2]
    frame.av.pointee.data.3 = data[3]
    return frame
  }
}
