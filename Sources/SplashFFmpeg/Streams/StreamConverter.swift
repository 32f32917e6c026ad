internal import CFFmpeg

/// Converts the packets of a stream to another codec, at the same times.
protocol StreamConverter: AnyObject {
  /// The stream as it is stored.
  var result: CopiedStream { get }

  /// Makes the result begin at a time, in seconds, by silence or by dropping earlier samples.
  func begin(at time: Double)

  /// Converts a packet of the source; nil at the end.
  ///
  /// - Parameter emit: called for each packet that is ready, in units of the result's time base.
  func convert(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError)
}

extension StreamConverter {
  func begin(at time: Double) {}
}

extension CopiedStream {
  /// This stream with an encoder's parameters.
  func encoded(by encoder: UnsafePointer<AVCodecContext>) -> CopiedStream {
    CopiedStream(
      index: index, encoder: encoder, disposition: disposition, metadata: metadata,
      sideData: sideData)
  }

  /// A stream from an encoder's parameters.
  convenience init(
    index: Int, encoder: UnsafePointer<AVCodecContext>, disposition: Int32, metadata: Tags,
    sideData: [(type: AVPacketSideDataType, bytes: [UInt8])]
  ) {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    guard let parameters, avcodec_parameters_from_context(parameters, encoder) >= 0 else {
      fatalError("out of memory")
    }
    self.init(
      index: index, parameters: parameters, timeBase: encoder.pointee.time_base,
      disposition: disposition, metadata: metadata.filter { $0.key != "encoder" },
      sideData: sideData)
  }
}

/// A decoder for a stream; nil where this FFmpeg has none or it refuses the stream.
func openDecoder(for stream: CopiedStream) -> UnsafeMutablePointer<AVCodecContext>? {
  guard let codec = avcodec_find_decoder(stream.parameters.pointee.codec_id),
    let context = avcodec_alloc_context3(codec)
  else { return nil }
  context.pointee.pkt_timebase = stream.timeBase
  if avcodec_parameters_to_context(context, stream.parameters) >= 0,
    avcodec_open2(context, codec, nil) >= 0
  {
    return context
  }
  var failed: UnsafeMutablePointer<AVCodecContext>? = context
  avcodec_free_context(&failed)
  return nil
}
