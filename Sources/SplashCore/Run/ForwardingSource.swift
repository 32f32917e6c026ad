/// A source that gives what another one has, changed or at other times.
///
/// What such a source does not say itself is as the other says it. Only how it is asked is its own
/// affair: it reads as far ahead as usual and does not rest, unless it says so.
public protocol ForwardingSource: FrameSource {
  /// The other one.
  var source: any FrameSource { get }
}

extension ForwardingSource {
  public var media: MediaDescription { source.media }
  public var isLive: Bool { source.isLive }
  public var notes: [String] { source.notes }
  public var warning: String? { source.warning }
  public var dropped: Int { source.dropped }
  public func endPictures() { source.endPictures() }
  public func interrupt() { source.interrupt() }
  public func close() { source.close() }
}
