internal import CFFmpeg

extension Frame {
  /// A copy of a frame in memory of its own. A decoder's frames share a buffer that is kept as long
  /// as any of them. Frames in device memory are shared instead.
  package init(copying other: borrowing Frame) {
    self.init()
    av.pointee.format = other.av.pointee.format
    av.pointee.width = other.av.pointee.width
    av.pointee.height = other.av.pointee.height
    guard av_frame_get_buffer(av, 0) >= 0, av_frame_copy(av, other.av) >= 0 else {
      self.init(sharing: other)
      return
    }
    copyProperties(of: other)
  }
}
