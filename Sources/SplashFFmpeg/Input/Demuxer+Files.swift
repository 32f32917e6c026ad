internal import CFFmpeg

extension Demuxer {
  /// Records the files that libavformat itself opens for an input.
  ///
  /// - Parameter files: must outlive the context.
  static func note(_ files: ReadFiles, openedBy context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(files).toOpaque()
    context.pointee.io_open = { context, io, url, flags, options in
      let status = Demuxer.plainOpen(context, io, url, flags, options)
      if status >= 0, let url, let files = context?.pointee.opaque {
        let files = Unmanaged<ReadFiles>.fromOpaque(files).takeUnretainedValue()
        files.add(named: String(path: url))
      }
      return status
    }
  }

  private static let plainOpen = {
    let context = avformat_alloc_context()
    defer { avformat_free_context(context) }
    return context!.pointee.io_open!
  }()

  /// Records the files of a list in libavformat's `concat` format, which opens them one after
  /// another without that hook.
  ///
  /// - Parameter list: path of the list.
  static func note(_ files: ReadFiles, of list: String) {
    guard let bytes = try? WholeFile.bytes(of: list, limit: 16 << 20) else { return }
    let path = filePath(of: list)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let name = line.firstMatch(of: /^\s*file\s+(.+)$/)?.1 else { continue }
      String(name).withCString { start in
        var cursor: UnsafePointer<CChar>? = start
        guard let token = av_get_token(&cursor, " \t") else { return }
        defer { av_free(token) }
        let name = String(path: token)
        let isWhole = name.hasPrefix("/") || name.contains(/^[a-z][a-z0-9+,.\-]*:/)
        files.add(named: isWhole ? name : folder + name)
      }
    }
  }
}
