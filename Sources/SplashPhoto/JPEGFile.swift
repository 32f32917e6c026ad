internal import CFFmpeg
internal import CJPEG
internal import Glibc
internal import SplashCore
internal import SplashFFmpeg

/// JPEG files that are written in memory.
enum JPEGFile {
  /// A picture as a file like another one: with its markers, and progressive where that is.
  ///
  /// - Parameters:
  ///   - like: another file.
  ///   - quality: 1…100; nil for the quantisation tables of `like`.
  static func encoded(
    _ frame: borrowing Frame, like: some Collection<UInt8>, quality: Int?, name: String
  ) throws -> [UInt8] {
    let format = frame.format.isGrey ? PixelFormat(AV_PIX_FMT_GRAY8) : eightBits(frame.format)
    let ready = try Scaler().convert(
      frame, to: format, width: frame.width, height: frame.height, range: .full, matrix: .bt601)
    let planes = ready.jpegPlanes
    return try written(name) { result, message in
      Array(like).withBytes {
        cj_encode(planes, Int32(planes.count), $0, Int32(quality ?? 0), &result, &message)
      }
    }
  }

  private static func eightBits(_ format: PixelFormat) -> PixelFormat {
    switch (format.log2ChromaWidth, format.log2ChromaHeight) {
    case (0, 0): PixelFormat(AV_PIX_FMT_YUV444P)
    case (_, 0): PixelFormat(AV_PIX_FMT_YUV422P)
    case (0, _): PixelFormat(AV_PIX_FMT_YUV440P)
    default: PixelFormat(AV_PIX_FMT_YUV420P)
    }
  }

  /// What a call of libjpeg writes.
  static func written(
    _ name: String, _ write: (inout cj_file, inout cj_message) -> Bool
  ) throws(SplashError) -> [UInt8] {
    var (file, message) = (cj_file(), cj_message())
    let isWritten = write(&file, &message)
    defer { free(file.start) }
    guard isWritten else {
      throw SplashError(.failure, "\(name): cannot encode the photo", cause: message.words)
    }
    return Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }

  /// Bytes of a file up to and with its end marker; nil for what is no whole JPEG file.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    var (end, message) = (0, cj_message())
    let isWhole = bytes.withUnsafeBufferPointer {
      cj_measure(cj_bytes(start: $0.baseAddress, count: $0.count), &end, &message)
    }
    return isWhole && message.words == nil ? end : nil
  }

  /// The picture's size; nil for what is no JPEG file.
  static func size(_ bytes: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
    var (header, message) = (cj_header(), cj_message())
    let isRead = bytes.withUnsafeBufferPointer {
      cj_read_header(cj_bytes(start: $0.baseAddress, count: $0.count), &header, &message)
    }
    return isRead ? (Int(header.width), Int(header.height)) : nil
  }
}

extension Frame {
  /// The planes as CJPEG takes them, with how much of the picture their samples stand for.
  var jpegPlanes: [cj_plane] {
    let format = format
    let (data, lines) = (av.pointee.data, av.pointee.linesize)
    let starts = [data.0, data.1, data.2]
    let strides = [lines.0, lines.1, lines.2]
    let samples = format.samples!
    return samples.components.enumerated().map { index, component in
      let size = samples.size(ofComponent: index, width: width, height: height)
      let isChroma = !samples.isRGB && index > 0
      return cj_plane(
        start: starts[component.plane], stride: Int(strides[component.plane]),
        width: Int32(size.width), height: Int32(size.height),
        ratio: cj_ratio(
          across: isChroma ? 1 << Int32(samples.log2ChromaWidth) : 1,
          down: isChroma ? 1 << Int32(samples.log2ChromaHeight) : 1))
    }
  }
}

extension cj_message {
  /// What libjpeg said; nil for nothing.
  var words: String? {
    let text = withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}

extension [UInt8] {
  /// Lends the bytes to C.
  func withBytes<Result>(_ body: (cj_bytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(cj_bytes(start: $0.baseAddress, count: $0.count)) }
  }
}
