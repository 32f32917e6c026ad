/// The shape of an output, applied in this order: frames are cropped, turned or mirrored, and
/// scaled. The output has its own frame rate where one is given.
///
/// All of it refers to frames as they are displayed.
public struct OutputShape: Equatable, Sendable {
  /// The crop; nil for the whole frame.
  public var crop: Crop?
  /// Turn and mirroring of the crop.
  public var turn = Turn.upright
  /// The size of the result; nil for that of the crop.
  public var scale: Scale?
  /// Frames per second, 0.1…1000, by dropping or repeating frames; nil for the input's. Photos,
  /// virtual cameras and `null` ignore it.
  public var rate: Double?
  /// Converts HDR to SDR of BT.709. Clips of 8 bits are converted in any case.
  public var isSDR = false

  public init() {}

  /// The shape as a short text that is equal for equal shapes.
  var text: String {
    [
      crop?.text, turn == .upright ? nil : "turn \(turn.orientation)", scale?.text,
      rate.map { "\($0)" }, isSDR ? "sdr" : nil,
    ].map { $0 ?? "-" }.joined(separator: " ")
  }

  /// Whether the crop follows the selection.
  var follows: Bool { if case .follow = crop { true } else { false } }

  /// Whether frames are cropped, turned or scaled.
  var changesPictures: Bool { crop != nil || turn != .upright || scale != nil }

  /// A part of the frame.
  public enum Crop: Equatable, Sendable {
    /// The largest centered part with that ratio of width to height.
    case ratio(width: Double, height: Double)
    /// A part of that ratio that glides after the center of the selection.
    case follow(width: Double, height: Double)
    /// Left edge, upper edge, width and height; what lies outside of the frame is cut off.
    case part(PictureLength, PictureLength, PictureLength, PictureLength)

    /// - Parameter text: "9:16"; "follow", which is "follow:9:16"; or four lengths as in regions:
    ///   "0.25,0,0.5,1", "320,0,640px,100%".
    /// - Returns: nil for any other text.
    public init?(_ text: String) {
      let follows = text == "follow" || text.hasPrefix("follow:")
      if follows || text.contains(":") {
        let ratio = text == "follow" ? "9:16" : text.dropFirst(follows ? "follow:".count : 0)
        let numbers = ratio.split(separator: ":", omittingEmptySubsequences: false)
          .map { Double($0) ?? .nan }
        guard numbers.count == 2, numbers.allSatisfy({ (0.001...100_000).contains($0) }),
          (0.001...1000).contains(numbers[0] / numbers[1])
        else { return nil }
        self =
          follows
          ? .follow(width: numbers[0], height: numbers[1])
          : .ratio(width: numbers[0], height: numbers[1])
        return
      }
      guard let lengths = PictureLength.list(text), lengths.count == 4,
        lengths.allSatisfy({ abs($0.share(of: 1)) <= 1e6 }),
        lengths[2...].allSatisfy({ $0.share(of: 1) > 0 })
      else { return nil }
      self = .part(lengths[0], lengths[1], lengths[2], lengths[3])
    }

    fileprivate var text: String {
      switch self {
      case .ratio(let width, let height): "\(width):\(height)"
      case .follow(let width, let height): "follow:\(width):\(height)"
      case .part(let x, let y, let width, let height):
        [x, y, width, height].map { length in
          switch length {
          case .share(let share): "\(share * 100)%"
          case .pixels(let pixels): "\(pixels)px"
          }
        }.joined(separator: ",")
      }
    }
  }

  /// A size. Its pixels are square, and derived sizes are even.
  public enum Scale: Equatable, Sendable {
    /// A fixed size; the frame must have its aspect ratio within one per cent.
    case size(width: Int, height: Int)
    /// A width; the height follows from the aspect ratio.
    case width(Int)
    /// Pixels along the shorter side.
    case lines(Int)
    /// Maximum pixels along the longer side; smaller frames are not enlarged.
    case atMost(Int)
    /// A factor for both sides.
    case share(Double)

    /// - Parameter text: "1280x720", "1280", "1080p" or "50%".
    /// - Returns: nil for any other text, or for values beyond 2…32768 pixels or 0.1…1000 %.
    public init?(_ text: String) {
      func pixels(_ text: Substring) -> Int? {
        guard let number = Int(text), (2...32_768).contains(number) else { return nil }
        return number
      }
      if let match = text.wholeMatch(of: /(\d+)[x×](\d+)/) {
        guard let width = pixels(match.1), let height = pixels(match.2) else { return nil }
        self = .size(width: width, height: height)
      } else if let match = text.wholeMatch(of: /(\d+)p/) {
        guard let number = pixels(match.1) else { return nil }
        self = .lines(number)
      } else if text.hasSuffix("%") {
        guard let number = Double(text.dropLast()), (0.1...1000).contains(number) else {
          return nil
        }
        self = .share(number / 100)
      } else {
        guard let number = pixels(text[...]) else { return nil }
        self = .width(number)
      }
    }

    fileprivate var text: String {
      switch self {
      case .size(let width, let height): "\(width)x\(height)"
      case .width(let width): "\(width)"
      case .lines(let lines): "\(lines)p"
      case .atMost(let pixels): "at most \(pixels)"
      case .share(let share): "\(share * 100)%"
      }
    }
  }
}
