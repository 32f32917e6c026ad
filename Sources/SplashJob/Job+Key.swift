internal import SplashCore

extension Job.Request {
  /// What decides a result beside its input and the part of it, as a short text.
  var key: String {
    var options = outputs[0].options
    options.overwrite = false
    var source = inputOptions
    source.part = nil
    let looks = (timeline?.settings ?? [settings]).map(\.json)
    let times = timeline.map { "\($0)" } ?? ""
    let all = "\(looks) \(times) \(options) \(source) \(frameLimit ?? 0) \(subjectEvery)"
    // FNV-1a with 64 bits.
    let digest = all.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(digest, radix: 16)
  }
}
