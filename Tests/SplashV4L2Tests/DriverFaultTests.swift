import Foundation
import SplashV4L2
import Synchronization
import Testing

extension DriverTests {
  /// Cameras that break in mid-run, and how many frames come before and after.
  @Suite struct Faults {
    init() { Guest.faultHeader }

    /// What happened between the frames before a fault and those after it.
    struct Survival {
      var before = 0
      var after = 0
      /// The longest time between two frames from the last one before the fault on, in
      /// milliseconds.
      var gap = 0.0
      var counts = CameraCounts()

      /// Streaming was not restarted, unless a busy machine itself delayed the driver.
      var wasUndisturbed: Bool { counts.restarts == 0 || gap > 150 }
    }

    /// Reads a second of frames, breaks the camera from outside, and goes on for some seconds.
    func survive(
      _ fault: String, options: CameraOptions = CameraOptions(), breakIt: [String],
      path: String = "/dev/video0", seconds: Double = 2, afterwards: () throws -> Void = {}
    ) throws -> Survival {
      let events = Mutex<[String]>([])
      var options = options
      options.onEvent = { event in events.withLock { $0.append(event) } }
      let camera = try Camera(path: path, options: options)
      try camera.take(29)
      var last = try camera.nextPicture().captureTime!
      var survival = Survival(before: camera.counts.captured)
      let program = try Guest.start(breakIt)
      let end = last + UInt64(seconds * 1e9)
      var stamps: [Int64] = []
      while last < end {
        let frame = try camera.nextPicture()
        let time = frame.captureTime!
        stamps.append(frame.timestamp!)
        survival.gap = max(survival.gap, Double(time - last) / 1e6)
        last = time
      }
      program.process.waitUntilExit()
      try afterwards()
      #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
      survival.counts = camera.counts
      survival.after = camera.counts.captured - survival.before
      let counts = survival.counts
      Guest.row(
        fault, "\(survival.before)", "\(survival.after)", "\(Int(survival.gap)) ms",
        "\(counts.damaged)", "\(counts.lost)", "\(counts.restarts)", "\(counts.reconnections)")
      for event in events.withLock({ $0 }) { print("  \(event)") }
      return survival
    }

    func control(_ setting: String) -> [String] {
      ["v4l2-ctl", "-d", "/dev/video0", "-c", setting]
    }

    /// Sets a control of the webcam's driver in mid-run, after which frames must go on.
    func survive(_ fault: String, setting: String? = nil) throws -> Survival {
      try Guest.loadWebcam()
      let survival = try survive(fault, breakIt: setting.map(control) ?? ["true"])
      #expect(survival.after > 20)
      return survival
    }

    @Test func framesGoOnWithoutAFault() throws {
      let survival = try survive("none")
      #expect(survival.counts.damaged == 0 && survival.wasUndisturbed)
    }

    @Test func damagedBufferIsCountedAndSkipped() throws {
      let survival = try survive("damaged buffer", setting: "inject_v4l2_buf_flag_error=1")
      #expect(survival.counts.damaged == 1)
      #expect(survival.wasUndisturbed)
    }

    @Test func lostBuffersAreCounted() throws {
      let survival = try survive(
        "30 % of the buffers lost", setting: "percentage_of_dropped_buffers=30")
      #expect(survival.counts.lost > 5)
    }

    @Test func refusedBufferIsSurvived() throws {
      let survival = try survive("refused QBUF", setting: "inject_vidioc_qbuf_error=1")
      #expect(survival.wasUndisturbed)
    }

    @Test func deadStreamIsRestarted() throws {
      let survival = try survive("fatal streaming error", setting: "inject_fatal_streaming_error=1")
      #expect(survival.counts.restarts >= 1)
    }

    @Test func deadStreamThatRefusesToStartIsRetried() throws {
      let survival = try survive(
        "fatal streaming error, refused STREAMON",
        setting: "inject_vidioc_streamon_error=1,inject_fatal_streaming_error=1")
      #expect(survival.counts.restarts >= 1)
    }

    @Test(arguments: ["inject_vidioc_reqbufs_error", "inject_vidioc_streamon_error"])
    func refusedStartIsRetried(fault: String) throws {
      try Guest.loadWebcam()
      try Guest.control("\(fault)=1")
      let survival = try survive("refused at the start: \(fault)", breakIt: ["true"])
      #expect(survival.wasUndisturbed)
    }

    @Test func disconnectedCameraIsReconnected() throws {
      try Guest.loadWebcam()
      var options = CameraOptions()
      options.controls = [ControlSetting(name: "brightness", value: 99)]
      let survival = try survive(
        "disconnect", options: options, breakIt: control("disconnect=1"), seconds: 3)
      #expect(survival.counts.reconnections == 1)
      #expect(survival.after > 20)
    }

    static let driver = "/sys/bus/platform/drivers/vivid"

    /// A driver that is bound again has its own defaults: controls are set again.
    @Test func unpluggedCameraComesBackWithItsControls() throws {
      try Guest.loadWebcam()
      var options = CameraOptions()
      options.controls = [ControlSetting(name: "brightness", value: 99)]
      let script =
        "echo vivid.0 >\(Self.driver)/unbind; sleep 2; echo vivid.0 >\(Self.driver)/bind"
      let survival = try survive(
        "unplugged for 2 s", options: options, breakIt: ["sh", "-c", script], seconds: 6
      ) {
        let brightness = try Guest.value("brightness")
        #expect(brightness == "99")
      }
      #expect(survival.counts.reconnections == 1)
      #expect(survival.gap > 1500)
      #expect(survival.after > 60)
    }

    /// Another device has the camera's name meanwhile: the camera is recognized by its port.
    @Test func cameraIsFoundUnderAnotherDeviceName() throws {
      try Guest.loadWebcam()
      try Guest.run("rmmod", "v4l2loopback")
      let script =
        "echo vivid.0 >\(Self.driver)/unbind; modprobe v4l2loopback video_nr=0; "
        + "echo vivid.0 >\(Self.driver)/bind"
      let survival = try survive(
        "back as /dev/video1", breakIt: ["sh", "-c", script], seconds: 4
      ) {
        let other = try Guest.run("v4l2-ctl", "-d", "/dev/video0", "-D").output
        #expect(other.contains("loopback"))
      }
      #expect(survival.counts.reconnections == 1)
      #expect(survival.after > 20)
      try Guest.run("rmmod", "v4l2loopback")
    }

    @Test func cameraGoneForGoodFailsTheRun() throws {
      try Guest.loadWebcam()
      var options = CameraOptions()
      options.reconnectTime = 1.5
      let error = #expect(throws: SplashError.self) {
        _ = try survive(
          "unplugged for good", options: options,
          breakIt: ["sh", "-c", "echo vivid.0 >\(Self.driver)/unbind"])
      }
      #expect(error?.kind == .failure)
      #expect(error?.description.contains("did not come back within 1.5 s") == true)
      try Guest.run("sh", "-c", "echo vivid.0 >\(Self.driver)/bind")
    }

    @Test(arguments: ["wrap_sequence_number=1", "wrap_timestamp=1", "wrap_timestamp=2"])
    func wrappingCountersDoNotDisturb(control: String) throws {
      try Guest.loadWebcam()
      let survival = try survive(control, breakIt: self.control(control))
      #expect(survival.wasUndisturbed)
      #expect(survival.after > 20)
    }

    /// The producer of a loopback device pauses, then goes on.
    @Test func silentProducerIsRestarted() throws {
      try Guest.loadLoopback()
      let producer = try Guest.start([
        "ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=20",
        "-pix_fmt", "yuyv422", "-f", "v4l2", "/dev/video11",
      ])
      let id = producer.process.processIdentifier
      defer { kill(id, SIGKILL) }
      try Guest.waitForProducer("/dev/video11")
      let survival = try survive(
        "a driver that falls silent for 1.5 s",
        breakIt: ["sh", "-c", "kill -STOP \(id); sleep 1.5; kill -CONT \(id)"],
        path: "/dev/video11", seconds: 5)
      #expect(survival.counts.restarts >= 1)
      #expect(survival.gap > 1000)
      #expect(survival.after > 20)
    }

    /// An encoder that holds frames must not starve the driver of buffers.
    @Test func longHeldFramesDoNotStarveTheDriver() throws {
      try Guest.loadWebcam()
      let camera = try Camera(path: "/dev/video0")
      var held: [HeldFrame] = []
      for _ in 0..<20 { held.append(HeldFrame(try camera.nextPicture())) }
      #expect(camera.counts.captured == 20)
      for picture in held { #expect(try ColorBars(picture.frame).worstHueError <= 2) }
    }

    /// Frames stay whole when their camera is closed.
    @Test func framesOutliveTheCamera() throws {
      try Guest.loadWebcam()
      var camera: Camera? = try Camera(path: "/dev/video0")
      let frame = try camera!.nextPicture()
      camera = nil
      #expect(try ColorBars(frame).worstHueError <= 2)
      _ = try Camera(path: "/dev/video0", options: CameraOptions()).summary
    }
  }
}

final class HeldFrame {
  let frame: Frame
  init(_ frame: consuming Frame) { self.frame = frame }
}

extension Guest {
  /// The header of the table of faults, printed once.
  static let faultHeader: Void = {
    row(
      "fault", "pictures before", "after", "longest gap", "damaged", "lost", "restarts",
      "reconnections")
    row("---", "---", "---", "---", "---", "---", "---", "---")
  }()
}
