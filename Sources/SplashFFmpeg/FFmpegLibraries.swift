internal import CFFmpeg

/// The FFmpeg that is there when the program runs, which may be newer than that it was built with.
package enum FFmpegLibraries {
  /// As its distributor writes it, such as `5.1.9-0+deb12u1`.
  package static var version: String { String(cString: av_version_info()) }

  /// What its build options made of its licence, such as `GPL version 2 or later`.
  package static var licence: String { String(cString: avcodec_license()) }
}
