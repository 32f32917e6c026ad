import CSplashKernels
import Foundation
import SplashLook
import Testing

struct WhiteBalanceTests {
  /// An estimate of a light, log2 of red and blue over green, with the standard deviation of each;
  /// `shade` places its histogram. The mean of the frame has twice as much red.
  private func light(
    _ red: Double, _ blue: Double, doubt: Double = 0.1, shade: Int = 10
  ) -> SplashLight {
    var light = SplashLight()
    (light.guess.red, light.guess.blue) = (Float(red), Float(blue))
    (light.guess.red_red, light.guess.blue_blue) = (Float(doubt * doubt), Float(doubt * doubt))
    (light.mean_red, light.mean_green, light.mean_blue) = (
      Float(0.5 * exp2(red)), 0.25, Float(0.25 * exp2(blue))
    )
    light.count = 1000
    withUnsafeMutableBytes(of: &light.luma) { $0.bindMemory(to: UInt16.self)[shade] = 1000 }
    withUnsafeMutableBytes(of: &light.cb) { $0.bindMemory(to: UInt16.self)[16] = 1000 }
    withUnsafeMutableBytes(of: &light.cr) { $0.bindMemory(to: UInt16.self)[16] = 1000 }
    return light
  }

  private func follow(
    _ balance: inout WhiteBalance, _ light: SplashLight, _ time: Double?,
    mode: WhiteBalanceMode = .auto, within: Double = 1, isLocked: Bool = false
  ) {
    balance.follow(light, at: time, mode: mode, within: within, isLocked: isLocked)
  }

  private func isClose(_ a: Double, _ b: Double, within: Double = 0.0005) -> Bool {
    abs(a - b) < within
  }

  @Test func balanceAdoptsTheFirstFrameAtOnce() {
    var balance = WhiteBalance()
    #expect(!balance.knowsLight)
    follow(&balance, light(0.3, -0.5), 0)
    #expect(isClose(balance.gains.red, exp2(-0.3)) && isClose(balance.gains.blue, exp2(0.5)))
    #expect(balance.gains.green == 1 && balance.knowsLight)
  }

  @Test func balanceGainsStayBetweenHalfAndTwo() {
    var balance = WhiteBalance()
    follow(&balance, light(1.7, -1.4), 0)
    #expect(balance.gains == Gains(red: 0.5, green: 1, blue: 2))
  }

  @Test(arguments: [0.5, 1, 4])
  func balanceAdaptsGraduallyWithinItsTime(seconds: Double) {
    var balance = WhiteBalance()
    for frame in -60...0 { follow(&balance, light(0, 0), Double(frame) / 30, within: seconds) }
    follow(&balance, light(0.4, 0), 1.0 / 30, within: seconds)
    let first = -log2(balance.gains.red)
    #expect(first > 0.005 && first < 0.2)
    for frame in 2...Int(30 * seconds) {
      follow(&balance, light(0.4, 0), Double(frame) / 30, within: seconds)
    }
    #expect(isClose(-log2(balance.gains.red), 0.4, within: 0.05 * 0.4))
  }

  @Test func balanceFollowsSurerEstimatesSooner() {
    let ways = [0.05, 0.1, 0.2, 0.3].map { doubt in
      var balance = WhiteBalance()
      follow(&balance, light(0, 0, doubt: doubt), 0)
      for frame in 1...12 { follow(&balance, light(0.4, 0, doubt: doubt), Double(frame) / 30) }
      return -log2(balance.gains.red)
    }
    #expect(ways == ways.sorted(by: >) && ways[0] > 2 * ways[3], "\(ways)")
  }

  /// Estimates that tremble by their own uncertainty move the balance by less than 2 %.
  @Test func balanceStaysStillOnTremblingEstimates() {
    var balance = WhiteBalance()
    follow(&balance, light(0.2, -0.2), 0)
    for frame in 1...150 {
      let way = frame % 2 == 0 ? 0.1 : -0.1
      follow(&balance, light(0.2 + way, -0.2 - way), Double(frame) / 30)
      #expect(abs(log2(balance.gains.red) + 0.2) < 0.02)
    }
  }

  @Test func balanceDoesNotDependOnTheFrameRate() {
    var ways: [[Double]] = []
    for rate in [24, 30, 60] {
      var (balance, way) = (WhiteBalance(), [Double]())
      for frame in 0...(4 * rate) {
        let time = Double(frame) / Double(rate)
        follow(&balance, light(0.3 * min(time / 2, 1), -0.4 * min(time / 2, 1)), time)
        if frame % (rate / 2) == 0 { way.append(balance.gains.blue) }
      }
      ways.append(way)
    }
    for way in ways[1...] {
      #expect(zip(way, ways[0]).allSatisfy { isClose($0, $1, within: 0.006) })
    }
    #expect(isClose(ways[0].last!, exp2(0.4), within: 0.006))
  }

  @Test func irregularFrameTimesGiveTheSameBalance() {
    func end(_ times: [Double]) -> Double {
      var balance = WhiteBalance()
      follow(&balance, light(0, 0), 0)
      for time in times { follow(&balance, light(0.3, 0), time) }
      return balance.gains.red
    }
    #expect(isClose(end([0.1, 0.2, 0.3, 0.4]), end([0.03, 0.25, 0.26, 0.4]), within: 0.003))
    #expect(isClose(end([0.4]), end([0.1, 0.05, 0.05, 0.4]), within: 0.02))
  }

  @Test func shotChangeAdoptsTheNewLightAtOnce() {
    var balance = WhiteBalance()
    follow(&balance, light(0, 0, shade: 4), 0)
    follow(&balance, light(0.3, 0, shade: 20), 0.04)
    #expect(balance.isCut)
    #expect(isClose(balance.gains.red, exp2(-0.3)))
    follow(&balance, light(0.3, 0, shade: 20), 0.08)
    #expect(!balance.isCut)
  }

  @Test func uncertainFramesLeaveTheBalance() {
    var balance = WhiteBalance()
    follow(&balance, light(0.6, 0.2, doubt: 0.7), 0)
    #expect(balance.gains == Gains() && !balance.knowsLight)
    follow(&balance, light(0.2, -0.3), 0.04)
    let found = balance.gains
    #expect(found != Gains())
    for frame in 2...50 { follow(&balance, light(0.6, 0.2, doubt: 0.7), Double(frame) / 25) }
    #expect(balance.gains == found && balance.knowsLight)
    follow(&balance, light(0.6, 0.2, doubt: 0.7, shade: 30), 3)
    #expect(balance.gains == Gains() && !balance.knowsLight, "after a cut nothing is known")
  }

  @Test func lockedBalanceKeepsTheFirstEstimate() {
    var balance = WhiteBalance()
    follow(&balance, light(0.6, 0.2, doubt: 0.7), 0, isLocked: true)
    follow(&balance, light(0.2, -0.3, shade: 11), 1, isLocked: true)
    let found = balance.gains
    #expect(isClose(found.red, exp2(-0.2)))
    follow(&balance, light(-0.2, 0.3, shade: 30), 9, isLocked: true)
    #expect(balance.gains == found)
    follow(&balance, light(-0.2, 0.3, shade: 2), 10, isLocked: false)
    #expect(balance.gains != found)
  }

  @Test(arguments: [
    WhiteBalanceMode.grayWorld, .card(.init(x: 0.4, y: 0.4, width: 0.1, height: 0.1)),
  ])
  func grayWorldAndCardBalanceIgnoreUncertainty(mode: WhiteBalanceMode) {
    var balance = WhiteBalance()
    follow(&balance, light(-0.5, -0.7, doubt: 0.7), 0, mode: mode)
    #expect(isClose(balance.gains.red, exp2(-0.5)) && isClose(balance.gains.blue, exp2(0.7)))
    follow(&balance, light(0.1, 0), 5, mode: .auto)
    #expect(isClose(balance.gains.red, exp2(-0.1)), "another mode starts anew")
  }

  @Test func zeroBalanceTimeFollowsEveryFrame() {
    var balance = WhiteBalance()
    for (frame, red) in [0, 0.3, -0.2, 0.1].enumerated() {
      follow(&balance, light(red, 0), Double(frame) / 30, within: 0)
      #expect(isClose(balance.gains.red, exp2(-red)))
    }
  }
}
