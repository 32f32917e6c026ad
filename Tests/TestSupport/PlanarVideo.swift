/// Planar Y'CbCr frames one after another, as FFmpeg writes raw video.
public struct PlanarVideo: Sendable {
  public let width: Int
  public let height: Int
  public let log2Width: Int
  public let log2Height: Int
  public let chromaWidth: Int
  public let chromaHeight: Int
  public let frames: Int
  private let samples: [UInt16]
  private let frameSize: Int

  /// - Parameters:
  ///   - bytes: two per sample, little-endian, where `bits` is more than 8.
  ///   - log2Width: 1 where chroma has half the columns, else 0; `log2Height` likewise.
  public init(
    _ bytes: [UInt8], width: Int, height: Int, log2Width: Int, log2Height: Int, bits: Int
  ) {
    samples =
      bits == 8
      ? bytes.map(UInt16.init)
      : stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
      }
    (self.width, self.height) = (width, height)
    (self.log2Width, self.log2Height) = (log2Width, log2Height)
    chromaWidth = (width + (1 << log2Width) - 1) >> log2Width
    chromaHeight = (height + (1 << log2Height) - 1) >> log2Height
    frameSize = width * height + 2 * chromaWidth * chromaHeight
    frames = samples.count / frameSize
  }

  public func luma(_ frame: Int) -> ArraySlice<UInt16> {
    samples[(frame * frameSize)..<(frame * frameSize + width * height)]
  }

  /// Codes at a row and a column of the chroma planes.
  public func chroma(_ frame: Int, _ row: Int, _ column: Int) -> (cb: Double, cr: Double) {
    let cb = frame * frameSize + width * height + row * chromaWidth + column
    return (Double(samples[cb]), Double(samples[cb + chromaWidth * chromaHeight]))
  }

  /// The mean of the luma that a chroma sample covers.
  public func meanLuma(_ frame: Int, _ row: Int, _ column: Int) -> Double {
    var (sum, count) = (0, 0)
    for y in (row << log2Height)..<min((row + 1) << log2Height, height) {
      for x in (column << log2Width)..<min((column + 1) << log2Width, width) {
        sum += Int(samples[frame * frameSize + y * width + x])
        count += 1
      }
    }
    return Double(sum) / Double(count)
  }

  /// Codes at a row and a column of the frame; chroma is that of the sample that covers the
  /// place.
  public func pixel(_ frame: Int, _ row: Int, _ column: Int) -> (y: Double, cb: Double, cr: Double)
  {
    let luma = Double(samples[frame * frameSize + row * width + column])
    let (cb, cr) = chroma(frame, row >> log2Height, column >> log2Width)
    return (luma, cb, cr)
  }
}
