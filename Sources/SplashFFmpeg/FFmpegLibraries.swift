internal import CFFmpeg

/// The FFmpeg found at run time, which may be newer than the one that splash was built with.
package enum FFmpegLibraries {
  /// The version as its distributor writes it, such as `5.1.9-0+deb12u1`.
  package static var version: String { String(cString: av_version_info()) }

  /// The licence that follows from its build options, such as `GPL version 2 or later`.
  package static var licence: String { String(cString: avcodec_license()) }
}
