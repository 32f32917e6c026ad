internal import CFFmpeg
internal import CV4L2
internal import Glibc

/// Converts formats that neither libavutil nor splash knows to YU12, by libv4lconvert.
final class Converter {
  private let library: OpaquePointer
  private var source: v4l2_format
  private var target: v4l2_format

  /// - Parameter source: the device's single-planar format.
  init?(_ device: DeviceHandle, source: v4l2_format) {
    guard let library = v4lconvert_create(device.descriptor) else { return nil }
    self.library = library
    self.source = source
    target = source
    target.fmt.pix.pixelformat = FourCC("YU12")!.rawValue
    v4lconvert_fixup_fmt(&target)
  }

  deinit { v4lconvert_destroy(library) }

  /// Fills a YU12 frame whose planes follow each other without gaps. Returns false when the data
  /// are damaged.
  func convert(_ bytes: UnsafeMutableRawBufferPointer, into picture: borrowing Frame) -> Bool {
    let destination = picture.av.pointee.data.0
    let size = target.fmt.pix.sizeimage
    return v4lconvert_convert(
      library, &source, &target, bytes.baseAddress, Int32(bytes.count), destination, Int32(size)
    ) == Int32(size)
  }

  /// Formats that the library converts to YU12 without a matrix: other orders of Y'CbCr, greys, and
  /// compressed formats of older webcams.
  private static let yCbCr: Set<String> = [
    "YVYU", "NV61", "GREY", "Y4", "Y6", "Y10B", "Y16", "Y16-BE", "M420", "HM12", "S501", "S505",
    "S508", "S920", "KONI", "CPIA", "O511", "O518",
  ]

  /// Formats that the library converts to R'G'B' and then to YU12: R'G'B' itself, Bayer data of
  /// sensors, and its compressed forms of older webcams. Not HSV: version 1.22 writes it past the
  /// end of its target.
  private static let rgb: Set<String> = [
    "RGB3", "BGR3", "RGB4", "BGR4", "BX24", "XR24", "BA24", "AR24",
    "BA81", "GBRG", "GRBG", "RGGB", "BG10", "GB10", "BA10", "RG10", "pBAA", "pGAA", "pgAA",
    "pRAA", "BYR2", "GB16", "GR16", "RG16",
    "S680", "S561", "S910", "P207", "M310", "905C", "PJPG", "JL20",
  ]

  static func reads(_ format: FourCC) -> Bool {
    yCbCr.contains(format.description) || rgb.contains(format.description)
  }

  /// The color description after conversion to YU12, where the driver states `color` before it.
  static func color(of format: FourCC, _ color: CaptureColor) -> CaptureColor {
    rgb.contains(format.description) ? .converted : color
  }
}
