import Foundation
import SplashBase
import SplashSubjects
import TestSupport

/// A disc of a brightness on black, in shares of the frame's height.
struct Disc {
  var x, y, radius: Double
  var code: UInt8 = 255
}

extension Network {
  /// A network made for the purpose: it takes bright areas for people.
  static func bright(in scratch: Scratch) throws -> Network {
    let path = scratch.path("bright.onnx")
    try MadeNetwork.write(to: path, shape: [1, 3, 144, 256], weights: [1, 0, 0])
    return try Network(
      path, NetworkForm(), OnnxRuntime(library: #require(MadeNetwork.runtime)))
  }
}

extension [Disc] {
  /// Passes them as a frame without chroma, in full range.
  func drawn<Result>(
    _ width: Int, _ height: Int, _ body: (borrowing PlaneView) throws -> Result
  ) rethrows -> Result {
    var luma = [UInt8](repeating: 0, count: width * height)
    for index in luma.indices {
      let (x, y) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
      for disc in self
      where hypot(x / Double(height) - disc.x, y / Double(height) - disc.y) < disc.radius {
        luma[index] = disc.code
      }
    }
    var chroma = [UInt8](repeating: 128, count: width * height)
    let format = SampleFormat(
      components: (0..<3).map { .init(plane: $0, step: 1, depth: 8) }, log2ChromaWidth: 0,
      log2ChromaHeight: 0)
    return try luma.withUnsafeMutableBufferPointer { luma in
      try chroma.withUnsafeMutableBufferPointer { chroma in
        let (y, c) = (luma.baseAddress!, chroma.baseAddress!)
        return try body(
          PlaneView(
            planes: PlaneView.Planes(
              .init(y, stride: width), .init(c, stride: width), .init(c, stride: width)),
            width: width, height: height, format: format,
            coding: ColorCoding(matrix: .bt709, range: .full)))
      }
    }
  }
}
