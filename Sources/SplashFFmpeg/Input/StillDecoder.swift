internal import CFFmpeg

/// Decodes single pictures whose files are single packets.
package enum StillDecoder {
  package enum Kind {
    case png, tiff

    fileprivate var codec: AVCodecID { self == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_TIFF }
  }

  /// The picture of a file in memory, as far as it can be decoded: missing areas are black, or
  /// transparent where there is alpha. Nil where nothing can be decoded.
  package static func picture(of bytes: [UInt8], _ kind: Kind) -> Frame? {
    var packet = av_packet_alloc()
    var context = avcodec_alloc_context3(avcodec_find_decoder(kind.codec))
    defer {
      av_packet_free(&packet)
      avcodec_free_context(&context)
    }
    guard let input = packet, let decoder = context, let size = Int32(exactly: bytes.count),
      av_new_packet(input, size) == 0
    else { return nil }
    bytes.withUnsafeBufferPointer {
      input.pointee.data.update(from: $0.baseAddress!, count: bytes.count)
    }
    // With one thread the picture comes at once.
    decoder.pointee.thread_count = 1
    let frame = Frame()
    guard avcodec_open2(decoder, nil, nil) == 0, avcodec_send_packet(decoder, input) == 0,
      avcodec_send_packet(decoder, nil) == 0, avcodec_receive_frame(decoder, frame.av) == 0
    else { return nil }
    if frame.format.isGrey { frame.av.pointee.color_range = AVCOL_RANGE_JPEG }
    return frame
  }
}
