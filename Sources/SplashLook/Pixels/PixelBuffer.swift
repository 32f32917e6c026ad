/// A frame in memory of the calling program, which `PixelFilter` changes in place. It owns nothing:
/// the caller keeps the memory alive, and does not access it while it is used.
// The compiler cannot verify this for the addresses.
public struct PixelBuffer: @unchecked Sendable {
  /// In luma samples, 1…65535.
  public let width, height: Int
  public let layout: PixelLayout
  /// What the codes mean.
  public let coding: ColorCoding
  /// When the frame is shown, in seconds; nil if unknown.
  public let time: Double?
  let planes: PlaneView.Planes

  /// A frame whose planes lie one after another, without gaps between rows.
  ///
  /// - Parameters:
  ///   - bytes: of all planes, at least as many as the format needs.
  ///   - width: in luma samples, 1…65535.
  ///   - height: likewise.
  ///   - layout: how samples lie.
  ///   - coding: what the codes mean. Nil for limited range and BT.709 from 720 lines up, BT.601
  ///     below; for R'G'B', which is full range, the same matrix of its origin.
  ///   - time: when it is shown, in seconds; nil if unknown.
  /// - Throws: `SplashError` of kind usage if the size is impossible or the memory too small.
  public init(
    _ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int, layout: PixelLayout = .rgba,
    coding: ColorCoding? = nil, time: Double? = nil
  ) throws {
    try Self.check(width, height)
    var planes: [Plane] = []
    var place = 0
    for plane in 0..<layout.planeCount {
      let (rowBytes, rows) = layout.size(ofPlane: plane, width: width, height: height)
      planes.append(Plane(bytes.baseAddress.map { $0 + place }, stride: rowBytes))
      place += rowBytes * rows
    }
    guard bytes.count >= place else {
      throw SplashError(
        .usage, "a frame of \(width)x\(height) in \(layout.name)",
        cause: "\(bytes.count) bytes for it", remedy: "give \(place) bytes")
    }
    try self.init(
      planes: planes, width: width, height: height, layout: layout, coding: coding, time: time)
  }

  /// The first row of a plane, and the bytes from each row to the next, at least the bytes with
  /// samples.
  public struct Plane {
    public var start: UnsafeMutableRawPointer?
    public var stride: Int

    public init(_ start: UnsafeMutableRawPointer?, stride: Int) {
      (self.start, self.stride) = (start, stride)
    }
  }

  /// A frame whose planes lie anywhere in memory.
  ///
  /// - Parameters:
  ///   - planes: as many as the layout has; more are ignored.
  ///   - width: in luma samples, 1…65535.
  ///   - height: likewise.
  ///   - layout: how samples lie.
  ///   - coding: what the codes mean; nil as for planes one after another.
  ///   - time: when it is shown, in seconds; nil if unknown.
  /// - Throws: `SplashError` of kind usage if the size is impossible, or if a plane has no address
  ///   or its rows are too short.
  public init(
    planes: [Plane], width: Int, height: Int, layout: PixelLayout, coding: ColorCoding? = nil,
    time: Double? = nil
  ) throws {
    try Self.check(width, height)
    (self.width, self.height, self.layout) = (width, height, layout)
    self.time = time.flatMap { $0.isFinite ? $0 : nil }
    var coding =
      coding
      ?? ColorCoding(matrix: ColorMatrix(untagged: .limited, height: height), range: .limited)
    if layout.isRGB { coding.range = .full }
    self.coding = coding
    var views = PlaneView.Planes()
    for plane in 0..<layout.planeCount {
      let bytes = layout.size(ofPlane: plane, width: width, height: height).bytes
      let given = plane < planes.count ? planes[plane] : Plane(nil, stride: 0)
      guard let start = given.start, given.stride >= bytes else {
        throw SplashError(
          .usage, "plane \(plane) of \(layout.name)",
          cause: given.start == nil ? "no address" : "\(given.stride) bytes from row to row",
          remedy: "give an address and \(bytes) bytes or more")
      }
      views[plane] = PlaneView.Plane(
        start.assumingMemoryBound(to: UInt8.self), stride: given.stride)
    }
    self.planes = views
  }

  private static func check(_ width: Int, _ height: Int) throws(SplashError) {
    guard (1...65535).contains(width), (1...65535).contains(height) else {
      throw SplashError(
        .usage, "a frame of \(width)x\(height)", cause: "out of range",
        remedy: "give 1 to 65535 each")
    }
  }

  /// The planes of a Y'CbCr frame.
  func view(_ format: SampleFormat) -> MutablePlaneView {
    MutablePlaneView(
      PlaneView(planes: planes, width: width, height: height, format: format, coding: coding))
  }

  /// A row of an R'G'B' frame.
  func pixels(ofRow row: Int) -> UnsafeMutablePointer<UInt8> {
    planes[0].start! + row * planes[0].stride
  }
}
