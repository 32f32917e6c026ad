internal import CFFmpeg
internal import CJPEG
internal import Glibc

/// JPEG files written to memory.
enum JPEGFile {
  /// Encodes a frame in the manner of another file: with its markers, and progressive if that is.
  ///
  /// - Parameters:
  ///   - like: the other file.
  ///   - quality: 1…100; nil for the quantization tables of `like`.
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

  /// The bytes that a libjpeg call writes.
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

  /// The bytes of a file up to and including the end marker; nil if the file is not complete JPEG.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    var (end, message) = (0, cj_message())
    let isWhole = bytes.withUnsafeBufferPointer {
      cj_measure(cj_bytes(start: $0.baseAddress, count: $0.count), &end, &message)
    }
    return isWhole && message.words == nil ? end : nil
  }

  /// The image's size; nil if the bytes are not JPEG.
  static func size(_ bytes: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
    var (header, message) = (cj_header(), cj_message())
    let isRead = bytes.withUnsafeBufferPointer {
      cj_read_header(cj_bytes(start: $0.baseAddress, count: $0.count), &header, &message)
    }
    return isRead ? (Int(header.width), Int(header.height)) : nil
  }
}

extension Frame {
  /// The planes for CJPEG, with the number of image columns and rows that each sample covers.
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
  /// The message of libjpeg; nil if there is none.
  var words: String? {
    let text = withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes for C.
  func withBytes<Result>(_ body: (cj_bytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(cj_bytes(start: $0.baseAddress, count: $0.count)) }
  }
}
