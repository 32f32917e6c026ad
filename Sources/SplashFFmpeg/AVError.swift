internal import CFFmpeg

/// The text of a libav… status code.
func avMessage(_ status: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
    av_strerror(status, text.baseAddress, text.count)
    return String(cString: text.baseAddress!)
  }
}

/// Makes a call and turns a negative status into an error: what failed, on which file or device,
/// and why.
///
/// - Parameter remedy: what to do about it, given the reason.
@discardableResult
func check(
  _ call: @autoclosure () -> Int32, _ kind: SplashError.Kind, _ what: @autoclosure () -> String,
  remedy: (String) -> String? = { _ in nil }
) throws(SplashError) -> Int32 {
  let (status, error) = FFmpegLog.listen(call)
  guard status < 0 else { return status }
  if status == ff_error_broken_pipe || status == ff_error_exit {
    throw SplashError(.closedPipe, what())
  }
  let cause = error ?? avMessage(status)
  throw SplashError(kind, what(), cause: cause, remedy: remedy(cause))
}

/// The FFmpeg found at run time, which may be newer than the one that splash was built with.
package enum FFmpegLibraries {
  /// The version as its distributor writes it, such as `5.1.9-0+deb12u1`.
  package static var version: String { String(cString: av_version_info()) }

  /// The licence that follows from its build options, such as `GPL version 2 or later`.
  package static var licence: String { String(cString: avcodec_license()) }
}
