internal import Foundation

/// Estimates the time of a run from its first frames.
///
/// It counts from the first finished frame, so that opening files and networks does not count as
/// speed; if frames come quickly, from 1.5 s later, since encoders accept their first ones at once.
package struct Forecast: Sendable {
  /// The state of a run at a moment.
  package struct Moment: Sendable {
    /// Seconds from the beginning of the run.
    package var time: Double
    /// Number of finished frames, and of all frames.
    package var pictures, total: Int
    /// Seconds per frame in the slowest thread, without networks.
    package var others: Double
    /// Seconds that networks take per frame.
    package var subject: Double

    package init(
      time: Double, pictures: Int, total: Int, others: Double = 0, subject: Double = 0
    ) {
      self.time = time
      self.pictures = pictures
      self.total = total
      self.subject = subject
      self.others = others
    }
  }

  /// The estimate.
  package struct Outlook: Equatable, Sendable {
    /// Seconds of the whole run.
    package var seconds: Double
    package var picturesPerSecond: Double
    /// Whether networks take most of the time.
    package var isNetworks: Bool
    /// Seconds of the whole run if networks ran on one frame of `fewer`; nil if that would save
    /// less than a quarter.
    package var secondsWithFewer: Double?

    /// Networks would run on one of this many frames.
    package static let fewer = 3
  }

  private let every: Int
  private var first: Moment?
  private var last: Moment?
  private var hasSettled = false

  /// - Parameter every: networks run on one of this many frames.
  package init(every: Int = 1) { self.every = every }

  /// Adds a moment later than the last one.
  ///
  /// - Returns: the estimate; nil in the first 5 s of frames, or before there are enough.
  package mutating func take(_ moment: Moment) -> Outlook? {
    guard let first, let last else {
      if moment.pictures > 0 { (self.first, self.last) = (moment, moment) }
      return nil
    }
    if moment.pictures > last.pictures { self.last = moment }
    let age = moment.time - first.time
    if !hasSettled, age >= 1.5 {
      hasSettled = true
      if moment.pictures - first.pictures >= 8 { self.first = moment }
    }
    guard age >= (hasSettled ? 3.5 : 5), let last = self.last, let first = self.first,
      last.pictures - first.pictures >= max(3, every == 1 ? 0 : 3 * every), last.time > first.time
    else { return nil }
    let cost = (last.time - first.time) / Double(last.pictures - first.pictures)
    func whole(_ cost: Double) -> Double {
      last.time + cost * Double(max(0, moment.total - last.pictures))
    }
    let isNetworks = moment.subject > cost / 2
    let saved = moment.subject * (1 - 1 / Double(Outlook.fewer))
    let fewer = whole(max(cost - saved, moment.others))
    let isWorthIt = every == 1 && isNetworks && fewer < 0.75 * whole(cost)
    return Outlook(
      seconds: whole(cost), picturesPerSecond: 1 / cost, isNetworks: isNetworks,
      secondsWithFewer: isWorthIt ? fewer : nil)
  }
}

extension Forecast.Outlook {
  /// "about 2 h 50 min (subject: 0.9 pictures a second); --subject-every 3: about 1 h".
  package var text: String {
    var text = "about \(Self.length(seconds))"
    if isNetworks {
      text += String(format: " (subject: %.*g frames per second)", 2, picturesPerSecond)
    }
    if let secondsWithFewer {
      text += "; --subject-every \(Self.fewer): about \(Self.length(secondsWithFewer))"
    }
    return text
  }

  /// A duration in words, rounded to about a tenth.
  package static func length(_ seconds: Double) -> String {
    guard seconds < 1e9 else { return "years" }
    func rounded(_ seconds: Double, to step: Double) -> Int {
      Int((seconds / step).rounded() * step)
    }
    func joined(_ count: Int, _ unit: String, _ rest: Int, _ smaller: String) -> String {
      rest == 0 ? "\(count) \(unit)" : "\(count) \(unit) \(rest) \(smaller)"
    }
    if seconds < 55 { return "\(max(1, rounded(seconds, to: seconds < 20 ? 1 : 5))) s" }
    if seconds < 285 {
      let sum = rounded(seconds, to: 10)
      return joined(sum / 60, "min", sum % 60, "s")
    }
    let minutes = rounded(seconds / 60, to: seconds < 3600 ? 1 : 10)
    if minutes < 600 {
      return minutes < 60 ? "\(minutes) min" : joined(minutes / 60, "h", minutes % 60, "min")
    }
    let hours = rounded(seconds / 3600, to: 1)
    return hours < 48 ? "\(hours) h" : joined(hours / 24, "days", hours % 24, "h")
  }
}
