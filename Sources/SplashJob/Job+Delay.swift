extension Job.Request {
  /// Allowed delays in seconds.
  public static let delays = HeldLook.limits

  /// The networks' view of frames while they are held; nil where frames are not held.
  ///
  /// - Parameter origin: time of the beginning of the clip, where that is not the first frame.
  /// - Throws: `SplashError` of kind usage for a file, whose frames wait for networks anyway.
  func heldLook(
    in source: any FrameSource, _ files: LookFiles, origin: Double?
  ) throws -> HeldLook? {
    guard let delay, delay > 0 else { return nil }
    guard source.isLive else {
      throw SplashError(
        .usage, "\(option: "delay")",
        cause: "\(input) is a file, whose frames wait for their masks anyway",
        remedy: "leave it out, or pace the file with \(option: "realtime")")
    }
    let wanted = allSettings.reduce(into: Set()) { $0.formUnion($1.selections) }
    return try HeldLook(
      limit: delay, wanted: wanted, stability: settings.stability, origin: origin, files,
      turn: source.media.picture.turn, instructionSet)
  }
}
