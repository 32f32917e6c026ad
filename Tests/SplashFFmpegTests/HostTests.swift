import CFFmpeg
import Glibc
import SplashFFmpeg
import TestSupport

/// A program that uses FFmpeg itself, beside splash.
struct HostTests {
  /// FFmpeg has one log per process: splash receives messages of decoders that are not its own.
  @Test func logHandlerLeavesForeignDecodersAlone() throws {
    FFmpegLog.set(isVerbose: false)
    var context = avcodec_alloc_context3(avcodec_find_decoder(AV_CODEC_ID_PNG))
    defer { avcodec_free_context(&context) }
    let decoder = try #require(context)
    // Not a valid address.
    decoder.pointee.opaque = UnsafeMutableRawPointer(bitPattern: 0x10)
    try #require(avcodec_open2(decoder, nil, nil) == 0)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let garbage = try #require(packet)
    try #require(av_new_packet(garbage, 64) == 0)
    memset(garbage.pointee.data, 0x55, 64)
    let status = avcodec_send_packet(decoder, garbage)
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    #expect(status < 0 || avcodec_receive_frame(decoder, frame) < 0)
  }
}
