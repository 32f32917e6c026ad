internal import CFFmpeg
internal import Synchronization

/// The frame of a photo that this module decodes, and how it is turned.
///
/// Sinks that know the photo's file (`PhotoSink`) keep unchanged parts as stored in it.
final class StillSource: FrameSource {
  let media: MediaDescription
  let isLive = false
  let warning: String?
  private let picture: Frame
  private let isOver = Atomic(false)

  /// - Parameters:
  ///   - input: the photo's name.
  ///   - picture: the decoded photo, as stored.
  ///   - orientation: how the photo is turned, as Exif's orientation: 1…8.
  ///   - warning: a problem of the file, for people; nil if there is none.
  init(
    _ input: String, _ picture: consuming Frame, of photo: any Original, orientation: Int = 1,
    warning: String? = nil
  ) {
    let rate = AVRational(num: 25, den: 1)
    let av = picture.av
    av.pointee.pts = 0
    av.pointee.time_base = av_inv_q(rate)
    ff_frame_set_duration(av, 1)
    av.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    if !picture.format.isGrey { picture.displayProfile = (photo as? any Photo)?.displayProfile }
    var description = PictureDescription(
      width: picture.width, height: picture.height, format: picture.format,
      timeBase: av_inv_q(rate), frameRate: rate)
    description.refine(from: picture)
    description.turn = Turn(orientation: orientation)
    var media = MediaDescription(name: input, picture: description)
    media.frameCount = 1
    media.original = photo
    self.media = media
    self.picture = picture
    self.warning = warning
  }

  convenience init(_ input: String, of photo: some DecodedPhoto) {
    self.init(
      input, Frame(sharing: photo.picture), of: photo, orientation: photo.orientation,
      warning: photo.warning)
  }

  func interrupt() { isOver.store(true, ordering: .relaxed) }

  func next(_ clock: StageClock) throws -> Item? {
    if isOver.exchange(true, ordering: .relaxed) { return nil }
    return .picture(Frame(sharing: picture))
  }
}
