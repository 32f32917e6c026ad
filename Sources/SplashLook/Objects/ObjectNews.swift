/// What happened to an object, a person or a subject that settings name.
public struct ObjectNews: Equatable, Sendable {
  public let selection: Selection
  /// Seconds from the beginning of the clip.
  public let time: Double
  public let fate: Fate

  package init(selection: Selection, time: Double, fate: Fate) {
    (self.selection, self.time, self.fate) = (selection, time, fate)
  }

  public enum Fate: Equatable, Sendable {
    /// Nothing was found at its place. For objects: the hue range that would select the color
    /// there, if known.
    case absent(HueRange?)
    /// It was out of sight for too long, or there was a cut.
    case lost
    /// There was a cut, and it is not seen at the beginning of the new shot.
    case cut
    /// It was found again, in the shot in which it was lost or, for things, in a later one.
    case found
    /// Going back, it was out of sight for too long before that time, or there was a cut.
    case unknown
    /// Its shot begins there, and it is not looked for in earlier shots.
    case begins
  }

  /// The message for people, without the remedy.
  public var text: String {
    let second = "at \(time.short) s"
    return switch fate {
    case .absent where selection.hasColor:
      "\(selection.text): no thing of that color is found \(second)"
    case .absent where selection.isThing: "\(selection.text): no thing is found there \(second)"
    case .absent where selection.isOnePerson:
      "\(selection.text): no person is found there \(second)"
    case .absent where selection.hasNetwork: "\(selection.text): nothing stands out there \(second)"
    case .absent: "\(selection.text): no selected color at that point \(second)"
    case .lost: "\(selection.text): lost \(second)"
    case .cut: "\(selection.text): another shot begins \(second)"
    case .found: "\(selection.text): found again \(second)"
    case .unknown: "\(selection.text): not found before \(time.short) s"
    case .begins: "\(selection.text): its shot begins \(second)"
    }
  }

  /// What the user can do about it; nil if nothing needs to be done.
  public var remedy: String? {
    switch fate {
    case .absent where selection.hasColor:
      "try another name or a later time, like thing@red@2, or thing@X,Y with a place on it"
    case .absent where selection.isThing: "give another place, or a box around it"
    case .absent where selection.isOnePerson:
      "splash subjects INPUT --time \(time.short) lists the people"
    case .absent where selection.hasNetwork:
      "splash subjects INPUT --time \(time.short) lists what stands out"
    case .lost where selection.isThing, .unknown where selection.isThing:
      "point to it again at another time, with one more thing@X,Y@TIME"
    case .cut: "point to it again in the new shot, with one more thing@X,Y@\(time.short)"
    case .begins: "point to it in the shot before as well, with one more thing@X,Y@TIME"
    case .found: nil
    case .lost where selection.isOnePerson:
      "point to them again at another time, with one more person@X,Y@TIME"
    case .lost where selection.hasNetwork:
      "point to it again at another time, with one more subject@X,Y@TIME"
    case .absent(let hue?): "try --hue \(hue.text), or another point"
    case .absent: "try another point or time; splash pick shows the color there"
    case .lost, .unknown: "point to it again at another time, with one more color@X,Y@TIME"
    }
  }
}
