/// Results and costs of a run, as written by `--stats-json`.
public struct RunReport: Codable, Sendable {
  public struct Frames: Codable, Sendable {
    /// Frames from the source.
    public var `in` = 0
    /// Frames that reached the first output.
    public var out = 0
    /// Live frames that were dropped because a part was slow, over all outputs, and frames that a
    /// camera lost.
    public var dropped = 0
    /// Frames whose work took longer than the budget.
    public var late = 0
  }

  public struct Budget: Codable, Sendable {
    /// Frames per second that the work has to keep up with.
    public var fps: Double
    /// Time per frame, in milliseconds.
    public var ms: Double
    /// True if at most 1 % of the frames were late.
    public var within: Bool
    /// Whether the run is judged by it: live and paced runs, and those with a requested budget.
    public var applies: Bool
  }

  /// What was written to an output.
  public struct Written: Codable, Sendable {
    public var output: String
    public var pictures: Int
    /// Duration of the frames, in seconds; missing if unknown.
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

  /// A tracked selection that was lost.
  public struct Lost: Codable, Sendable {
    /// The selection as flags name it, with three decimals.
    public var name: String
    /// Seconds from the beginning of the clip.
    public var seconds: Double
    /// The reason and a remedy, in words for people.
    public var reason: String

    public init(name: String, seconds: Double, reason: String) {
      self.name = name
      self.seconds = seconds
      self.reason = reason
    }
  }

  /// How long live frames are held for networks, in milliseconds.
  public struct Delay: Codable, Sendable {
    public var limit_ms: Double
    /// The current delay, or the one at the end.
    public var now_ms: Double
    /// Mean time from the capture of a frame until it goes on to be drawn.
    public var mean_ms: Double

    /// - Parameters: limit, now, mean: in seconds.
    package init(limit: Double, now: Double, mean: Double) {
      func milliseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1000 }
      (limit_ms, now_ms) = (milliseconds(limit), milliseconds(now))
      mean_ms = milliseconds(mean)
    }
  }

  public struct WhiteBalance: Codable, Sendable {
    public var mode: String
    /// White balance gains of R', G' and B' at the end of the run.
    public var gains: [Double]
    /// Whether the light could be measured; missing if it was not measured. If it could not, the
    /// gains are 1.
    public var found: Bool?

    public init(mode: String, gains: [Double], found: Bool? = nil) {
      (self.mode, self.gains, self.found) = (mode, gains, found)
    }
  }

  public var version = 1
  public var input = ""
  public var outputs: [String] = []
  /// What was written to each output, in the same order.
  public var written: [Written] = []
  /// Whether the run was stopped before its input ended.
  public var stopped = false
  public var width = 0
  public var height = 0
  public var pixel_format = ""
  public var instruction_set = ""
  /// The decoder: `h264`, `h264 by vaapi`; missing if it was not FFmpeg's.
  public var decoder: String?
  public var frames = Frames()
  public var budget = Budget(fps: 60, ms: 1000 / 60, within: true, applies: false)
  public var stages: [String: Times] = [:]
  public var work = Times()
  /// From the driver's capture to the sink; live input only.
  public var latency: Times?
  /// Missing if frames are not held.
  public var delay: Delay?
  public var wall_s = 0.0
  /// Seconds in which a camera rested, since nobody was watching; they do not count for the speed.
  public var idle_s = 0.0
  public var speed_fps = 0.0
  /// Mean selected share of the frames, 0…1.
  public var kept = 0.0
  /// If less than 1 % was selected, that and the nearest color in the frames, or that no person,
  /// face or subject was found, in words for people; otherwise missing.
  public var hint: String?
  /// Mean share of mask samples that change by more than a quarter from frame to frame, 0…1.
  public var flicker = 0.0
  public var white_balance: WhiteBalance?
  /// Lost objects and subjects, in order of time.
  public var lost: [Lost] = []
}
