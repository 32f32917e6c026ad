package import CFFmpeg

/// A picture with one owner: libavutil's `AVFrame`, with its reference-counted planes, strides,
/// pixel format, H.273 color tags, presentation time stamp and side data.
///
/// A frame that was given away cannot be used again; that does not compile. Planes may be shared
/// with a decoder or with another frame, so a filter never writes into the frame it was given: it
/// makes a new one that refers to the planes it leaves alone.
// The compiler cannot see behind a C pointer that it has one owner and that shared planes are only
// read.
public struct Frame: ~Copyable, @unchecked Sendable {
  package let av: UnsafeMutablePointer<AVFrame>

  /// Where the stages leave the time they spent on this picture; nil outside a run.
  package var record: FrameRecord?

  /// When the picture was captured, in nanoseconds of the monotonic clock, for live pictures: their
  /// latency counts from then. Nil for files.
  public var captureTime: UInt64?

  /// What a picture is known by to whoever meets it again behind filters; nil where its source counts
  /// none.
  package var number: Int?

  /// Filters see the picture and no sink does: it comes before what was asked for, so that what
  /// filters remember of the past is as it should be.
  package var isPrelude = false

  /// It comes after what was asked for, and is seen by those alone who look ahead.
  package var isSequel = false

  /// Seconds from the beginning of the clip, where the time stamp is another one.
  package var clipTime: Double?

  /// The place that a part that is cut out follows, as shares of the width and height of the stored
  /// picture; nil where nothing is followed.
  package var focus: (x: Double, y: Double)?

  /// Counts the pictures that networks were offered when they came; nil where none is before its turn.
  package var lookNumber: Int?

  /// An empty frame, without planes.
  package init() {
    guard let frame = av_frame_alloc() else { fatalError("out of memory") }
    av = frame
  }

  /// A new frame that shares every plane and property of another.
  package init(sharing other: borrowing Frame) {
    guard let frame = av_frame_clone(other.av) else { fatalError("out of memory") }
    av = frame
    record = other.record
    (captureTime, number) = (other.captureTime, other.number)
    (isPrelude, isSequel) = (other.isPrelude, other.isSequel)
    clipTime = other.clipTime
    focus = other.focus
    lookNumber = other.lookNumber
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = av
    av_frame_free(&frame)
  }

  /// Picture width in luma samples.
  public var width: Int { Int(av.pointee.width) }
  /// Picture height in luma samples.
  public var height: Int { Int(av.pointee.height) }
  /// FFmpeg's name of the pixel format: "yuv420p", "nv12".
  public var pixelFormatName: String { format.name }

  package var format: PixelFormat {
    get { PixelFormat(rawValue: av.pointee.format) }
    nonmutating set { av.pointee.format = newValue.rawValue }
  }

  /// Presentation time stamp in units of the time base; nil where the stream gave none.
  package var timestamp: Int64? {
    get { av.pointee.pts == ff_no_timestamp ? nil : av.pointee.pts }
    nonmutating set { av.pointee.pts = newValue ?? ff_no_timestamp }
  }

  package var timeBase: AVRational {
    get { av.pointee.time_base }
    nonmutating set { av.pointee.time_base = newValue }
  }

  /// How wide a pixel is, for one that is as high as 1; 1 where nobody says.
  package var pixelWidth: Double {
    let ratio = av.pointee.sample_aspect_ratio
    return ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1
  }

  /// Presentation time in seconds; nil where the stream gave none.
  public var presentationTime: Double? {
    timestamp.map { Double($0) * av_q2d(timeBase) }
  }

  /// Takes time stamps, color tags, side data and what the run knows of it from another frame, not
  /// its planes.
  package mutating func copyProperties(of other: borrowing Frame) {
    guard av_frame_copy_props(av, other.av) >= 0 else { fatalError("out of memory") }
    record = other.record
    (captureTime, number) = (other.captureTime, other.number)
    (isPrelude, isSequel) = (other.isPrelude, other.isSequel)
    clipTime = other.clipTime
    focus = other.focus
    lookNumber = other.lookNumber
  }

  /// Bytes of memory that its planes are in.
  package var bytes: Int {
    let buffers = av.pointee.buf
    return [
      buffers.0, buffers.1, buffers.2, buffers.3, buffers.4, buffers.5, buffers.6, buffers.7,
    ].reduce(0) { $0 + ($1.map { Int($0.pointee.size) } ?? 0) }
  }
}
