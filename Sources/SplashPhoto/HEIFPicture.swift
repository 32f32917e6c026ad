internal import CFFmpeg
internal import CHEIF

/// The main image of a HEIC or AVIF file, decoded by libheif: upright, with its tiles joined.
final class HEIFPicture {
  private let context: OpaquePointer
  private var handle: OpaquePointer?
  private var image: OpaquePointer?
  private let name: String

  /// Whether a file begins like HEIC or AVIF, with a box that says so (ISO 23008-12, section 10).
  static func suits(_ start: [UInt8]) -> Bool {
    let brands = ["heic", "heix", "heim", "heis", "mif1", "avif"].map { Array($0.utf8) }
    return start.dropFirst(4).starts(with: Array("ftyp".utf8))
      && brands.contains { start.dropFirst(8).starts(with: $0) }
  }

  /// - Throws: `SplashError` of kind badInput if it cannot be decoded or is larger than allowed.
  init(_ name: String, _ bytes: [UInt8], options: InputOptions) throws(SplashError) {
    self.name = name
    guard let context = heif_context_alloc() else { fatalError("out of memory") }
    self.context = context
    try check(heif_context_read_from_memory(context, bytes, bytes.count, nil))
    try check(heif_context_get_primary_image_handle(context, &handle))
    try refuse(
      Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)),
      over: options.maxPixels, name)
    if isPlain {
      try check(heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_444, nil))
      return
    }
    try check(
      heif_decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nil))
    // libheif 1.15 loses the range when it decodes grey.
    if isGrey { return }
    heif_image_release(image)
    image = nil
    try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_444, nil))
  }

  /// Whether samples are in BT.601 and full range, as phones write them. libheif 1.15 converts all
  /// others to that without saying so; its R'G'B' output is unambiguous.
  private var isPlain: Bool {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    defer { heif_nclx_color_profile_free(profile) }
    guard heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok,
      let said = profile?.pointee
    else { return true }
    let matrices = [AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M].map(\.rawValue)
    return said.full_range_flag != 0 && matrices.contains(said.matrix_coefficients.rawValue)
  }

  private var isGrey: Bool { heif_image_get_colorspace(image) == heif_colorspace_monochrome }

  private var isRGB: Bool { heif_image_get_colorspace(image) == heif_colorspace_RGB }

  deinit {
    heif_image_release(image)
    heif_image_handle_release(handle)
    heif_context_free(context)
  }

  private func check(_ error: heif_error) throws(SplashError) {
    guard error.code != heif_error_Ok else { return }
    let isMissing =
      error.code == heif_error_Unsupported_filetype
      || error.code == heif_error_Unsupported_feature
    throw SplashError(
      .badInput, "\(name): the photo cannot be decoded", cause: String(cString: error.message),
      remedy: isMissing ? "this libheif may lack a decoder for it" : nil)
  }

  /// The image in 4:4:4, to which libheif upsamples, in R'G'B', or in full-range grey, with alpha
  /// if it has some.
  ///
  /// - Throws: `SplashError` of kind badInput if the bit depth is not supported.
  func frame(_ options: InputOptions) throws(SplashError) -> Frame {
    let first = isRGB ? heif_channel_G : heif_channel_Y
    let depth = Int(heif_image_get_bits_per_pixel_range(image, first))
    let (width, height) = size(of: first)
    // Alpha is a separate item; with another depth or size it is ignored.
    let hasAlpha =
      heif_image_has_channel(image, heif_channel_Alpha) != 0
      && heif_image_get_bits_per_pixel_range(image, heif_channel_Alpha) == Int32(depth)
      && size(of: heif_channel_Alpha) == (width, height)
    // Grey with alpha is stored as Y'CbCr.
    let kind =
      isRGB
      ? (hasAlpha ? "gbrap" : "gbrp")
      : hasAlpha ? "yuva444p" : isGrey ? "gray" : "yuv444p"
    guard let format = PixelFormat(name: depth > 8 ? "\(kind)\(depth)le" : kind) else {
      throw SplashError(.badInput, "\(name): a photo with samples of \(depth) bits")
    }
    var channels: [heif_channel]
    if isRGB {
      channels = [heif_channel_G, heif_channel_B, heif_channel_R]
    } else {
      channels = [heif_channel_Y] + (isGrey ? [] : [heif_channel_Cb, heif_channel_Cr])
    }
    if hasAlpha { channels.append(heif_channel_Alpha) }
    guard channels.allSatisfy({ size(of: $0) == (width, height) }) else {
      throw SplashError(.badInput, "\(name): a photo whose channels differ in their size")
    }
    let frame = BufferPool().picture(width: width, height: height, format: format)
    frame.withMutablePlanes { planes in
      for (index, channel) in channels.enumerated() {
        let plane = channel == heif_channel_Alpha ? 3 : index
        var stride: Int32 = 0
        guard let start = heif_image_get_plane_readonly(image, channel, &stride) else { continue }
        for y in 0..<height {
          let row = planes.row(y, ofPlane: plane)
          let bytes = width * (depth > 8 ? 2 : 1)
          let source = UnsafeBufferPointer(
            start: start + y * Int(stride), count: min(bytes, row.count))
          for (x, byte) in source.enumerated() { row[x] = byte }
        }
      }
    }
    describe(frame, options)
    if isGrey { frame.bringGreyToFullRange() }
    return frame
  }

  private func size(of channel: heif_channel) -> (width: Int, height: Int) {
    (Int(heif_image_get_width(image, channel)), Int(heif_image_get_height(image, channel)))
  }

  /// The metadata (ISO 23008-12, annex A) and the color profile of the image.
  var tags: PhotoTags {
    // The first four bytes are the number of bytes to skip before the byte order mark.
    let exif = metadata("Exif") { _ in true }.map { block in
      let skipped = block.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      return Array(block.dropFirst(4 + skipped))
    }
    let xmp = metadata("mime") { $0 == "application/rdf+xml" }
    var profile = [UInt8](
      repeating: 0, count: heif_image_handle_get_raw_color_profile_size(handle))
    if !profile.isEmpty { heif_image_handle_get_raw_color_profile(handle, &profile) }
    return PhotoTags(exif: exif, xmp: xmp, profile: profile).withoutEmpty
  }

  /// The first metadata block of a type whose content type is accepted.
  private func metadata(_ type: String, _ isMeant: (String) -> Bool) -> [UInt8]? {
    var ids = [heif_item_id](
      repeating: 0,
      count: Int(heif_image_handle_get_number_of_metadata_blocks(handle, type)))
    heif_image_handle_get_list_of_metadata_block_IDs(handle, type, &ids, Int32(ids.count))
    let id = ids.first { id in
      isMeant(
        heif_image_handle_get_metadata_content_type(handle, id).map(String.init(cString:)) ?? "")
    }
    guard let id else { return nil }
    var bytes = [UInt8](repeating: 0, count: heif_image_handle_get_metadata_size(handle, id))
    return heif_image_handle_get_metadata(handle, id, &bytes).code == heif_error_Ok ? bytes : nil
  }

  /// Sets the color tags by the file; the default in HEIF is sYCC.
  private func describe(_ frame: borrowing Frame, _ options: InputOptions) {
    let av = frame.av
    av.pointee.colorspace = AVCOL_SPC_SMPTE170M
    av.pointee.color_range = AVCOL_RANGE_JPEG
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    if heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok,
      let said = profile?.pointee
    {
      av.pointee.colorspace = AVColorSpace(said.matrix_coefficients.rawValue)
      av.pointee.color_primaries = AVColorPrimaries(said.color_primaries.rawValue)
      av.pointee.color_trc = AVColorTransferCharacteristic(
        said.transfer_characteristics.rawValue)
      av.pointee.color_range = said.full_range_flag != 0 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
    heif_nclx_color_profile_free(profile)
    if isRGB {
      (av.pointee.colorspace, av.pointee.color_range) = (AVCOL_SPC_RGB, AVCOL_RANGE_JPEG)
      return
    }
    if let matrix = options.matrix { av.pointee.colorspace = matrix.colorSpace }
    if let range = options.range { av.pointee.color_range = range.colorRange }
  }
}

/// A HEIC or AVIF photo, as the source of results in other formats.
final class HEIFPhoto: Photo {
  let tags: PhotoTags
  let companions: Companions
  let isTransparent: Bool

  init(_ bytes: [UInt8], tags: PhotoTags, picture: borrowing Frame) {
    self.tags = tags
    companions = Companions(
      hasOtherGainMap: Self.hasGainMap(bytes),
      // The video of a motion photo is in a box of its own.
      hasFilm: XMPCompanions.hasFilm(tags.xmp) || Boxes(bytes[...])["mpvd"] != nil)
    isTransparent = picture.isTransparent
  }

  /// Whether a file has a gain map for HDR screens: Apple's auxiliary image, or a derived image of
  /// ISO 21496-1 (`tmap`).
  private static func hasGainMap(_ bytes: [UInt8]) -> Bool {
    guard let items = Boxes(bytes[...])["meta"] else { return false }
    // Version and flags precede the boxes.
    let boxes = Array(Boxes(items.dropFirst(4)))
    func holds(_ type: String, _ word: String) -> Bool {
      boxes.contains { $0.type == type && $0.data.firstRange(of: word.utf8) != nil }
    }
    return holds("iprp", "urn:com:apple:photo:2020:aux:hdrgainmap") || holds("iinf", "tmap")
  }
}
