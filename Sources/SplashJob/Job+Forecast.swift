extension Job {
  /// The numbers that a forecast needs; nil where the number of frames is unknown, and for live
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
      // The median, since the first frame waits until networks are opened.
      subject: (stages[Stage.subject.rawValue]?.p50_ms ?? 0) / 1000)
  }
}
