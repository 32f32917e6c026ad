public import SplashCore
public import SplashFilter

/// What becomes of the pictures' shape on their way to an output, in this order: a part of them is
/// cut out, it is turned or mirrored, and it is scaled. The output has its own number of pictures a
/// second where one is asked for.
///
/// All of it refers to pictures as they are displayed.
public struct OutputShape: Equatable, Sendable {
  /// The part that is cut out; nil for all of it.
  public var crop: Crop?
  /// How that part is turned and mirrored.
  public var turn = Turn.upright
  /// The size of the result; nil for that of the part.
  public var scale: Scale?
  /// Pictures a second, 0.1…1000, by leaving some out or repeating them; nil for the input's. Photos,
  /// cameras for other programs and `null` take the pictures as they come.
  public var rate: Double?
  /// High dynamic range becomes SDR of BT.709. Films of 8 bits do so without being asked.
  public var isSDR = false

  public init() {}

  /// The shape as a short text, the same for the same shape.
  var text: String {
    [
      crop?.text, turn == .upright ? nil : "turn \(turn.orientation)", scale?.text,
      rate.map { "\($0)" }, isSDR ? "sdr" : nil,
    ].map { $0 ?? "-" }.joined(separator: " ")
  }

  /// Whether the part that is cut out follows what is kept.
  var follows: Bool { if case .follow = crop { true } else { false } }

  /// Whether pictures are cut, turned or scaled.
  var changesPictures: Bool { crop != nil || turn != .upright || scale != nil }

  /// A part of a picture.
  public enum Crop: Equatable, Sendable {
    /// The largest part in the middle whose width and height have that ratio.
    case ratio(width: Double, height: Double)
    /// A part of that shape that follows the middle of what is kept, gliding.
    case follow(width: Double, height: Double)
    /// Left edge, upper edge, width and height; what lies outside of the picture is left out.
    case part(PictureLength, PictureLength, PictureLength, PictureLength)

    /// - Parameter text: "9:16"; "follow", which is "follow:9:16"; or four lengths as regions have them: "0.25,0,0.5,1",
    ///   "320,0,640px,100%".
    /// - Returns: nil for what is neither.
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

  /// A size. Pixels are square in it, and sizes that follow from others are even.
  public enum Scale: Equatable, Sendable {
    /// Of that shape the picture has to be, within one per cent.
    case size(width: Int, height: Int)
    /// The height follows.
    case width(Int)
    /// So many pixels along the shorter side.
    case lines(Int)
    /// So many pixels along the longer side, or as many as there are.
    case atMost(Int)
    /// A share of both sides.
    case share(Double)

    /// - Parameter text: "1280x720", "1280", "1080p" or "50%".
    /// - Returns: nil for what is none of these, or beyond 2…32768 pixels or 0.1…1000 %.
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
