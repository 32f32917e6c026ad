import CSplashKernels
import Foundation
import SplashLook
import Testing

struct WhiteBalanceTests {
  /// A reading of a light, log2 of red and blue over green; `shade` places its histogram.
  private func light(
    _ red: Double, _ blue: Double, support: Double = 0.5, evidence: Double = 0.2,
    belief: Double = 1,
    shade: Int = 10, steps: (red: Double, blue: Double)? = nil
  ) -> SplashLight {
    var light = SplashLight()
    if let steps {
      (light.step_red, light.step_blue, light.steps) = (Float(steps.red), Float(steps.blue), 0.05)
    }
    light.belief = Float(belief)
    light.evidence = Float(evidence)
    (light.red, light.blue, light.support, light.count) = (
      Float(red), Float(blue), Float(support), 1000
    )
    (light.mean_red, light.mean_green, light.mean_blue) = (
      Float(0.5 * exp2(red)), 0.5, Float(0.5 * exp2(blue))
    )
    withUnsafeMutableBytes(of: &light.luma) { $0.bindMemory(to: UInt16.self)[shade] = 1000 }
    withUnsafeMutableBytes(of: &light.cb) { $0.bindMemory(to: UInt16.self)[16] = 1000 }
    withUnsafeMutableBytes(of: &light.cr) { $0.bindMemory(to: UInt16.self)[16] = 1000 }
    return light
  }

  private func follow(
    _ balance: inout WhiteBalance, _ light: SplashLight, _ time: Double?,
    mode: WhiteBalanceMode = .grayWorld, constant: Double = 1, isLocked: Bool = false,
    isPhoto: Bool = false
  ) {
    balance.follow(
      light, at: time, mode: mode, timeConstant: constant, isLocked: isLocked, isPhoto: isPhoto)
  }

  private func isClose(_ a: Double, _ b: Double, within: Double = 0.0005) -> Bool {
    abs(a - b) < within
  }

  @Test func theFirstPictureIsAdoptedAtOnce() {
    var balance = WhiteBalance()
    follow(&balance, light(0.3, -0.5), 0)
    #expect(isClose(balance.gains.red, exp2(-0.3)) && isClose(balance.gains.blue, exp2(0.5)))
    #expect(balance.gains.green == 1)
  }

  @Test func gainsStayWithinAHalfAndTwo() {
    var balance = WhiteBalance()
    follow(&balance, light(1.7, -1.4), 0)
    #expect(balance.gains == Gains(red: 0.5, green: 1, blue: 2))
  }

  @Test func aSmallDifferenceShrinksWithTheTimeConstant() {
    var balance = WhiteBalance()
    follow(&balance, light(0, 0), 0, constant: 2)
    for frame in 1...60 { follow(&balance, light(0.002, 0), Double(frame) / 30, constant: 2) }
    // 0.002 octaves are 2.8 of the 4096 steps that gains come in.
    #expect(isClose(log2(balance.gains.red), -0.002 * (1 - exp(-1)), within: 0.0004))
  }

  @Test func aLargeDifferenceIsFollowedFasterButNotAtOnce() {
    var balance = WhiteBalance()
    follow(&balance, light(0, 0), 0)
    follow(&balance, light(0.4, 0), 1.0 / 30)
    let first = -log2(balance.gains.red)
    #expect(first > 0.05 && first < 0.35)
    for frame in 2...30 { follow(&balance, light(0.4, 0), Double(frame) / 30) }
    #expect(isClose(-log2(balance.gains.red), 0.4, within: 0.01))
  }

  @Test func anyRateTakesTheSameWay() {
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

  @Test func irregularTimesEndWhereRegularOnesDo() {
    func end(_ times: [Double]) -> Double {
      var balance = WhiteBalance()
      follow(&balance, light(0, 0), 0)
      for time in times { follow(&balance, light(0.3, 0), time) }
      return balance.gains.red
    }
    #expect(isClose(end([0.1, 0.2, 0.3, 0.4]), end([0.03, 0.25, 0.26, 0.4])))
    #expect(isClose(end([0.4]), end([0.1, 0.05, 0.05, 0.4]), within: 0.02))
  }

  @Test func aCutAdoptsTheNewLightAtOnce() {
    var balance = WhiteBalance()
    follow(&balance, light(0, 0, shade: 4), 0)
    follow(&balance, light(0.3, 0, shade: 20), 0.04)
    #expect(balance.isCut)
    #expect(isClose(balance.gains.red, exp2(-0.3)))
    follow(&balance, light(0.3, 0, shade: 20), 0.08)
    #expect(!balance.isCut)
  }

  @Test func picturesWithoutGreyLeaveTheBalanceAlone() {
    var balance = WhiteBalance()
    follow(&balance, light(0.6, 0.2, support: 0.02), 0)
    #expect(balance.gains == Gains())
    follow(&balance, light(0.2, -0.3), 0.04)
    let found = balance.gains
    #expect(found != Gains())
    for frame in 2...50 { follow(&balance, light(0.6, 0.2, support: 0.02), Double(frame) / 25) }
    for frame in 51...99 { follow(&balance, light(0.6, 0.2, evidence: 0.01), Double(frame) / 25) }
    #expect(balance.gains == found)
  }

  @Test func aDimFirstPictureIsHalfBelieved() {
    var balance = WhiteBalance()
    follow(&balance, light(0.4, 0, evidence: 0.03), 0)
    #expect(isClose(balance.gains.red, exp2(-0.2)))
  }

  @Test func aThingIsNoLight() {
    var balance = WhiteBalance()
    for frame in 0...50 { follow(&balance, light(0.7, -1, belief: 0), Double(frame) / 25) }
    #expect(balance.gains == Gains())
    follow(&balance, light(0.2, -0.3), 2.04)
    let found = balance.gains
    #expect(isClose(found.red, exp2(-0.2)))
    for frame in 52...99 { follow(&balance, light(0.7, -1, belief: 0), Double(frame) / 25) }
    #expect(balance.gains == found, "a known light is kept before a wall")
  }

  @Test func aHalfBelievedLightNeverCountsInFull() {
    var balance = WhiteBalance()
    for frame in 0...250 { follow(&balance, light(0.4, -0.6, belief: 0.5), Double(frame) / 25) }
    #expect(isClose(balance.gains.red, exp2(-0.2)) && isClose(balance.gains.blue, exp2(0.3)))
  }

  /// Half-way at most, and only as far as steps agree.
  @Test(arguments: zip([1.0, 0.5, 0.25, 0, -1, 7], [0.5, 0.5, 0.25, 0, 0, 0.5]))
  func aPhotoIsBalancedAsFarAsItIsBelieved(agreeing: Double, share: Double) {
    let steps = (red: 0.4 * agreeing, blue: -0.6 * agreeing)
    for _ in 0...2 {
      var balance = WhiteBalance()
      follow(&balance, light(0.4, -0.6, steps: steps), nil, isPhoto: true)
      #expect(isClose(balance.gains.red, exp2(-0.4 * share)))
      #expect(isClose(balance.gains.blue, exp2(0.6 * share)))
    }
    var balance = WhiteBalance()
    follow(&balance, light(0.4, -0.6, belief: 0, steps: steps), nil, isPhoto: true)
    #expect(balance.gains == Gains(), "steps alone do not tell the light of a photo")
  }

  @Test func aLockKeepsWhatWasFoundFirst() {
    var balance = WhiteBalance()
    follow(&balance, light(0.6, 0.2, support: 0), 0, isLocked: true)
    follow(&balance, light(0.2, -0.3, shade: 11), 1, isLocked: true)
    let found = balance.gains
    #expect(isClose(found.red, exp2(-0.2)))
    follow(&balance, light(-0.2, 0.3, shade: 30), 9, isLocked: true)
    #expect(balance.gains == found)
    follow(&balance, light(-0.2, 0.3, shade: 2), 10, isLocked: false)
    #expect(balance.gains != found)
  }

  @Test func aCardIsBelievedWhateverItsColor() {
    let card = WhiteBalanceMode.card(.init(x: 0.4, y: 0.4, width: 0.1, height: 0.1))
    var balance = WhiteBalance()
    follow(&balance, light(0.5, -0.7, support: 0), 0, mode: card)
    #expect(isClose(balance.gains.red, exp2(-0.5)) && isClose(balance.gains.blue, exp2(0.7)))
    follow(&balance, light(0.1, 0), 5, mode: .grayWorld)
    #expect(isClose(balance.gains.red, exp2(-0.1)), "another mode starts anew")
  }

  @Test func zeroFollowsEveryPicture() {
    var balance = WhiteBalance()
    for (frame, red) in [0, 0.3, -0.2, 0.1].enumerated() {
      follow(&balance, light(red, 0), Double(frame) / 30, constant: 0)
      #expect(isClose(balance.gains.red, exp2(-red)))
    }
  }
}
