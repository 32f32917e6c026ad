import SplashCore
import Testing

/// The forecast of a run's duration, from its first frames.
struct ForecastTests {
  /// The first forecast of a run that reports four times a second.
  private func outlook(
    total: Int, every: Int = 1, others: Double = 0.005, subject: Double = 0,
    done: (Double) -> Int
  ) -> (outlook: Forecast.Outlook, time: Double)? {
    var forecast = Forecast(every: every)
    for step in 1...400 {
      let time = Double(step) / 4
      let moment = Forecast.Moment(
        time: time, pictures: done(time), total: total, others: others, subject: subject)
      if let outlook = forecast.take(moment) { return (outlook, time) }
    }
    return nil
  }

  @Test func steadyRunIsForecastAfterFiveSeconds() throws {
    let (outlook, time) = try #require(outlook(total: 60_000) { Int(50 * $0) })
    #expect(abs(outlook.seconds - 1200) < 60 && time < 6)
    #expect(!outlook.isNetworks && outlook.secondsWithFewer == nil)
    #expect(outlook.text == "about 20 min")
  }

  /// Opening takes 8 s, and an encoder takes twenty frames at once.
  @Test func startupTimeIsLeftOutOfTheForecast() throws {
    let (outlook, _) = try #require(
      outlook(total: 36_000) { $0 < 8 ? 0 : 20 + Int(10 * ($0 - 8)) })
    #expect(abs(outlook.seconds - 3606) < 360)
  }

  @Test func forecastOfNetworksSuggestsFewerFrames() throws {
    let (outlook, time) = try #require(
      outlook(total: 9000, subject: 1.05) { $0 < 1 ? 0 : Int(($0 - 1) / 1.11) })
    #expect(time < 8)
    #expect(abs(outlook.seconds - 9990) < 1000)
    #expect(outlook.isNetworks)
    let fewer = try #require(outlook.secondsWithFewer)
    #expect(abs(fewer - 9000 * (1.11 - 0.7)) < 900)
    let rate = /\(subject: 0\.\d+ frames per second\); --subject-every 3: about (1 h|5\d min)/
    #expect(outlook.text.hasPrefix("about 2 h"), "\(outlook.text)")
    #expect(outlook.text.contains(rate), "\(outlook.text)")
  }

  /// With every third frame analyzed, frames come three at a time, and fewer still is not advised.
  @Test func forecastAveragesFramesThatComeInBursts() throws {
    let (outlook, _) = try #require(
      outlook(total: 3000, every: 3, subject: 0.01) { 3 * Int($0 / 1.2) + 1 })
    #expect(abs(outlook.seconds - 1200) < 240)
    #expect(outlook.secondsWithFewer == nil)
  }

  @Test func shortAndStalledRunsGetNoForecast() {
    #expect(outlook(total: 100) { min(100, Int(200 * $0)) } == nil)
    #expect(outlook(total: 100) { _ in 0 } == nil)
    #expect(outlook(total: 100) { _ in 1 } == nil)
  }

  @Test(arguments: [
    (3.2, "3 s"), (41, "40 s"), (64, "1 min"), (100, "1 min 40 s"), (290, "5 min"),
    (3570, "1 h"), (10_100, "2 h 50 min"), (40_000, "11 h"), (200_000, "2 days 8 h"),
    (1e300, "years"),
  ]) func forecastDurationsAreRoundedToWords(seconds: Double, words: String) {
    #expect(Forecast.Outlook.length(seconds) == words)
  }
}
