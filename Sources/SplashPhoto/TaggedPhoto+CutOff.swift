extension TaggedPhoto {
  /// The readable part of a photo whose file is cut off; nil for a complete file, and if no part is
  /// readable.
  ///
  /// - Throws: `SplashError` of kind badInput if it would take too much memory.
  static func cutOff(
    _ name: String, _ bytes: [UInt8], _ options: InputOptions
  ) throws(SplashError) -> StillSource? {
    guard let whole = completed(bytes, limit: options.maxFile) else { return nil }
    try check(name, whole, options)
    guard let picture = StillDecoder.picture(of: whole, kind),
      let photo = try Self(name, whole, picture: picture, options: options)
    else { return nil }
    photo.tellLight(of: picture)
    return StillSource(
      name, picture, of: photo, orientation: photo.orientation,
      warning: "\(name): the photo is damaged (its file breaks off); what can be decoded was kept")
  }
}
