internal import CZlib

extension PNGChunks {
  /// The most bytes of all compressed texts and the color profile together, decompressed. Printer
  /// profiles have less than 4 MiB.
  static let textLimit = 16 << 20

  /// The image's size; nil if the file lacks it.
  var size: (width: Int, height: Int)? {
    guard let header = data(of: "IHDR"), header.count >= 8 else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    return (word(header.prefix(4)), word(header.dropFirst(4).prefix(4)))
  }

  /// Refuses files whose texts exceed `textLimit` when decompressed, or with too many chunks.
  ///
  /// - Throws: `SplashError` of kind badInput that names the limit.
  func refuseBombs(_ name: String) throws(SplashError) {
    guard chunks.count < Self.most else {
      throw SplashError(.badInput, "\(name): it has \(Self.most) chunks or more")
    }
    try refuseSurplus(name)
    var room = Self.textLimit
    for chunk in chunks {
      guard let deflated = chunk.deflatedText else { continue }
      room -= inflatedLength(deflated, limit: room)
      guard room >= 0 else {
        throw SplashError(
          .badInput, "\(name): its texts and color profile are too large",
          cause: "they inflate to more than \(Self.textLimit >> 20) MiB",
          remedy: "take them out first, as by exiftool -all= -icc_profile:all=")
      }
    }
  }

  /// Refuses compressed samples that are longer than the plain image could be: FFmpeg would
  /// decompress the surplus too, to a thousand times its length.
  private func refuseSurplus(_ name: String) throws(SplashError) {
    guard let size, let header = data(of: "IHDR"), header.count >= 10,
      !chunks.contains(where: { $0.type == "acTL" })
    else { return }
    let kind = header.dropFirst(8)
    let channels = [2: 3, 4: 2, 6: 4][kind.dropFirst().first!] ?? 1
    let row = (size.width * channels * Int(kind.first!) + 7) / 8
    // The seven passes of interlaced images have filter bytes and padding of their own;
    // incompressible data are stored with five extra bytes per 16 KiB.
    let most = (row + 16) * (size.height + 8) / 100 * 105 + (1 << 16)
    let stored = chunks.lazy.filter { $0.type == "IDAT" }.reduce(0) { $0 + $1.data.count }
    guard stored > most else { return }
    throw SplashError(
      .badInput,
      "\(name): it has \(stored) bytes of samples, which are more than its image of "
        + "\(size.width)x\(size.height) can have")
  }
}

extension PNGChunks.Chunk {
  /// The compressed part of a text or profile chunk (PNG 1.2, sections 4.2.2.4 and 4.2.3); nil for
  /// other chunks.
  fileprivate var deflatedText: ArraySlice<UInt8>? {
    guard ["iCCP", "zTXt", "iTXt"].contains(type), let name = data.firstIndex(of: 0) else {
      return nil
    }
    let rest = data[(name + 1)...]
    guard type == "iTXt" else { return rest.dropFirst() }
    guard rest.first == 1, let language = rest.dropFirst(2).firstIndex(of: 0),
      let keyword = rest[(language + 1)...].firstIndex(of: 0)
    else { return nil }
    return rest[(keyword + 1)...]
  }
}

/// The decompressed length of some bytes, counted up to one more than a limit.
private func inflatedLength(_ deflated: ArraySlice<UInt8>, limit: Int) -> Int {
  var (stream, length) = (z_stream(), 0)
  guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    return 0
  }
  defer { inflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: 1 << 16)
  deflated.withUnsafeBufferPointer { input in
    stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    var status = Z_OK
    while status == Z_OK, length <= limit {
      let room = output.count
      output.withUnsafeMutableBufferPointer {
        stream.next_out = $0.baseAddress
        stream.avail_out = UInt32(room)
        status = inflate(&stream, Z_NO_FLUSH)
      }
      length += room - Int(stream.avail_out)
    }
  }
  return min(length, limit + 1)
}

/// Refuses an image that is larger than allowed, or than FFmpeg can decode.
///
/// - Throws: `SplashError` of kind badInput that names the limit.
func refuseForFFmpeg(
  _ width: Int, _ height: Int, _ name: String, _ options: InputOptions
) throws(SplashError) {
  try refuse(width, height, over: options.maxPixels, name)
  // The same check as libavutil's (av_image_check_size2).
  guard (width + 128) * (height + 128) >= Int(Int32.max) / 8 else { return }
  throw SplashError(
    .badInput, "\(name): its image of \(width)x\(height) is too large",
    cause: "FFmpeg takes 268435455 pixels at most, with 128 more columns and rows",
    remedy: "make it smaller first")
}
