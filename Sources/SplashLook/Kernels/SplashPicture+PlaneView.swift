package import CSplashKernels

extension SplashPicture {
  /// The planes of a frame in a native format, for reading.
  package init(_ source: borrowing PlaneView) {
    self.init()
    format = SplashFormat(source.format)
    (width, height) = (Int32(source.width), Int32(source.height))
    let (luma, cb, cr) = (source.planes[0], source.planes[1], source.planes[2])
    (self.luma, luma_stride) = (UnsafePointer(luma.start), luma.stride)
    (self.cb, cb_stride) = (UnsafePointer(cb.start), cb.stride)
    (self.cr, cr_stride) = (UnsafePointer(cr.start), cr.stride)
  }

  /// The planes of one frame for reading, and of another for writing: in the same format, or planar
  /// 4:2:2 if the source is packed.
  package init(_ source: borrowing PlaneView, into target: borrowing MutablePlaneView) {
    self.init(source)
    let planes = target.view.planes
    (out_luma, out_luma_stride) = (planes[0].start, planes[0].stride)
    (out_cb, out_cb_stride) = (planes[1].start, planes[1].stride)
    (out_cr, out_cr_stride) = (planes[2].start, planes[2].stride)
    unpack = target.view.format != source.format
  }

  /// Sets the plane where the mask is read or written.
  package mutating func setMask(_ plane: SplashPlane) {
    (mask, mask_stride) = (plane.data, plane.stride)
  }
}

extension SplashFormat {
  /// The kernels' description of a native format.
  package init(_ format: SampleFormat) {
    precondition(format.isNative)
    let layout: SplashLayout =
      switch format.packing! {
      case .planar: .planar
      case .semiplanar: .semiplanar
      case .yuyv: .yuyv
      case .uyvy: .uyvy
      }
    self.init(
      layout: layout, depth: UInt8(format.depth), shift: UInt8(format.components[0].shift),
      log2_width: UInt8(format.log2ChromaWidth), log2_height: UInt8(format.log2ChromaHeight))
  }
}

extension SplashRule {
  /// The rule's constants for codes, display and gains.
  package init(of picture: borrowing PlaneView, gains: Gains = Gains()) {
    self.init(picture.coding, depth: picture.format.depth, gains: gains)
  }

  package init(_ coding: ColorCoding, depth: Int, gains: Gains) {
    self.init()
    (kr, kb) = (coding.matrix.kr, coding.matrix.kb)
    self.depth = Int32(depth)
    full_range = coding.range == .full
    (red_gain, green_gain, blue_gain) = (gains.red, gains.green, gains.blue)
    display = SplashDisplay(coding)
  }
}

extension SplashDisplay {
  fileprivate init(_ coding: ColorCoding) {
    let (red, green, blue) = coding.toDisplayed
    let transfer: SplashTransfer =
      switch (coding.transfer, coding.profile?.curve) {
      case (_, .sRGB?): .sRGB
      case (_, .gamma22?): .gamma22
      case (_, .gamma18?): .gamma18
      case (_, .linear?): .linear
      case (.sdr, nil): coding.isWide ? .gamma : .none
      case (.pq, nil): .pq
      case (.hlg, nil): .hlg
      }
    self.init(
      transfer: transfer, red: SplashWeights(red), green: SplashWeights(green),
      blue: SplashWeights(blue))
  }
}

extension SplashWeights {
  fileprivate init(_ weights: ColorPrimaries.Weights) {
    self.init(red: weights.red, green: weights.green, blue: weights.blue)
  }
}
