/// What a run did and what it cost, as `--stats-json` writes it.
public struct RunReport: Codable, Sendable {
  public struct Frames: Codable, Sendable {
    /// Pictures the source gave.
    public var `in` = 0
    /// Pictures that reached the first output.
    public var out = 0
    /// Live pictures that were dropped because something was slow, over all outputs, and those that
    /// a camera lost.
    public var dropped = 0
    /// Pictures whose work took longer than the budget.
    public var late = 0
  }

  public struct Budget: Codable, Sendable {
    /// Pictures a second the work has to keep up with.
    public var fps: Double
    /// Time for one picture, in milliseconds.
    public var ms: Double
    /// True when at most 1 % of the pictures were late.
    public var within: Bool
    /// Whether the run is judged by it: a live or paced one, and one that asked for a budget.
    public var applies: Bool
  }

  /// What an output got.
  public struct Written: Codable, Sendable {
    public var output: String
    public var pictures: Int
    /// How long the pictures last, in seconds; missing where that cannot be told.
    public var seconds: Double?

    public init(output: String, pictures: Int, seconds: Double?) {
      self.output = output
      self.pictures = pictures
      self.seconds = seconds
    }
  }

  /// A distribution of times, in milliseconds.
  public struct Times: Codable, Sendable {
    public var count = 0
    public var mean_ms = 0.0
    public var p50_ms = 0.0
    public var p95_ms = 0.0
    public var p99_ms = 0.0
    public var max_ms = 0.0
  }

  /// What was followed and is not any more.
  public struct Lost: Codable, Sendable {
    /// As flags name it, with three digits behind the point.
    public var name: String
    /// Seconds from the beginning of the clip.
    public var seconds: Double
    /// In words for people, with what to do.
    public var reason: String

    public init(name: String, seconds: Double, reason: String) {
      self.name = name
      self.seconds = seconds
      self.reason = reason
    }
  }

  /// How long live pictures are held until networks have looked, in milliseconds.
  public struct Delay: Codable, Sendable {
    public var limit_ms: Double
    /// At the moment, or at the end.
    public var now_ms: Double
    /// From the capture until a picture went on to be drawn, on average.
    public var mean_ms: Double

    /// - Parameters: limit, now, mean: seconds.
    package init(limit: Double, now: Double, mean: Double) {
      func milliseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1000 }
      (limit_ms, now_ms) = (milliseconds(limit), milliseconds(now))
      mean_ms = milliseconds(mean)
    }
  }

  public struct WhiteBalance: Codable, Sendable {
    public var mode: String
    /// Gains of R', G' and B' at the end of the run.
    public var gains: [Double]
    /// Whether the pictures told their light; missing where nobody asked them. Where they did not, the
    /// gains are 1.
    public var found: Bool?

    public init(mode: String, gains: [Double], found: Bool? = nil) {
      (self.mode, self.gains, self.found) = (mode, gains, found)
    }
  }

  public var version = 1
  public var input = ""
  public var outputs: [String] = []
  /// What each of them got, in the same order.
  public var written: [Written] = []
  /// Somebody ended the run before its input did.
  public var stopped = false
  public var width = 0
  public var height = 0
  public var pixel_format = ""
  public var instruction_set = ""
  /// What decoded the pictures: `h264`, `h264 by vaapi`; missing where that is not FFmpeg's work.
  public var decoder: String?
  public var frames = Frames()
  public var budget = Budget(fps: 60, ms: 1000 / 60, within: true, applies: false)
  public var stages: [String: Times] = [:]
  public var work = Times()
  /// From the driver's capture to the sink; live input only.
  public var latency: Times?
  /// Missing where pictures are not held.
  public var delay: Delay?
  public var wall_s = 0.0
  /// Seconds in which a camera rested, since nobody looked; they do not count for the speed.
  public var idle_s = 0.0
  public var speed_fps = 0.0
  /// Mean share of the picture that was kept, 0…1.
  public var kept = 0.0
  /// Where less than 0.1 % was kept, that and the nearest color that is there, in words for people;
  /// missing where more was kept.
  public var hint: String?
  /// Mean share of mask samples that change by more than a quarter between neighboring pictures,
  /// 0…1.
  public var flicker = 0.0
  public var white_balance: WhiteBalance?
  /// Objects and subjects that were lost, in the order in which they were.
  public var lost: [Lost] = []
}
