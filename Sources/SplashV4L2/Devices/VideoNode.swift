internal import CFFmpeg
internal import Glibc

/// Whether a name stands for a Video4Linux device: it is called `/dev/video…` or `/dev/v4l/…`, or
/// leads to a device node of the kernel's video4linux class.
public func isVideoDevice(_ name: String) -> Bool {
  name.hasPrefix("/dev/video") || name.hasPrefix("/dev/v4l/") || deviceNumber(of: name) != nil
}

/// Whether two names lead to the same device node.
public func isSameVideoDevice(_ name: String, _ other: String) -> Bool {
  guard let number = deviceNumber(of: name) else { return false }
  return number == deviceNumber(of: other)
}

/// The number of a video4linux device node, whose major number is 81 (devices.txt in the kernel's
/// admin-guide); nil for anything else.
private func deviceNumber(of path: String) -> dev_t? {
  var node = stat()
  guard stat(path, &node) == 0, node.st_mode & S_IFMT == S_IFCHR, node.st_rdev >> 8 & 0xfff == 81
  else { return nil }
  return node.st_rdev
}

extension FourCC {
  /// Parses Video4Linux's or FFmpeg's name of a format that splash can write: `YUYV`, `yuyv422`.
  public init?(outputFormat name: String) {
    if let code = FourCC(name), PixelLayout(code).pixelFormat != nil {
      self = code
      return
    }
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE, let code = PixelLayout.code(of: format) else { return nil }
    self = code
  }

  /// FFmpeg's names of the formats that `init(outputFormat:)` accepts.
  public static var outputFormatNames: [String] {
    PixelLayout.writable.compactMap { code in
      guard let format = PixelLayout(code).pixelFormat, PixelLayout.code(of: format) == code
      else { return nil }
      return PixelFormat(format).name
    }
  }
}
