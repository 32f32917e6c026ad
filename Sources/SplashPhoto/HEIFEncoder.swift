internal import CFFmpeg
internal import CHEIF

/// Which kinds of photos libheif can write; that depends on the installed encoders.
package enum HEIFEncoders {
  /// - Parameter ending: of the file's name, in lower case.
  package static func has(ending: String) -> Bool {
    guard let format = HEIFEncoder.format(ending: ending) else { return false }
    // A context makes libheif load encoders that are plugins.
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    return heif_have_encoder_for_format(format) != 0
  }
}

/// Encodes a HEIC or AVIF photo with libheif.
final class HEIFEncoder {
  private let name: String
  private let format: heif_compression_format
  private let context: OpaquePointer
  private var encoder, image, handle: OpaquePointer?

  static func format(ending: String) -> heif_compression_format? {
    switch ending {
    case "heic", "heif", "hif": heif_compression_HEVC
    case "avif": heif_compression_AV1
    default: nil
    }
  }

  /// - Parameters:
  ///   - name: of the file, for errors.
  ///   - ending: of the file's name, in lower case.
  init(_ name: String, ending: String) throws(SplashError) {
    self.name = name
    guard let context = heif_context_alloc(), let format = Self.format(ending: ending) else {
      preconditionFailure("no kind of libheif's: \(ending)")
    }
    (self.context, self.format) = (context, format)
    try check(heif_context_get_encoder_for_format(context, format, &encoder))
  }

  deinit {
    heif_image_handle_release(handle)
    heif_image_release(image)
    heif_encoder_release(encoder)
    heif_context_free(context)
  }

  /// - Parameters:
  ///   - frame: planar Y'CbCr of 8 or 10 bits, with alpha or without.
  ///   - tags: metadata to write to the file.
  ///   - quality: 1…100.
  ///   - preset: of x265; nil for the fastest. Ignored for AVIF.
  func encode(
    _ frame: borrowing Frame, _ tags: PhotoTags, quality: Int, preset: String?
  ) throws -> [UInt8] {
    try check(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
    // libheif's default, slow, takes seven times as long, and files are not smaller.
    if format == heif_compression_HEVC {
      try check(heif_encoder_set_parameter(encoder, "preset", preset ?? "ultrafast"))
    }
    try fill(from: frame)
    if let profile = tags.profile {
      try check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count))
    }
    guard let colors = heif_nclx_color_profile_alloc(), let options = heif_encoding_options_alloc()
    else { fatalError("out of memory") }
    defer {
      heif_nclx_color_profile_free(colors)
      heif_encoding_options_free(options)
    }
    describe(frame, in: colors)
    try check(heif_image_set_nclx_color_profile(image, colors))
    options.pointee.output_nclx_profile = colors
    options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    options.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
    try check(heif_context_encode_image(context, image, encoder, options, &handle))
    if let exif = tags.exif {
      try check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
    }
    if let xmp = tags.xmp {
      try check(heif_context_add_XMP_metadata(context, handle, xmp, Int32(xmp.count)))
    }
    return try file()
  }

  private func fill(from frame: borrowing Frame) throws(SplashError) {
    let format = frame.format
    let chroma =
      format.log2ChromaHeight == 1
      ? heif_chroma_420 : format.log2ChromaWidth == 1 ? heif_chroma_422 : heif_chroma_444
    let (width, height) = (Int32(frame.width), Int32(frame.height))
    // By default encoders reduce everything to 4:2:0.
    let name = chroma == heif_chroma_420 ? "420" : chroma == heif_chroma_422 ? "422" : "444"
    try check(heif_encoder_set_parameter(encoder, "chroma", name))
    try check(heif_image_create(width, height, heif_colorspace_YCbCr, chroma, &image))
    let (data, strides) = (frame.av.pointee.data, frame.av.pointee.linesize)
    let half = (
      width: (width + 1 << format.log2ChromaWidth - 1) >> Int32(format.log2ChromaWidth),
      height: (height + 1 << format.log2ChromaHeight - 1) >> Int32(format.log2ChromaHeight)
    )
    var planes = [
      (heif_channel_Y, data.0, strides.0, width, height),
      (heif_channel_Cb, data.1, strides.1, half.width, half.height),
      (heif_channel_Cr, data.2, strides.2, half.width, half.height),
    ]
    if format.hasAlpha { planes.append((heif_channel_Alpha, data.3, strides.3, width, height)) }
    for (channel, source, stride, width, height) in planes {
      try check(heif_image_add_plane(image, channel, width, height, Int32(format.depth)))
      var ownStride: Int32 = 0
      let target = heif_image_get_plane(image, channel, &ownStride)
      av_image_copy_plane(
        target, ownStride, source, stride, width * (format.depth > 8 ? 2 : 1), height)
    }
  }

  private func describe(
    _ frame: borrowing Frame, in colors: UnsafeMutablePointer<heif_color_profile_nclx>
  ) {
    let av = frame.av.pointee
    let isKnown = (
      primaries: av.color_primaries != AVCOL_PRI_UNSPECIFIED,
      transfer: av.color_trc != AVCOL_TRC_UNSPECIFIED
    )
    colors.pointee.color_primaries = heif_color_primaries(
      rawValue: (isKnown.primaries ? av.color_primaries : AVCOL_PRI_BT709).rawValue)
    colors.pointee.transfer_characteristics = heif_transfer_characteristics(
      rawValue: (isKnown.transfer ? av.color_trc : AVCOL_TRC_IEC61966_2_1).rawValue)
    colors.pointee.matrix_coefficients = heif_matrix_coefficients(
      rawValue: ColorMatrix(of: frame).colorSpace.rawValue)
    colors.pointee.full_range_flag = ColorRange(of: frame) == .full ? 1 : 0
  }

  private final class Bytes { var all: [UInt8] = [] }

  private func file() throws -> [UInt8] {
    let bytes = Bytes()
    var writer = heif_writer(writer_api_version: 1) { _, data, size, target in
      let bytes = Unmanaged<Bytes>.fromOpaque(target!).takeUnretainedValue()
      bytes.all += UnsafeRawBufferPointer(start: data, count: size)
      // libheif 1.17 takes a missing message for a failure.
      let message: StaticString = "Success"
      return heif_error(
        code: heif_error_Ok, subcode: heif_suberror_Unspecified,
        message: UnsafeRawPointer(message.utf8Start).assumingMemoryBound(to: CChar.self))
    }
    try check(heif_context_write(context, &writer, Unmanaged.passUnretained(bytes).toOpaque()))
    return bytes.all
  }

  private func check(_ error: heif_error) throws(SplashError) {
    guard error.code != heif_error_Ok else { return }
    throw SplashError(
      .failure, "\(name): the photo cannot be encoded", cause: String(cString: error.message))
  }
}
