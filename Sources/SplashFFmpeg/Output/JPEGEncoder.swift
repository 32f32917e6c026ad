internal import CFFmpeg
package import Foundation

/// Encodes pictures as JPEG files in memory: full-range BT.601 4:2:0, as JFIF 1.02 asks.
package final class JPEGEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private let current = Packet()
  private let scaler = Scaler()
  private let maximumWidth: Int
  private let quantizer: Int32

  /// - Parameters:
  ///   - maximumWidth: wider pictures are scaled down to this many pixels; even.
  ///   - quantizer: 2 for the best pictures to 31 for the smallest files.
  package init(maximumWidth: Int, quantizer: Int = 4) {
    precondition(maximumWidth >= 2 && maximumWidth % 2 == 0 && (2...31).contains(quantizer))
    self.maximumWidth = maximumWidth
    self.quantizer = Int32(quantizer)
  }

  deinit { avcodec_free_context(&context) }

  /// A picture as a JPEG file.
  ///
  /// - Parameter turn: the turn for display, stored as Exif orientation.
  package func encode(
    _ frame: borrowing Frame, turn: Turn = .upright, _ clock: StageClock
  ) throws -> Data {
    let width = min(frame.width, maximumWidth)
    let height = max(1, (frame.height * width + frame.width / 2) / frame.width)
    let format = PixelFormat(AV_PIX_FMT_YUV420P)
    let picture = try clock.measure(.convert) {
      try scaler.convert(
        frame, to: format, width: width, height: height, range: .full, matrix: .bt601)
    }
    return try clock.measure(.encode) {
      let (context, packet) = (try context(width: width, height: height), current.av)
      picture.av.pointee.quality = quantizer * FF_QP2LAMBDA
      picture.av.pointee.pict_type = AV_PICTURE_TYPE_NONE
      // The pictures may be unrelated: the encoder only needs increasing times.
      picture.timestamp = count
      count += 1
      try check(avcodec_send_frame(context, picture.av), .failure, "cannot encode JPEG")
      try check(avcodec_receive_packet(context, packet), .failure, "cannot encode JPEG")
      defer { av_packet_unref(packet) }
      let file = Data(bytes: packet.pointee.data, count: Int(packet.pointee.size))
      return JPEGEncoder.insert(orientation: UInt8(turn.orientation), into: file)
    }
  }

  private var count: Int64 = 0

  private func context(width: Int, height: Int) throws -> UnsafeMutablePointer<AVCodecContext> {
    if let context, context.pointee.width == width, context.pointee.height == height {
      return context
    }
    avcodec_free_context(&context)
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
      throw SplashError(.failure, "cannot encode JPEG", cause: "this FFmpeg was built without it")
    }
    guard let fresh = avcodec_alloc_context3(codec) else { fatalError("out of memory") }
    context = fresh
    fresh.pointee.width = Int32(width)
    fresh.pointee.height = Int32(height)
    fresh.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    fresh.pointee.color_range = AVCOL_RANGE_JPEG
    fresh.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    fresh.pointee.time_base = AVRational(num: 1, den: 60)
    fresh.pointee.flags |= AV_CODEC_FLAG_QSCALE
    fresh.pointee.global_quality = quantizer * FF_QP2LAMBDA
    fresh.pointee.thread_count = 1
    try check(avcodec_open2(fresh, codec, nil), .failure, "cannot encode JPEG")
    return fresh
  }

  /// Inserts an Exif segment with nothing but an orientation after the start of the file.
  private static func insert(orientation: UInt8, into file: Data) -> Data {
    guard orientation != 1 else { return file }
    let directory: [UInt8] = [
      0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8,  // big-endian TIFF, first directory at 8
      0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,  // one entry: tag 274, one short
      0, 0, 0, 0,  // no further directory
    ]
    let exif = Array("Exif".utf8) + [0, 0] + directory
    return file.prefix(2) + [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif + file.dropFirst(2)
  }
}
