internal import CFFmpeg

/// A kind of device that this FFmpeg can use.
struct HardwareKind: Equatable, Sendable {
  /// FFmpeg's name of it.
  let name: String
  /// Nil for Video4Linux, whose decoders and encoders open their device themselves.
  let type: AVHWDeviceType?

  /// FFmpeg's wrapper name for Video4Linux decoders.
  private static let v4l2 = "v4l2m2m"

  /// All kinds that can decode or encode a codec, in FFmpeg's order.
  static let all: [HardwareKind] = {
    let codecs = allCodecs
    var kinds: [HardwareKind] = []
    var type = av_hwdevice_iterate_types(AV_HWDEVICE_TYPE_NONE)
    while type != AV_HWDEVICE_TYPE_NONE {
      let kind = HardwareKind(
        name: String(cString: av_hwdevice_get_type_name(type)), type: type)
      if codecs.contains(where: { kind.format(of: $0) != nil }) { kinds.append(kind) }
      type = av_hwdevice_iterate_types(type)
    }
    let wrapper = HardwareKind(name: v4l2, type: nil)
    return kinds + (codecs.contains(where: wrapper.isWrapped) ? [wrapper] : [])
  }()

  private static var allCodecs: [UnsafePointer<AVCodec>] {
    var (codecs, place) = ([UnsafePointer<AVCodec>](), UnsafeMutableRawPointer?.none)
    while let codec = av_codec_iterate(&place) { codecs.append(codec) }
    return codecs
  }

  private init(name: String, type: AVHWDeviceType?) { (self.name, self.type) = (name, type) }

  /// Nil for a name that is not among `all`.
  init?(named name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The kind whose devices hold frames of a format outside of main memory; nil for other formats.
  init?(holding format: AVPixelFormat, for encoder: UnsafePointer<AVCodec>) {
    guard let kind = Self.all.first(where: { $0.format(of: encoder) == format }) else { return nil }
    self = kind
  }

  /// The decoder that uses the device: FFmpeg's own where it has one, else another; nil where there
  /// is none.
  func decoder(of codec: AVCodecID) -> UnsafePointer<AVCodec>? {
    Self.allCodecs.first {
      $0.pointee.id == codec && av_codec_is_decoder($0) != 0
        && (type == nil ? isWrapped($0) : format(of: $0) != nil)
    }
  }

  private func isWrapped(_ codec: UnsafePointer<AVCodec>) -> Bool {
    codec.pointee.wrapper_name.map { String(cString: $0) } == Self.v4l2
  }

  /// The format of frames that a codec decodes to or encodes from on such a device; nil where it
  /// cannot.
  func format(of codec: UnsafePointer<AVCodec>) -> AVPixelFormat? {
    guard let type else { return nil }
    let ways = AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX | AV_CODEC_HW_CONFIG_METHOD_HW_FRAMES_CTX
    var index: Int32 = 0
    while let config = avcodec_get_hw_config(codec, index) {
      if config.pointee.device_type == type, config.pointee.methods & Int32(ways) != 0 {
        return config.pointee.pix_fmt
      }
      index += 1
    }
    return nil
  }
}
