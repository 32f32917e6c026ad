internal import CFFmpeg

extension Frame {
  /// A new frame with samples of its own, which keeps none of the memory that another one lies in: a
  /// decoder's pictures share a store that is there as long as one of them. What lies in a device is
  /// shared.
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
