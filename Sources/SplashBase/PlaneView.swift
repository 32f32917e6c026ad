/// A read-only view of a frame's planes in memory: addresses, strides, size, and what the samples
/// mean. It owns nothing and depends on no library; the lender keeps the planes alive while the
/// view is in use.
public struct PlaneView: ~Copyable {
  /// Frame size in luma samples.
  public let width: Int
  public let height: Int
  public let format: SampleFormat
  public let coding: ColorCoding
  public let chromaSite: ChromaSite
  package let planes: Planes

  /// A plane's first row, and the bytes from each row to the next.
  package struct Plane {
    package var start: UnsafeMutablePointer<UInt8>?
    package var stride: Int
    /// Bytes per row that hold samples, and the number of rows.
    fileprivate(set) var size = (bytes: 0, rows: 0)

    package init(_ start: UnsafeMutablePointer<UInt8>?, stride: Int) {
      self.start = start
      self.stride = stride
    }
  }

  /// Up to four planes, stored inline, since an array would allocate memory.
  package struct Planes {
    private var first, second, third, fourth: Plane

    package init(
      _ first: Plane = Plane(nil, stride: 0), _ second: Plane = Plane(nil, stride: 0),
      _ third: Plane = Plane(nil, stride: 0), _ fourth: Plane = Plane(nil, stride: 0)
    ) {
      (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// - Parameter index: 0…3.
    package subscript(index: Int) -> Plane {
      get {
        switch index {
        case 0: first
        case 1: second
        case 2: third
        case 3: fourth
        default: preconditionFailure("no plane \(index)")
        }
      }
      set {
        switch index {
        case 0: first = newValue
        case 1: second = newValue
        case 2: third = newValue
        case 3: fourth = newValue
        default: preconditionFailure("no plane \(index)")
        }
      }
    }
  }

  /// - Parameter planes: as many as the format has; `start` is nil in the rest.
  package init(
    planes: Planes, width: Int, height: Int, format: SampleFormat, coding: ColorCoding,
    chromaSite: ChromaSite = .left
  ) {
    var planes = planes
    for plane in 0..<format.planeCount {
      planes[plane].size = format.size(ofPlane: plane, width: width, height: height)
    }
    self.planes = planes
    self.width = width
    self.height = height
    self.format = format
    self.coding = coding
    self.chromaSite = chromaSite
  }

  /// Chroma samples per row, and chroma rows; the same as for luma if chroma is not subsampled.
  public var chromaWidth: Int { format.chromaWidth(width) }
  public var chromaHeight: Int { format.chromaHeight(height) }

  /// The samples per row, and the rows, of a component.
  public func size(ofComponent index: Int) -> (width: Int, height: Int) {
    format.size(ofComponent: index, width: width, height: height)
  }

  /// The bytes per row that hold samples, and the rows, of a plane.
  public func size(ofPlane plane: Int) -> (bytes: Int, rows: Int) {
    planes[plane].size
  }

  /// The bytes of a row that hold samples; valid as long as the view.
  public func row(_ y: Int, ofPlane plane: Int) -> UnsafeBufferPointer<UInt8> {
    let (bytes, rows) = size(ofPlane: plane)
    precondition(0..<rows ~= y)
    let start = start(ofPlane: plane) + y * planes[plane].stride
    return UnsafeBufferPointer(start: start, count: bytes)
  }

  /// The code of a sample.
  ///
  /// - Parameters:
  ///   - index: position of the component in the format's `components`.
  ///   - x: column, in samples of that component.
  ///   - y: row, likewise.
  public func code(_ index: Int, _ x: Int, _ y: Int) -> Int {
    let component = format.components[index]
    let size = size(ofComponent: index)
    precondition(0..<size.width ~= x && 0..<size.height ~= y)
    let place =
      start(ofPlane: component.plane) + y * planes[component.plane].stride + component.offset
      + x * component.step
    let mask = 1 << component.depth - 1
    if component.bytes == 1 { return Int(place[0]) >> component.shift & mask }
    let (first, second) = (Int(place[0]), Int(place[1]))
    let word = format.isBigEndian ? first << 8 | second : second << 8 | first
    return word >> component.shift & mask
  }

  package func start(ofPlane plane: Int) -> UnsafeMutablePointer<UInt8> {
    guard let start = planes[plane].start else { preconditionFailure("no plane \(plane)") }
    return start
  }
}

/// Writable planes of a frame that no other code shares yet.
public struct MutablePlaneView: ~Copyable {
  /// The same planes, for reading.
  public let view: PlaneView

  package init(_ view: consuming PlaneView) { self.view = view }

  /// The bytes of a row that hold samples; valid as long as the view.
  public func row(_ y: Int, ofPlane plane: Int) -> UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(mutating: view.row(y, ofPlane: plane))
  }
}
