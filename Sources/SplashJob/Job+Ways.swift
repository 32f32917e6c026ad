/// How frames are made for the outputs that show the same look.
struct Way {
  /// The settings that frames are drawn with, and what was measured.
  let look: LookControl
  /// Nil until the filter is made.
  var filter: (any FrameFilter)?
  /// The request with these outputs alone, and places as shares.
  let request: Job.Request
  /// Indices of its outputs among those of the job.
  let outputs: [Int]
  /// True where sinks beside the outputs get these frames too.
  let hasOthers: Bool

  init(
    _ look: LookControl, filter: (any FrameFilter)? = nil, _ request: Job.Request, outputs: [Int],
    hasOthers: Bool
  ) {
    (self.look, self.filter, self.request) = (look, filter, request)
    (self.outputs, self.hasOthers) = (outputs, hasOthers)
  }
}

extension Job.Request {
  /// One way for each different look of the outputs, without filters, in the order of the outputs.
  ///
  /// - Parameter hasOthers: there are sinks beside the outputs, which get the way without a look of
  ///   its own.
  func ways(in media: MediaDescription, hasOthers: Bool) throws -> [Way] {
    var groups: [(look: OutputLook?, outputs: [Int])] = []
    for index in outputs.indices {
      if let group = groups.firstIndex(where: { $0.look == looks[index] }) {
        groups[group].outputs.append(index)
      } else {
        groups.append((looks[index], [index]))
      }
    }
    if hasOthers || groups.isEmpty, !groups.contains(where: { $0.look == nil }) {
      groups.append((nil, []))
    }
    return try groups.enumerated().map { number, group in
      var request = try group.outputs.first.map(alone) ?? self
      request.looks = [:]
      request = try request.placed(in: media)
      let look = LookControl(request.settings) { [onEvent] gains in
        guard number == 0 else { return }
        let mode = WhiteBalanceMode.gains(red: gains.red, green: gains.green, blue: gains.blue)
        onEvent(
          "Corrected a color cast before selecting colors (\(mode.text)); "
            + "turn off with --white-balance off")
      }
      look.timeline = request.timeline
      return Way(
        look, request, outputs: group.outputs, hasOthers: hasOthers && group.look == nil)
    }
  }

  /// The description of the frames that outputs get.
  ///
  /// - Parameter film: the digest of the clip that the input is a part of.
  func media(from source: MediaDescription, film: String?) throws -> MediaDescription {
    var media = source
    if let frameLimit, media.frameRate > 0 {
      media.endChapters(at: Double(frameLimit) / media.frameRate)
    }
    if needsColor { media.bringColor() }
    if needsAlpha { media.bringAlpha() }
    if let place = media.place {
      media.metadata = [("comment", PartTag(place, key: try key, film: film).text)]
    } else if let note {
      media.note(note)
    }
    return media
  }

  /// True where grey frames need chroma, since a setting gives them color or another luma. With
  /// grey looks alone they stay as they are.
  fileprivate var needsColor: Bool {
    allSettings.contains { !$0.isGrey || $0.show != .result }
  }
}

extension FormatConverter {
  /// Converts frames to the formats that the looks of a way take.
  convenience init(for request: Job.Request, isStill: Bool) {
    self.init(needsAlpha: request.needsAlpha, needsColor: request.needsColor, isStill: isStill)
  }
}
