internal import SplashCore
internal import SplashFFmpeg

/// A photo of another kind than the one it is made of: upright, with the same tags.
struct NewPhoto: PhotoMaker {
  private let tags: PhotoTags
  private let ending: String
  private let turner: Turner?
  let notes: [String]

  /// - Parameters:
  ///   - output: a name with one of the `PhotoTags.carriers`' endings.
  ///   - tags: of the photo that it is made of.
  ///   - turn: of its pixels, to what is displayed.
  ///   - loss: what of its picture the new one lacks, for people.
  init(_ output: String, tags: PhotoTags, turn: Turn, loss: String?) {
    ending = output.ending
    let fitting = tags.upright.fitting(ending: output.ending)
    self.tags = fitting
    turner = Turner(turn)
    let lost = tags.names.filter { !fitting.names.contains($0) }
    let unfit = "\(output): leaving out what does not fit into JPEG: "
    notes = (lost.isEmpty ? [] : [unfit + lost.joined(separator: ", ")]) + (loss.map { [$0] } ?? [])
  }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    if let turner { frame = try turner.apply(to: frame) }
    var tags = tags
    tags.exif = tags.exif.map { sizedExif($0, width: frame.width, height: frame.height) }
    frame.setColorProfile(tags.profile)
    let file = try StillEncoder.encode(frame, options: options, name: name)
    guard let tagged = tags.written(into: file, ending: ending) else {
      throw SplashError(.failure, "\(name): cannot encode the photo")
    }
    return tagged
  }
}

extension String {
  /// What stands behind the last point of a file's name, in lower case.
  var ending: String { split(separator: ".").last?.lowercased() ?? "" }
}
