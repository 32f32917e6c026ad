import CFFmpeg
import SplashFFmpeg
import Testing

/// Times that only run forward, against the promises of the comments: packets of two streams,
/// placed one after another.
struct TimelineTests {
  private let milliseconds = AVRational(num: 1, den: 1000)

  /// Streams of an input; their packets share one timeline.
  private final class Streams {
    private var timeline: Timeline
    private var streams: [AVStream] = []
    private var parameters: [UnsafeMutablePointer<AVCodecParameters>] = []

    init(mayLeap: Bool, _ kinds: [AVMediaType], timeBases: [AVRational]) {
      timeline = Timeline(mayLeap: mayLeap)
      for (index, kind) in kinds.enumerated() {
        let codec = avcodec_parameters_alloc()!
        codec.pointee.codec_type = kind
        var stream = AVStream()
        (stream.index, stream.codecpar) = (Int32(index), codec)
        stream.time_base = timeBases[index]
        streams.append(stream)
        parameters.append(codec)
      }
    }

    deinit {
      for parameters in parameters {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
      }
    }

    /// The decoding time that a packet is moved to; nil where it is removed.
    func place(_ stream: Int, _ time: Int64, duration: Int64 = 40) -> Int64? {
      placed(stream, time, pts: time, duration: duration).dts
    }

    func placed(
      _ stream: Int, _ dts: Int64, pts: Int64, duration: Int64 = 40
    ) -> (dts: Int64?, pts: Int64?, duration: Int64) {
      var packet = AVPacket()
      (packet.dts, packet.pts, packet.duration) = (dts, pts, duration)
      timeline.place(&packet, of: streams[stream])
      func known(_ time: Int64) -> Int64? { time == ff_no_timestamp ? nil : time }
      return (known(packet.dts), known(packet.pts), packet.duration)
    }
  }

  private func two(mayLeap: Bool = false) -> Streams {
    Streams(
      mayLeap: mayLeap, [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO],
      timeBases: [milliseconds, milliseconds])
  }

  @Test func forwardTimesAreNeverChanged() {
    for mayLeap in [false, true] {
      let streams = two(mayLeap: mayLeap)
      for time: Int64 in [-500, 0, 40, 80, 60, 5000, 9000, 8900, 18000] {
        #expect(streams.place(0, time) == time)
        #expect(streams.place(1, time + 7) == time + 7)
      }
    }
  }

  @Test func restartedStreamContinuesItsTimes() {
    let streams = two()
    for time: Int64 in [10_000, 10_040] { #expect(streams.place(0, time) == time) }
    #expect(streams.place(0, 0) == 10_080)
    #expect(streams.place(0, 40) == 10_120)
    // Less than a second back is only disorder.
    #expect(streams.place(0, -500) == 9_580)
  }

  @Test func soundAndFramesMoveByTheSameOffset() {
    let streams = two()
    for time: Int64 in [10_000, 10_040] {
      _ = streams.place(0, time)
      _ = streams.place(1, time + 20)
    }
    #expect(streams.place(0, 0) == 10_080)
    // The sound's own end is 20 ms later; it moves by as much as the frames.
    #expect(streams.place(1, 0) == 10_080)
    #expect(streams.place(1, 40) == 10_120)
  }

  @Test func secondRestartContinuesFromTheFirst() {
    let streams = two()
    _ = streams.place(0, 5_000)
    #expect(streams.place(0, 0) == 5_040)
    for time: Int64 in [800, 1600, 2400] { #expect(streams.place(0, time) == time + 5_040) }
    #expect(streams.place(0, 0) == 7_480)
  }

  @Test func forwardJumpIsUndoneOnlyForJumpingClocks() {
    let tame = two()
    _ = tame.place(0, 0)
    #expect(tame.place(0, 60_000) == 60_000)
    let wild = two(mayLeap: true)
    _ = wild.place(0, 0)
    _ = wild.place(1, 0)
    #expect(wild.place(0, 60_000) == 40)
    #expect(wild.place(0, 60_040) == 80)
    #expect(wild.place(1, 60_000) == 40)
  }

  @Test func returnFromAJumpIsNoRestart() {
    let streams = two()
    #expect(streams.place(0, 0) == 0)
    #expect(streams.place(0, 9_000) == 9_000)
    #expect(streams.place(0, 80) == 80)
  }

  @Test func restartOffsetIsConvertedToEachTimeBase() {
    let streams = Streams(
      mayLeap: false, [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO],
      timeBases: [AVRational(num: 1, den: 90_000), AVRational(num: 1, den: 48_000)])
    _ = streams.place(0, 900_000, duration: 3600)
    _ = streams.place(1, 480_000, duration: 960)
    #expect(streams.place(0, 0, duration: 3600) == 903_600)
    // By 10.04 s as well.
    #expect(streams.place(1, 0, duration: 960) == 481_920)
  }

  @Test func subtitleStreamsNeverCountAsRestarted() {
    let streams = Streams(
      mayLeap: false, [AVMEDIA_TYPE_SUBTITLE], timeBases: [milliseconds])
    for time: Int64 in [20_000, 0, 30_000, 5] { #expect(streams.place(0, time) == time) }
  }

  /// Each restart moves a stream further, and times beyond three centuries do not exist.
  @Test(arguments: [false, true]) func repeatedJumpsDoNotTrap(mayLeap: Bool) {
    let nanoseconds = AVRational(num: 1, den: 1_000_000_000)
    for far: Int64 in [1 << 56, 1 << 59, (1 << 60) - 1] {
      let streams = Streams(
        mayLeap: mayLeap, [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO],
        timeBases: [nanoseconds, nanoseconds])
      for turn in 0..<300 {
        for stream in 0...1 {
          let place = streams.place(stream, turn % 3 == 2 ? -far : far)
          #expect(place.map { $0.magnitude < 1 << 60 } ?? true)
        }
      }
    }
  }

  @Test func absurdTimesAreRemoved() {
    let streams = two()
    for time: Int64 in [.max, .min + 1, 1 << 61, -(1 << 61), 20_000_000_000_000] {
      #expect(streams.place(0, time) == nil)
    }
    let odd = streams.placed(0, 100, pts: .max, duration: -5)
    #expect(odd.dts == 100 && odd.pts == nil && odd.duration == 0)
    #expect(streams.placed(0, 140, pts: 180, duration: .max).duration == 0)
    #expect(streams.place(0, 180) == 180)
  }
}
