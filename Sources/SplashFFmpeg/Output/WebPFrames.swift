internal import Glibc

extension DescriptorIO {
  /// Has each frame of a finished animated WebP file replace the frame before it.
  ///
  /// FFmpeg's muxer marks the frames of libwebp to be blended over those before, which leaves a
  /// trail behind whatever moves over a transparent background. Files that cannot be read back, and
  /// files that are no animated WebP, stay as they are.
  ///
  /// Source: RFC 9649, section 2.7.1.1, the blending method of an `ANMF` chunk.
  func replaceWebPFrames() {
    let (headerSize, flagsPlace, doNotBlend) = (8, 23, UInt8(2))
    var place = 12
    var header = [UInt8](repeating: 0, count: headerSize)
    while pread(descriptor, &header, headerSize, place) == headerSize {
      let size = header[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      if header.starts(with: "ANMF".utf8) {
        var flags: UInt8 = 0
        guard pread(descriptor, &flags, 1, place + flagsPlace) == 1 else { return }
        flags |= doNotBlend
        guard pwrite(descriptor, &flags, 1, place + flagsPlace) == 1 else { return }
      }
      place += headerSize + size + size % 2
    }
  }
}
