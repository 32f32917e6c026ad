internal import CFFmpeg
internal import Foundation
internal import SplashCore

/// Opens a file, an address or standard input and gives its packets away.
final class Demuxer {
  let name: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let interruption = Interruption(grace: 0)
  /// Our own way to the bytes; nil for what libavformat opens itself.
  private let io: DescriptorIO?
  private var timeline: Timeline

  init(_ input: String, options: InputOptions) throws(SplashError) {
    name = input
    let location = InputLocation(input)
    let format = try options.format.map(Demuxer.format)
    io = try location.openDescriptor()

    var context = avformat_alloc_context()
    guard let fresh = context else { fatalError("out of memory") }
    fresh.pointee.pb = io?.context
    fresh.pointee.interrupt_callback = interruption.callback
    var settings: OpaquePointer?
    defer { av_dict_free(&settings) }
    let protocols = [location.allowedProtocols, options.allowedProtocols].compactMap(\.self)
    av_dict_set(&settings, "protocol_whitelist", protocols.joined(separator: ","), 0)
    // Lists of files may then name any file.
    if options.allowedProtocols != nil { av_dict_set(&settings, "safe", "0", 0) }

    let (status, error) = FFmpegLog.listen {
      location.url.withPath { avformat_open_input(&context, $0, format ?? nil, &settings) }
    }
    guard let opened = context, status >= 0 else {
      let lacksIndex = error == "moov atom not found" && io?.looksLikeMP4 ?? false
      throw SplashError(
        .badInput, "\(input): cannot read as video",
        cause: lacksIndex ? "its index (moov) is missing" : error ?? avMessage(status),
        remedy: lacksIndex ? Demuxer.indexRemedy : Demuxer.remedy(for: status, error))
    }
    self.context = opened
    timeline = Timeline(mayLeap: opened.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0)
    try check(
      avformat_find_stream_info(opened, nil), .badInput, "\(input): cannot find out what is in it")
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  private static func format(
    _ name: String
  ) throws(SplashError) -> UnsafePointer<AVInputFormat> {
    guard let format = av_find_input_format(name) else {
      throw SplashError(
        .usage, "--input-format \(name)", cause: "FFmpeg has no such format",
        remedy: "see `ffmpeg -demuxers` for those it has")
    }
    return format
  }

  private static let indexRemedy =
    "the recording was not finished or the copy is incomplete; copy it again, or have a repair tool "
    + "rebuild the index with the help of an intact clip of the same camera"

  private static func remedy(for status: Int32, _ error: String?) -> String? {
    let refusals = ["not on whitelist", "loading first segment", "Unsafe file name"]
    if refusals.contains(where: { error?.contains($0) == true }) {
      return
        "it refers to other files or the network; if you trust it, --allow-protocols file,http,tcp"
    }
    return status == ff_error_invalid_data ? "check that it is a video file" : nil
  }

  /// All streams, in the file's order.
  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
  }

  /// Reads the next packet; its time stamps run forward where the file's do not.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> ReadResult {
    let (status, error) = FFmpegLog.listen { av_read_frame(context, packet) }
    if status >= 0 {
      timeline.place(packet, of: context.pointee.streams[Int(packet.pointee.stream_index)]!.pointee)
      return .packet
    }
    if status == ff_error_exit { return .end }
    if let error { return .broken(error) }
    return status == ff_error_eof ? .end : .broken(avMessage(status))
  }

  enum ReadResult {
    case packet
    case end
    /// The file breaks off, for a reason in words.
    case broken(String)
  }

  /// Makes a waiting `read` say that the end has come. Any thread.
  func interrupt() {
    interruption.interrupt()
    io?.interrupt()
  }

  /// Goes to the last key frame at or before a time of a stream.
  func seek(to timestamp: Int64, of stream: UnsafeMutablePointer<AVStream>) throws(SplashError) {
    guard let io = context.pointee.pb, io.pointee.seekable != 0 else { return }
    // What cannot seek is read from the beginning, and what lies before the start is left out.
    _ = avformat_seek_file(
      context, stream.pointee.index, Int64.min, timestamp, timestamp, 0)
  }
}
