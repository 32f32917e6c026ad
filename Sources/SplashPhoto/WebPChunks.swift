internal import CWebP

/// The container of a WebP file (RFC 9649), by libwebpmux.
struct WebPChunks: ~Copyable {
  private let mux: OpaquePointer
  /// Memory that libwebpmux refers to.
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Nil if the file is not complete WebP.
  init?(_ file: [UInt8]) {
    bytes = UnsafeMutableBufferPointer.allocate(capacity: file.count)
    _ = bytes.initialize(from: file)
    var data = WebPData(bytes: bytes.baseAddress, size: file.count)
    guard let mux = WebPMuxCreateInternal(&data, 0, WEBP_MUX_ABI_VERSION) else {
      bytes.deallocate()
      return nil
    }
    self.mux = mux
  }

  deinit {
    WebPMuxDelete(mux)
    bytes.deallocate()
  }

  /// The data of a chunk; nil if there is none.
  subscript(name: String) -> [UInt8]? {
    var data = WebPData()
    guard WebPMuxGetChunk(mux, name, &data) == WEBP_MUX_OK else { return nil }
    return [UInt8](UnsafeBufferPointer(start: data.bytes, count: data.size))
  }

  /// Stores a chunk, replacing the one with its name; false if libwebpmux fails.
  func set(_ name: String, to chunk: [UInt8]) -> Bool {
    chunk.withUnsafeBufferPointer { chunk in
      var data = WebPData(bytes: chunk.baseAddress, size: chunk.count)
      return WebPMuxSetChunk(mux, name, &data, 1) == WEBP_MUX_OK
    }
  }

  /// The file; nil if libwebpmux fails.
  var file: [UInt8]? {
    var data = WebPData()
    guard WebPMuxAssemble(mux, &data) == WEBP_MUX_OK else { return nil }
    defer { WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
    return [UInt8](UnsafeBufferPointer(start: data.bytes, count: data.size))
  }
}
