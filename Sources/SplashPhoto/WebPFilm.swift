internal import CFFmpeg
internal import CWebP
internal import Synchronization

/// The frames of an animated WebP file, by libwebpdemux: complete ones, with the times when they
/// are shown.
// One thread uses it, except for the atomic.
final class WebPFilm: FrameSource {
  let media: MediaDescription
  let isLive = false
  private let name: String
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer
  private let pool = BufferPool()
  private let count: Int
  /// Seconds from which on frames are wanted.
  private let start: Double
  private var (given, time): (Int, Int64) = (0, 0)
  private let isOver = Atomic(false)

  /// - Throws: `SplashError` of kind badInput if the file cannot be read, its frames are larger
  ///   than allowed, or it ends before the requested start.
  init(_ name: String, _ file: [UInt8], options: InputOptions) throws(SplashError) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    _ = bytes.initialize(from: file)
    do throws(SplashError) {
      var features = WebPBitstreamFeatures()
      if WebPGetFeaturesInternal(file, file.count, &features, WEBP_DECODER_ABI_VERSION)
        == VP8_STATUS_OK
      {
        try refuse(Int(features.width), Int(features.height), over: options.maxPixels, name)
      }
      var (data, info) = (WebPData(bytes: bytes.baseAddress, size: file.count), WebPAnimInfo())
      guard let decoder = WebPAnimDecoderNewInternal(&data, nil, WEBP_DEMUX_ABI_VERSION) else {
        throw SplashError(
          .badInput, "\(name): the animation cannot be decoded",
          cause: "libwebp finds no frames in it")
      }
      WebPAnimDecoderGetInfo(decoder, &info)
      (self.name, self.bytes, self.decoder) = (name, bytes, decoder)
      count = Int(info.frame_count)
      start = options.start ?? 0
      let length = Self.length(of: decoder, count)
      guard start == 0 || start < length else {
        WebPAnimDecoderDelete(decoder)
        throw SplashError.behindEnd(name, cause: "it lasts \(length) s")
      }
      var picture = PictureDescription(
        width: Int(info.canvas_width), height: Int(info.canvas_height),
        format: PixelFormat(AV_PIX_FMT_RGBA), timeBase: AVRational(num: 1, den: 1000),
        frameRate: AVRational(num: 25, den: 1))
      picture.matrix = AVCOL_SPC_RGB
      picture.range = AVCOL_RANGE_JPEG
      var media = MediaDescription(name: name, picture: picture)
      media.frameCount = count
      media.duration = length
      media.plays = Int(info.loop_count)
      self.media = media
    } catch {
      bytes.deallocate()
      throw error
    }
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    bytes.deallocate()
  }

  /// The duration of all frames in seconds.
  private static func length(of decoder: OpaquePointer, _ count: Int) -> Double {
    let demuxer = WebPAnimDecoderGetDemuxer(decoder)
    var (picture, sum) = (WebPIterator(), 0)
    for number in 0..<Int32(count) where WebPDemuxGetFrame(demuxer, number + 1, &picture) != 0 {
      sum += Int(picture.duration)
      WebPDemuxReleaseIterator(&picture)
    }
    return Double(sum) / 1000
  }

  var warning: String? {
    given < count && !isOver.load(ordering: .relaxed)
      ? "\(name): the file breaks off after \(given) of \(counted(count, "frame"))" : nil
  }

  func interrupt() { isOver.store(true, ordering: .relaxed) }

  func next(_ clock: StageClock) throws -> Item? {
    if isOver.load(ordering: .relaxed) { return nil }
    var (pixels, end): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    let isRead = clock.measure(.decode) { WebPAnimDecoderGetNext(decoder, &pixels, &end) }
    guard isRead != 0, let pixels else {
      guard given > 0 else {
        throw SplashError(.badInput, "\(name): no frame of the animation can be decoded")
      }
      guard Double(time) / 1000 > start || start == 0 else {
        throw SplashError.behindEnd(name, cause: "the file breaks off")
      }
      return nil
    }
    let frame = pool.picture(
      width: media.picture.width, height: media.picture.height, format: media.picture.format)
    frame.withMutablePlanes { planes in
      for y in 0..<frame.height {
        let row = planes.row(y, ofPlane: 0)
        row.baseAddress?.update(from: pixels + y * row.count, count: row.count)
      }
    }
    // The decoder gives the end time of each frame.
    frame.timestamp = time
    frame.timeBase = media.picture.timeBase
    // The decoder's 32-bit time wraps around.
    let length = Int64(end &- Int32(truncatingIfNeeded: time))
    ff_frame_set_duration(frame.av, length)
    frame.av.pointee.colorspace = AVCOL_SPC_RGB
    frame.av.pointee.color_range = AVCOL_RANGE_JPEG
    (given, time) = (given + 1, time + length)
    return .picture(frame)
  }
}

/// Whether a WebP file is animated.
func isAnimatedWebP(_ file: [UInt8]) -> Bool {
  var features = WebPBitstreamFeatures()
  return WebPGetFeaturesInternal(file, file.count, &features, WEBP_DECODER_ABI_VERSION)
    == VP8_STATUS_OK && features.has_animation != 0
}
