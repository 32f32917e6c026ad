internal import CFFmpeg

/// A photo in another format than its source: upright, with the same tags.
struct NewPhoto: PhotoMaker {
  private let tags: PhotoTags
  private let ending: String
  private let turner: Turner?
  private let gainMap: (map: GainMap, shape: ReshapedPhoto.Shape)?
  let notes: [String]

  /// - Parameters:
  ///   - output: a file name with an ending in `PhotoTags.carriers`.
  ///   - photo: the source.
  ///   - media: of the source.
  ///   - loss: a note for people on what the new image lacks; nil for nothing.
  init(_ output: String, of photo: any Photo, _ media: MediaDescription, loss: String?) {
    ending = output.ending
    var lost = photo.companions
    let shape = (photo as? ReshapedPhoto)?.shape
    if let shape, JPEGPhoto.endings.contains(ending), let map = lost.gainMap.flatMap(GainMap.init) {
      gainMap = (map, shape)
      lost.gainMap = nil
    } else {
      gainMap = nil
    }
    let fitting = photo.tags.alone(hasGainMap: gainMap != nil).fitting(ending: ending)
    tags = fitting
    turner = Turner(media.picture.turn)
    let unfitting = photo.tags.names.filter { !fitting.names.contains($0) }
    notes = [
      unfitting.isEmpty
        ? nil
        : "\(output): leaving out what does not fit into JPEG: "
          + unfitting.joined(separator: ", "), lost.loss(from: media.name, in: output), loss,
      fitting.profile == nil ? Self.lostLight(of: media.picture, in: output) : nil,
    ].compactMap(\.self)
  }

  /// A note that H.273 color numbers other than sRGB's are lost, since the output format cannot
  /// store them.
  private static func lostLight(of picture: PictureDescription, in output: String) -> String? {
    guard (JPEGPhoto.endings + ["tif", "tiff", "webp"]).contains(output.ending) else { return nil }
    let primaries = [AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE432, AVCOL_PRI_SMPTE431]
    guard picture.isHDR || primaries.contains(picture.primaries) else { return nil }
    let names = [
      av_color_primaries_name(picture.primaries), av_color_transfer_name(picture.transfer),
    ].compactMap { $0.map { String(cString: $0) } }.joined(separator: ", ")
    let remedy = picture.isHDR ? "--sdr converts them, " : ""
    return "\(output): leaving out which colors its numbers mean (\(names)), so they look pale; "
      + remedy + ".png, .avif and .jxl say it"
  }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    if let turner { frame = try turner.apply(to: frame) }
    var tags = tags
    tags.exif = tags.exif.map { sizedExif($0, width: frame.width, height: frame.height) }
    frame.setColorProfile(tags.profile)
    let light = PNGPhoto.endings.contains(ending) ? PNGChunks.codes(of: frame) : nil
    let map = try gainMap.map { try $0.map.shaped(where: frame, shape: $0.shape) }
    if let map {
      tags.xmp = tags.xmp.map { XMPCompanions.with(gainMapLength: map.count, in: $0) }
    }
    let file = try StillEncoder.encode(frame, options: options, name: name)
    guard var tagged = tags.written(into: file, ending: ending) else {
      throw SplashError(.failure, "\(name): cannot encode the photo")
    }
    if let light {
      var chunks = PNGChunks(tagged)
      // FFmpeg 6.1 and later already write it.
      if chunks.data(of: "cICP") == nil { chunks.insert("cICP", light) }
      tagged = chunks.bytes
    }
    return map.map { GainMap.joined(tagged, $0) } ?? tagged
  }
}

extension String {
  /// The ending of a file name after the last point, in lower case.
  var ending: String { split(separator: ".").last?.lowercased() ?? "" }
}
