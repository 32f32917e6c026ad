internal import CFFmpeg
internal import CWebP

/// The image of a WebP file, decoded by libwebp (RFC 9649).
final class WebPPicture {
  /// In Y'CbCr 4:2:0 as coded, with alpha if it has some; in B'G'R'A if it is lossless.
  let frame: Frame
  let isLossless: Bool
  /// A problem of the file, for people; nil if there is none.
  let warning: String?

  /// - Throws: `SplashError` of kind badInput if no part can be decoded, or it is larger than
  ///   allowed.
  init(_ name: String, _ bytes: [UInt8], options: InputOptions) throws(SplashError) {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION) != 0,
      WebPGetFeaturesInternal(bytes, bytes.count, &config.input, WEBP_DECODER_ABI_VERSION)
        == VP8_STATUS_OK
    else { throw undecodable(name) }
    let (width, height) = (Int(config.input.width), Int(config.input.height))
    try refuse(width, height, over: options.maxPixels, name)
    isLossless = config.input.format == 2
    let hasAlpha = config.input.has_alpha != 0
    let kind = isLossless ? AV_PIX_FMT_BGRA : hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P
    frame = BufferPool().picture(width: width, height: height, format: PixelFormat(kind))
    frame.fillGrey()
    let av = frame.av.pointee
    let strides = [av.linesize.0, av.linesize.1, av.linesize.2, av.linesize.3]
    func size(_ plane: Int, _ rows: Int) -> Int { Int(strides[plane]) * rows }
    config.output.is_external_memory = 1
    if isLossless {
      config.output.colorspace = MODE_BGRA
      config.output.u.RGBA = WebPRGBABuffer(
        rgba: av.data.0, stride: strides[0], size: size(0, height))
    } else {
      config.output.colorspace = hasAlpha ? MODE_YUVA : MODE_YUV
      let half = (height + 1) / 2
      config.output.u.YUVA = WebPYUVABuffer(
        y: av.data.0, u: av.data.1, v: av.data.2, a: av.data.3, y_stride: strides[0],
        u_stride: strides[1], v_stride: strides[2], a_stride: strides[3], y_size: size(0, height),
        u_size: size(1, half), v_size: size(2, half), a_size: size(3, height))
    }
    frame.av.pointee.colorspace =
      isLossless ? AVCOL_SPC_RGB : (options.matrix ?? .bt601).colorSpace
    frame.av.pointee.color_range =
      isLossless ? AVCOL_RANGE_JPEG : (options.range ?? .limited).colorRange
    guard let rows = Self.decode(bytes, &config), rows > 0 else { throw undecodable(name) }
    let damage = "the photo is damaged (\(rows) of \(height) rows)"
    warning = rows == height ? nil : "\(name): \(damage); what can be decoded was kept"
  }

  /// Decodes the complete part.
  ///
  /// - Returns: the number of decoded rows from the top; nil if there are none.
  private static func decode(_ bytes: [UInt8], _ config: inout WebPDecoderConfig) -> Int? {
    // The decoder keeps this address.
    withUnsafeMutablePointer(to: &config) { config in
      guard let decoder = WebPIDecode(nil, 0, config) else { return nil }
      defer { WebPIDelete(decoder) }
      let status = WebPIUpdate(decoder, bytes, bytes.count)
      if status == VP8_STATUS_OK { return Int(config.pointee.input.height) }
      var rows: Int32 = 0
      return WebPIDecodedArea(decoder, nil, nil, nil, &rows) == nil ? nil : Int(rows)
    }
  }
}

extension Frame {
  /// Fills the frame with opaque mid-grey, for the part that cannot be decoded.
  fileprivate func fillGrey() {
    withMutablePlanes { planes in
      for plane in 0..<format.samples!.planeCount {
        let rows = format.samples!.size(ofPlane: plane, width: width, height: height).rows
        for y in 0..<rows {
          planes.row(y, ofPlane: plane).update(repeating: plane == 3 ? 255 : 128)
        }
      }
    }
  }
}

private func undecodable(_ name: String) -> SplashError {
  SplashError(
    .badInput, "\(name): the photo cannot be decoded", cause: "libwebp finds no image in it")
}

/// Refuses an image that is too large, before memory is allocated.
///
/// - Parameter limit: the most pixels.
/// - Throws: `SplashError` of kind badInput that names the limit.
func refuse(
  _ width: Int, _ height: Int, over limit: Int, _ name: String
) throws(SplashError) {
  let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
  guard isTooMany || pixels > limit else { return }
  throw SplashError(
    .badInput, "\(name): its image of \(width)x\(height) is too large",
    remedy: isTooMany ? nil : "allow it with \(option: "maxPixels") \(pixels)")
}
