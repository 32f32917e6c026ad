package import SplashCore

extension Job {
  /// What a forecast takes; nil where nobody knows how many pictures there will be, and for live
  /// jobs. Any thread.
  ///
  /// - Parameter time: seconds since the job began.
  package func moment(at time: Double) -> Forecast.Moment? {
    guard !isLive, let total = pictureCount, total > 0 else { return nil }
    let stages = meter.report().stages
    func seconds(_ names: Stage...) -> Double {
      names.reduce(0) { $0 + (stages[$1.rawValue]?.mean_ms ?? 0) / 1000 }
    }
    let others = max(
      seconds(.read, .decode), seconds(.convert, .balance, .splash), seconds(.encode, .write))
    return Forecast.Moment(
      time: time, pictures: frames.out, total: total, others: others,
      // The first picture waits for networks that are opened.
      subject: (stages[Stage.subject.rawValue]?.p50_ms ?? 0) / 1000)
  }
}
