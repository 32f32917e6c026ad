import CFFmpeg
import CV4L2
import SplashV4L2
import Testing

@Suite struct CaptureColorTests {
  /// Color space, encoding, quantization and transfer function as a driver gives them.
  func color(
    _ space: v4l2_colorspace, _ encoding: v4l2_ycbcr_encoding = V4L2_YCBCR_ENC_DEFAULT,
    _ quantization: v4l2_quantization = V4L2_QUANTIZATION_DEFAULT,
    _ transfer: v4l2_xfer_func = V4L2_XFER_FUNC_DEFAULT
  ) -> CaptureColor {
    CaptureColor(
      colorSpace: space.rawValue, encoding: encoding.rawValue,
      quantization: quantization.rawValue, transfer: transfer.rawValue)
  }

  @Test func sRGBWebcamIsBT601InLimitedRange() {
    let color = color(V4L2_COLORSPACE_SRGB)
    #expect(color.matrix == AVCOL_SPC_SMPTE170M)
    #expect(color.range == AVCOL_RANGE_MPEG)
    #expect(color.primaries == AVCOL_PRI_BT709)
    #expect(color.transfer == AVCOL_TRC_IEC61966_2_1)
  }

  @Test func colorSpacesHaveTheirDefaults() {
    #expect(color(V4L2_COLORSPACE_REC709).matrix == AVCOL_SPC_BT709)
    #expect(color(V4L2_COLORSPACE_BT2020).matrix == AVCOL_SPC_BT2020_NCL)
    #expect(color(V4L2_COLORSPACE_SMPTE170M).matrix == AVCOL_SPC_SMPTE170M)
    #expect(color(V4L2_COLORSPACE_JPEG).range == AVCOL_RANGE_JPEG)
    #expect(color(V4L2_COLORSPACE_REC709).transfer == AVCOL_TRC_BT709)
  }

  @Test func explicitColorFieldsOverrideDefaults() {
    let color = color(
      V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_709, V4L2_QUANTIZATION_FULL_RANGE,
      V4L2_XFER_FUNC_SMPTE2084)
    #expect(color.matrix == AVCOL_SPC_BT709)
    #expect(color.range == AVCOL_RANGE_JPEG)
    #expect(color.transfer == AVCOL_TRC_SMPTE2084)
  }

  @Test func missingColorSpaceIsUnspecified() {
    let color = color(V4L2_COLORSPACE_DEFAULT)
    #expect(color.matrix == AVCOL_SPC_UNSPECIFIED)
    #expect(color.range == AVCOL_RANGE_UNSPECIFIED)
    #expect(color.primaries == AVCOL_PRI_UNSPECIFIED)
    #expect(color.transfer == AVCOL_TRC_UNSPECIFIED)
  }
}
