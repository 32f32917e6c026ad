/// Compares a part of the hue mask with the thing that networks find at the same place.
package struct ObjectAdvice {
  private let settings: SplashSettings
  private let instructionSet: InstructionSet
  private let turn: Turn

  /// Share of the frame: the selection of smaller objects is usually right.
  private static let least = 0.04
  /// Times the area of the thing.
  private static let much = 2.5

  /// - Parameters:
  ///   - settings: that select objects.
  ///   - turn: for display.
  package init(_ settings: SplashSettings, _ instructionSet: InstructionSet, turn: Turn) {
    (self.settings, self.instructionSet, self.turn) = (settings, instructionSet, turn)
  }

  /// A hint for the user if the hues select much more at a place than the thing there; nil if not,
  /// or if no thing is found.
  ///
  /// - Parameters:
  ///   - place: in shares of the frame as displayed.
  ///   - frame: in a native format.
  ///   - files: open the networks.
  /// - Throws: `SplashError` if a network fails.
  package func line(
    on place: Region.Point, in frame: borrowing Frame, _ files: LookFiles
  ) throws -> String? {
    var alone = settings
    (alone.keep, alone.within, alone.without) = ([.object(at: place, time: nil)], [], [])
    (alone.rest, alone.kept, alone.invert, alone.paint) = ([.grey], [], false, [])
    let splash = Splash(settings: alone, instructionSet: instructionSet, turn: turn)
    var copy = Frame(sharing: frame)
    try splash.apply(to: &copy, StageClock())
    guard let kept = splash.control.kept, kept > Self.least else { return nil }
    let thing = Selection.Thing([.init(place)])
    guard let mask = try ClickSurvey(of: frame, turn: turn, files: files).mask(of: thing) else {
      return nil
    }
    let share = Double(mask.codes.count { $0 > 127 }) / Double(max(mask.codes.count, 1))
    guard share > 0, kept > Self.much * share else { return nil }
    let name = Selection.object(at: place, time: nil).text
    return
      "\(name): the hues keep \(RunReport.percent(kept)) there, and the thing at that place is "
      + "\(RunReport.percent(share)); --keep \(Selection.thing(thing, time: nil).text) keeps it alone"
  }
}
