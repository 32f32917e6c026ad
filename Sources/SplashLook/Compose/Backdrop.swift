internal import CSplashKernels
internal import Glibc

/// A copy of a frame or image that replaces the background or the selection.
package final class Backdrop: Sendable {
  /// Planes without padding: bytes per row, and the rows one after another.
  fileprivate let planes: [(bytes: Int, samples: [UInt8])]

  /// - Parameter picture: planar or semi-planar.
  package init(copying picture: borrowing PlaneView) {
    var planes: [(bytes: Int, samples: [UInt8])] = []
    for plane in 0..<(picture.format.packing == .planar ? 3 : 2) {
      let (bytes, rows) = picture.size(ofPlane: plane)
      var samples: [UInt8] = []
      samples.reserveCapacity(bytes * rows)
      for y in 0..<rows { samples += picture.row(y, ofPlane: plane) }
      planes.append((bytes, samples))
    }
    self.planes = planes
  }
}

/// Copies a backdrop over the whole frame.
final class BackdropPass: LookPass {
  private let named: LookPicture
  /// The backdrop in the size and format of the result.
  private var backdrop: Backdrop?

  init(_ named: LookPicture) { self.named = named }

  func begin(_ materials: LookMaterials) { backdrop = materials.backdrop(named) }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    guard let backdrop else { preconditionFailure("drawn before it began") }
    let log2 = Int32(picture.format.log2_height)
    let lines = (rows.lowerBound << log2)..<min(rows.upperBound << log2, picture.height)
    func copy(
      _ plane: Int, _ rows: Range<Int32>, to target: UnsafeMutablePointer<UInt8>?, _ stride: Int
    ) {
      guard let target else { return }
      let (bytes, samples) = backdrop.planes[plane]
      samples.withUnsafeBufferPointer { samples in
        for y in rows {
          memcpy(target + Int(y) * stride, samples.baseAddress! + Int(y) * bytes, bytes)
        }
      }
    }
    copy(0, lines, to: picture.out_luma, picture.out_luma_stride)
    copy(1, rows, to: picture.out_cb, picture.out_cb_stride)
    if backdrop.planes.count > 2 { copy(2, rows, to: picture.out_cr, picture.out_cr_stride) }
  }
}
