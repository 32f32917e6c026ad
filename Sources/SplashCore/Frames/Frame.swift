package import CFFmpeg

/// A frame with one owner: libavutil's `AVFrame`, with its reference-counted planes, strides, pixel
/// format, H.273 color tags, presentation time stamp and side data.
///
/// A frame that was passed on cannot be used again; the compiler prevents it. Planes may be shared
/// with a decoder or another frame, so a filter never writes into the frame that it gets: it makes
/// a new one that shares the unchanged planes.
// The compiler cannot verify behind a C pointer that there is one owner and that shared planes are
// only read.
public struct Frame: ~Copyable, @unchecked Sendable {
  package let av: UnsafeMutablePointer<AVFrame>

  /// Where stages add the time they spent on this frame; nil outside of a run.
  package var record: FrameRecord?

  /// When a live frame was captured, in nanoseconds of the monotonic clock, to measure latency. Nil
  /// for files.
  public var captureTime: UInt64?

  /// Identifies the frame, also after filters; nil if its source does not number frames.
  package var number: Int?

  /// Whether it comes before the requested part: filters see it, to build up the state of earlier
  /// frames, but sinks do not.
  package var isPrelude = false

  /// Whether it comes after the requested part, and only filters that look ahead see it.
  package var isSequel = false

  /// Seconds from the beginning of the clip, if that differs from the time stamp.
  package var clipTime: Double?

  /// The center for a crop that follows a selection, as shares of the stored frame's width and
  /// height; nil if there is none.
  package var focus: (x: Double, y: Double)?

  /// The number that `HeldLook.offer` gave the frame; nil if frames are not held.
  package var lookNumber: Int?

  /// An empty frame, without planes.
  package init() {
    guard let frame = av_frame_alloc() else { fatalError("out of memory") }
    av = frame
  }

  /// A new frame that shares all planes and properties of another.
  package init(sharing other: borrowing Frame) {
    self.init()
    guard av_frame_ref(av, other.av) >= 0 else { fatalError("out of memory") }
    copyState(of: other)
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = av
    av_frame_free(&frame)
  }

  /// Frame width in luma samples.
  public var width: Int { Int(av.pointee.width) }
  /// Frame height in luma samples.
  public var height: Int { Int(av.pointee.height) }
  /// FFmpeg's name of the pixel format: "yuv420p", "nv12".
  public var pixelFormatName: String { format.name }

  package var format: PixelFormat {
    get { PixelFormat(rawValue: av.pointee.format) }
    nonmutating set { av.pointee.format = newValue.rawValue }
  }

  /// Presentation time stamp in units of the time base; nil if the stream has none.
  package var timestamp: Int64? {
    get { av.pointee.pts == ff_no_timestamp ? nil : av.pointee.pts }
    nonmutating set { av.pointee.pts = newValue ?? ff_no_timestamp }
  }

  package var timeBase: AVRational {
    get { av.pointee.time_base }
    nonmutating set { av.pointee.time_base = newValue }
  }

  /// Width of a pixel relative to its height; 1 if unknown.
  package var pixelWidth: Double {
    let ratio = av.pointee.sample_aspect_ratio
    return ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1
  }

  /// Presentation time in seconds; nil if the stream has none.
  public var presentationTime: Double? {
    timestamp.map { Double($0) * av_q2d(timeBase) }
  }

  /// Copies time stamps, color tags, side data and the run's properties from another frame, but not
  /// its planes.
  package mutating func copyProperties(of other: borrowing Frame) {
    guard av_frame_copy_props(av, other.av) >= 0 else { fatalError("out of memory") }
    copyState(of: other)
  }

  /// Copies the run's properties from another frame.
  private mutating func copyState(of other: borrowing Frame) {
    record = other.record
    (captureTime, number) = (other.captureTime, other.number)
    (isPrelude, isSequel) = (other.isPrelude, other.isSequel)
    clipTime = other.clipTime
    focus = other.focus
    lookNumber = other.lookNumber
  }

  /// Bytes of memory that hold its planes.
  package var bytes: Int {
    let buffers = av.pointee.buf
    return [
      buffers.0, buffers.1, buffers.2, buffers.3, buffers.4, buffers.5, buffers.6, buffers.7,
    ].reduce(0) { $0 + ($1.map { Int($0.pointee.size) } ?? 0) }
  }
}
