internal import CFFmpeg

extension PixelFormat {
  /// How the samples lie; nil for formats without bytes or words of their own per sample: palettes,
  /// bit streams, floats, hardware surfaces.
  package var samples: SampleFormat? {
    let others = [
      AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_HWACCEL,
    ]
    guard let descriptor, descriptor.nb_components > 0,
      !others.contains(where: { has(Int32($0)) }), !has(Int32(AV_PIX_FMT_FLAG_FLOAT)),
      descriptor.comp.0.depth <= 16
    else { return nil }
    let components = [
      descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3,
    ].prefix(Int(descriptor.nb_components))
    return SampleFormat(
      components: components.map {
        SampleFormat.Component(
          plane: Int($0.plane), offset: Int($0.offset), step: Int($0.step), shift: Int($0.shift),
          depth: Int($0.depth))
      },
      log2ChromaWidth: log2ChromaWidth, log2ChromaHeight: log2ChromaHeight, isRGB: isRGB,
      hasAlpha: hasAlpha, isBigEndian: has(Int32(AV_PIX_FMT_FLAG_BE)))
  }
}

extension Frame {
  /// Calls `body` with the planes for reading.
  ///
  /// - Returns: the result of `body`; nil, without a call, for formats without bytes or words of
  ///   their own per sample: palettes, bit streams, floats.
  public func withPlanes<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing PlaneView) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let samples = format.samples else { return nil }
    return try body(planes(samples))
  }

  /// Calls `body` with the planes for writing, for a frame that no other code shares yet.
  package func withMutablePlanes<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing MutablePlaneView) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let samples = format.samples else { return nil }
    return try body(MutablePlaneView(planes(samples)))
  }

  private func planes(_ samples: SampleFormat) -> PlaneView {
    let (data, lines) = (av.pointee.data, av.pointee.linesize)
    return PlaneView(
      planes: PlaneView.Planes(
        PlaneView.Plane(data.0, stride: Int(lines.0)),
        PlaneView.Plane(data.1, stride: Int(lines.1)),
        PlaneView.Plane(data.2, stride: Int(lines.2)),
        PlaneView.Plane(data.3, stride: Int(lines.3))
      ), width: width, height: height, format: samples, coding: ColorCoding(of: self),
      chromaSite: ChromaSite(of: self))
  }
}
