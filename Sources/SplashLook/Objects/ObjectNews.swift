/// What became of an object that settings name.
public struct ObjectNews: Sendable {
  public let selection: Selection
  /// Seconds from the beginning of the clip.
  public let time: Double
  public let fate: Fate

  public enum Fate: Equatable, Sendable {
    /// There was nothing of the hues at its place, but perhaps of that one.
    case absent(HueRange?)
    /// It was out of sight for too long, or another shot began.
    case lost
    /// Before that time it was out of sight for too long, or there was another shot.
    case unknown
  }

  /// For people, without the remedy.
  public var text: String {
    let second = "at \(time.short) s"
    return switch fate {
    case .absent: "\(selection.text): the hues keep nothing there \(second)"
    case .lost: "\(selection.text): lost \(second)"
    case .unknown: "\(selection.text): not found any more up to \(time.short) s, going back"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch fate {
    case .absent(let hue?): "give --hue \(hue.text) for what is there, or another place"
    case .absent: "give the --hue of what is there, or another place or time"
    case .lost, .unknown: "name it again at another time, with one more object@X,Y@TIME"
    }
  }
}
