internal import CLCMS

/// From the colors of one profile to those of another, in floats that nothing bounds. Any thread.
final class ProfileConversion: @unchecked Sendable {
  private let transform: cmsHTRANSFORM

  /// Nil where LittleCMS cannot make one of them.
  init?(from source: [UInt8], to target: [UInt8], isGrey: Bool, hasAlpha: Bool) {
    let profiles = [source, target].map { (bytes: [UInt8]) -> cmsHPROFILE? in
      cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    }
    defer { for case let profile? in profiles { cmsCloseProfile(profile) } }
    let format =
      isGrey
      ? (hasAlpha ? clcms_grey_alpha_floats : clcms_grey_floats)
      : hasAlpha ? clcms_rgb_alpha_floats : clcms_rgb_floats
    // Threads share what has no cache.
    guard let first = profiles[0], let second = profiles[1],
      let transform = cmsCreateTransform(
        first, format, second, format, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        cmsUInt32Number(cmsFLAGS_NOCACHE | (hasAlpha ? cmsFLAGS_COPY_ALPHA : 0)))
    else { return nil }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// - Parameters:
  ///   - source: floats, one for each channel of each pixel.
  ///   - target: as many.
  func apply(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, pixels: Int) {
    cmsDoTransform(transform, source, target, cmsUInt32Number(pixels))
  }
}
