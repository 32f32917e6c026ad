internal import CFFmpeg

typealias Tags = [(key: String, value: String)]

/// Every entry of a dictionary, in order.
func tags(of dictionary: OpaquePointer?) -> Tags {
  var tags: Tags = []
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    tags.append((String(cString: next.pointee.key), String(cString: next.pointee.value)))
    entry = next
  }
  return tags
}

/// A dictionary with these entries, to be freed by the caller or by the structure that it is put
/// into.
func dictionary(of tags: Tags) -> OpaquePointer? {
  var dictionary: OpaquePointer?
  for tag in tags { av_dict_set(&dictionary, tag.key, tag.value, 0) }
  return dictionary
}

extension InputOptions {
  /// The tags of a stream or file that are passed on. Language and stereo mode always are: players
  /// need them, and they tell nothing of a person.
  func taken(_ tags: Tags) -> Tags {
    takesTags ? tags : tags.filter { ["language", "stereo_mode"].contains($0.key.lowercased()) }
  }
}

/// The side data of a stream that stays valid when the stream is copied or encoded again.
func sideData(
  of stream: UnsafePointer<AVStream>, types: [AVPacketSideDataType]
) -> [(type: AVPacketSideDataType, bytes: [UInt8])] {
  types.compactMap { type in
    var size = 0
    guard let data = ff_stream_side_data(stream, type, &size), size > 0 else { return nil }
    return (type, [UInt8](UnsafeBufferPointer(start: data, count: size)))
  }
}

/// Puts side data into a stream that is about to be written.
func attach(
  _ sideData: [(type: AVPacketSideDataType, bytes: [UInt8])],
  to stream: UnsafeMutablePointer<AVStream>
) {
  for (type, bytes) in sideData {
    guard let copy = ff_stream_new_side_data(stream, type, bytes.count) else { continue }
    copy.update(from: bytes, count: bytes.count)
  }
}
