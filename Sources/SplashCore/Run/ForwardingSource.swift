/// A source that passes on the frames of another one, changed or at other times.
///
/// By default its properties are those of the other source. Reading ahead and resting are not
/// forwarded: it reads as far ahead as usual and does not rest, unless it implements that.
public protocol ForwardingSource: FrameSource {
  /// The source whose frames it passes on.
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
