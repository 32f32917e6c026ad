internal import CFFmpeg
internal import CJXL
internal import Glibc

/// The image of a JPEG XL file, decoded by libjxl: upright, in the file's colors.
final class JXLPicture {
  let frame: Frame
  let tags: PhotoTags
  let warning: String?

  /// Whether a file begins like JPEG XL: a bare codestream, or boxes (ISO/IEC 18181-2, section 9).
  static func suits(_ start: [UInt8]) -> Bool {
    start.starts(with: [0xff, 0x0a])
      || start.starts(with: [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a])
  }

  /// Nil for an animation, which is not a photo.
  ///
  /// - Throws: `SplashError` of kind badInput if it cannot be decoded or is larger than allowed.
  init?(_ name: String, _ bytes: [UInt8], options: InputOptions) throws(SplashError) {
    guard let decoder = JXLDecoder(name) else { fatalError("out of memory") }
    let isWhole: Bool
    switch decoder.decode(bytes, options) {
    case .failure(let error): throw error
    case .success(.animation): return nil
    case .success(.part): isWhole = false
    case .success(.whole): isWhole = true
    }
    frame = Frame(sharing: decoder.frame!)
    tags = decoder.tags.withoutEmpty
    warning = isWhole ? nil : "\(name): the photo is damaged; what can be decoded was kept"
  }
}

/// Handles the events of libjxl's decoder.
private final class JXLDecoder {
  enum Outcome { case whole, part, animation }

  private let name: String
  private let decoder: OpaquePointer
  private let threads = JxlThreadParallelRunnerCreate(
    nil, JxlThreadParallelRunnerDefaultNumWorkerThreads())
  private var info = JxlBasicInfo()
  private(set) var frame: Frame?
  private(set) var tags = PhotoTags()
  private var pixels: PixelRuns?
  private var conversion: ProfileConversion?
  private var colors: (AVColorPrimaries, AVColorTransferCharacteristic)?
  private var box: (type: String, bytes: UnsafeMutableBufferPointer<UInt8>, held: Int)?

  /// The most bytes of a box, decompressed.
  private static let longestBox = 1 << 26

  init?(_ name: String) {
    guard let decoder = JxlDecoderCreate(nil) else { return nil }
    (self.name, self.decoder) = (name, decoder)
  }

  deinit {
    JxlDecoderDestroy(decoder)
    JxlThreadParallelRunnerDestroy(threads)
    box?.bytes.deallocate()
  }

  private var undecodable: SplashError {
    SplashError(
      .badInput, "\(name): the photo cannot be decoded", cause: "libjxl finds no image in it")
  }

  func decode(_ bytes: [UInt8], _ options: InputOptions) -> Result<Outcome, SplashError> {
    let kinds = [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE, JXL_DEC_BOX]
    JxlDecoderSubscribeEvents(decoder, Int32(kinds.reduce(0) { $0 | $1.rawValue }))
    JxlDecoderSetParallelRunner(decoder, JxlThreadParallelRunner, threads)
    // Fails if libjxl has no Brotli; then compressed boxes are not read.
    _ = JxlDecoderSetDecompressBoxes(decoder, 1)
    return bytes.withUnsafeBufferPointer { input in
      JxlDecoderSetInput(decoder, input.baseAddress, input.count)
      do throws(SplashError) {
        return .success(try events(options))
      } catch {
        return .failure(error)
      }
    }
  }

  private func events(_ options: InputOptions) throws(SplashError) -> Outcome {
    var hasPicture = false
    while true {
      switch JxlDecoderProcessInput(decoder) {
      case JXL_DEC_BASIC_INFO:
        guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw undecodable }
        if info.have_animation != 0 { return .animation }
        try refuse(Int(info.xsize), Int(info.ysize), over: options.maxPixels, name)
        try refuseInks()
      case JXL_DEC_COLOR_ENCODING: chooseColors()
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER: try makeRoom()
      case JXL_DEC_FULL_IMAGE: hasPicture = true
      case JXL_DEC_BOX:
        endBox()
        beginBox()
      case JXL_DEC_BOX_NEED_MORE_OUTPUT: growBox()
      default:
        // The file has ended, is cut off, or is damaged.
        endBox()
        if hasPicture { return .whole }
        guard frame != nil, JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS else {
          throw undecodable
        }
        return .part
      }
    }
  }

  private func refuseInks() throws(SplashError) {
    for index in 0..<Int(info.num_extra_channels) {
      var channel = JxlExtraChannelInfo()
      JxlDecoderGetExtraChannelInfo(decoder, index, &channel)
      guard channel.type != JXL_CHANNEL_BLACK else {
        throw SplashError(
          .badInput, "\(name): a photo in CMYK, whose colors depend on ink and paper",
          remedy: "convert it to RGB first, with the profile it was made for")
      }
    }
  }

  // MARK: - Colors

  private var isGrey: Bool { info.num_color_channels == 1 }
  private var hasAlpha: Bool { info.alpha_bits > 0 }

  private func profile(_ target: JxlColorProfileTarget) -> [UInt8]? {
    var size = 0
    guard cjxl_profile_size(decoder, target, &size) == JXL_DEC_SUCCESS, size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    return cjxl_profile(decoder, target, &bytes, size) == JXL_DEC_SUCCESS ? bytes : nil
  }

  /// Requests the image in the file's colors. libjxl converts to these itself if they are described
  /// by numbers. If they are described by a profile and the image is stored in XYB, it gives linear
  /// BT.2020, which the profile then converts.
  private func chooseColors() {
    let isXYB = info.uses_original_profile == 0
    var encoding = JxlColorEncoding()
    if cjxl_encoding(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding) == JXL_DEC_SUCCESS {
      if isXYB {
        // Linear integers are too coarse in the dark.
        if encoding.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR {
          encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
        }
        JxlDecoderSetPreferredColorProfile(decoder, &encoding)
      }
      let isUsual =
        encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB
        && encoding.white_point == JXL_WHITE_POINT_D65
        && (isGrey || encoding.primaries == JXL_PRIMARIES_SRGB)
      tags.profile = isUsual ? nil : profile(JXL_COLOR_PROFILE_TARGET_DATA)
      if !isUsual { colors = Self.numbers(of: encoding, isGrey: isGrey) }
      return
    }
    let original = profile(JXL_COLOR_PROFILE_TARGET_ORIGINAL)
    tags.profile = original
    guard isXYB else { return }
    encoding = JxlColorEncoding()
    encoding.color_space = isGrey ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB
    encoding.white_point = JXL_WHITE_POINT_D65
    encoding.primaries = JXL_PRIMARIES_2100
    encoding.transfer_function = JXL_TRANSFER_FUNCTION_LINEAR
    encoding.rendering_intent = JXL_RENDERING_INTENT_RELATIVE
    JxlDecoderSetPreferredColorProfile(decoder, &encoding)
    if let original, let light = profile(JXL_COLOR_PROFILE_TARGET_DATA) {
      conversion = ProfileConversion(from: light, to: original, isGrey: isGrey, hasAlpha: hasAlpha)
    }
    guard conversion == nil else { return }
    // The profile cannot be used; the image gets sRGB and its profile.
    encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
    JxlDecoderSetPreferredColorProfile(decoder, &encoding)
    tags.profile = profile(JXL_COLOR_PROFILE_TARGET_DATA)
  }

  /// The H.273 numbers of primaries and transfer, if both have one; they equal libjxl's except for
  /// P3 with D65.
  private static func numbers(
    of encoding: JxlColorEncoding, isGrey: Bool
  ) -> (AVColorPrimaries, AVColorTransferCharacteristic)? {
    let transfer = AVColorTransferCharacteristic(encoding.transfer_function.rawValue)
    guard encoding.transfer_function.rawValue < 256, !isGrey else { return nil }
    switch (encoding.primaries, encoding.white_point) {
    case (JXL_PRIMARIES_P3, JXL_WHITE_POINT_D65): return (AVCOL_PRI_SMPTE432, transfer)
    case (JXL_PRIMARIES_P3, JXL_WHITE_POINT_DCI): return (AVCOL_PRI_SMPTE431, transfer)
    case (JXL_PRIMARIES_SRGB, JXL_WHITE_POINT_D65): return (AVCOL_PRI_BT709, transfer)
    case (JXL_PRIMARIES_2100, JXL_WHITE_POINT_D65): return (AVCOL_PRI_BT2020, transfer)
    default: return nil
    }
  }

  // MARK: - Pixels

  private func makeRoom() throws(SplashError) {
    let isDeep = info.bits_per_sample > 8
    let kind = (isGrey ? (hasAlpha ? "ya" : "gray") : hasAlpha ? "rgba" : "rgb")
    let bits = isGrey ? (isDeep ? "16le" : hasAlpha ? "8" : "") : isDeep ? "64le" : ""
    let opaque = isDeep ? "48le" : "24"
    let pixelFormat = PixelFormat(name: kind + (isGrey || hasAlpha ? bits : opaque))!
    let picture = BufferPool().picture(
      width: Int(info.xsize), height: Int(info.ysize), format: pixelFormat)
    let av = picture.av
    if !isGrey { av.pointee.colorspace = AVCOL_SPC_RGB }
    av.pointee.color_range = AVCOL_RANGE_JPEG
    if let colors { (av.pointee.color_primaries, av.pointee.color_trc) = colors }
    // The missing part of a file that is cut off stays black.
    memset(av.pointee.data.0!, 0, Int(av.pointee.linesize.0) * picture.height)
    let channels = (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0)
    let runs = PixelRuns(
      start: av.pointee.data.0!, stride: Int(av.pointee.linesize.0), channels: channels,
      isDeep: isDeep, conversion: conversion)
    pixels = runs
    var format = JxlPixelFormat()
    format.num_channels = UInt32(channels)
    format.data_type =
      conversion != nil ? JXL_TYPE_FLOAT : isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8
    format.endianness = JXL_LITTLE_ENDIAN
    // libjxl calls this on its own threads, each with other pixels.
    let status = JxlDecoderSetImageOutCallback(
      decoder, &format,
      { runs, x, y, count, source in
        Unmanaged<PixelRuns>.fromOpaque(runs!).takeUnretainedValue()
          .put(source!, x: x, y: y, count: count)
      }, Unmanaged.passUnretained(runs).toOpaque())
    guard status == JXL_DEC_SUCCESS else { throw undecodable }
    frame = consume picture
  }

  // MARK: - Boxes

  private func beginBox() {
    var letters: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
    let status = withUnsafeMutablePointer(to: &letters) {
      $0.withMemoryRebound(to: CChar.self, capacity: 4) { JxlDecoderGetBoxType(decoder, $0, 1) }
    }
    let type = withUnsafeBytes(of: letters) { String(decoding: $0, as: UTF8.self) }
    let isKnown = type == "Exif" ? tags.exif == nil : type == "xml " && tags.xmp == nil
    guard status == JXL_DEC_SUCCESS, isKnown else { return }
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    box = (type, bytes, 0)
    JxlDecoderSetBoxBuffer(decoder, bytes.baseAddress, bytes.count)
  }

  private func growBox() {
    guard let (type, bytes, _) = box, bytes.count < Self.longestBox else {
      // Real metadata are never that long.
      JxlDecoderReleaseBoxBuffer(decoder)
      box?.bytes.deallocate()
      box = nil
      return
    }
    let held = bytes.count - JxlDecoderReleaseBoxBuffer(decoder)
    let more = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * bytes.count)
    more.baseAddress!.update(from: bytes.baseAddress!, count: held)
    bytes.deallocate()
    box = (type, more, held)
    JxlDecoderSetBoxBuffer(decoder, more.baseAddress! + held, more.count - held)
  }

  private func endBox() {
    guard let (type, bytes, held) = box else { return }
    let count = bytes.count - JxlDecoderReleaseBoxBuffer(decoder)
    let text = Array(bytes.prefix(max(count, held)))
    bytes.deallocate()
    box = nil
    if type == "Exif" {
      // The first four bytes are the number of bytes to skip before the byte order mark, as in
      // HEIF.
      let skipped = text.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      tags.exif = Array(text.dropFirst(4).dropFirst(skipped))
    } else {
      tags.xmp = text
    }
  }
}

/// Writes runs of pixels to the image. Any thread.
private final class PixelRuns: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let stride, channels: Int
  private let isDeep: Bool
  private let conversion: ProfileConversion?

  init(
    start: UnsafeMutablePointer<UInt8>, stride: Int, channels: Int, isDeep: Bool,
    conversion: ProfileConversion?
  ) {
    (self.start, self.stride, self.channels) = (start, stride, channels)
    (self.isDeep, self.conversion) = (isDeep, conversion)
  }

  /// - Parameter source: floats if they are to be converted, else samples in their final form.
  func put(_ source: UnsafeRawPointer, x: Int, y: Int, count: Int) {
    let size = channels * (isDeep ? 2 : 1)
    let target = UnsafeMutableRawPointer(start + y * stride + x * size)
    guard let conversion else { return target.copyMemory(from: source, byteCount: count * size) }
    let samples = count * channels
    withUnsafeTemporaryAllocation(of: Float.self, capacity: samples) { floats in
      conversion.apply(source, to: floats.baseAddress!, pixels: count)
      let top: Float = isDeep ? 65535 : 255
      for index in 0..<samples {
        let code = min(max(floats[index] * top + 0.5, 0), top)
        if isDeep {
          target.storeBytes(of: UInt16(code).littleEndian, toByteOffset: 2 * index, as: UInt16.self)
        } else {
          target.storeBytes(of: UInt8(code), toByteOffset: index, as: UInt8.self)
        }
      }
    }
  }
}
