import ArgumentParser
import Glibc
import SplashJob
import SplashPipeWire

/// The main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Keep the colors you choose in a video and turn the rest grey.",
    usage: usage,
    discussion: """
      splash clip.mp4 -o red.mp4 --hue red
      splash /dev/video0 -o - --hue 200:25 | ffplay -

      \(endings.joined(separator: "\n"))
      """)

  static let usage = """
    splash [run] <input> [-o <output>]... [options]
    splash [run] <inputs>... -o <folder>/ [options]
    splash <subcommand> --help
    """

  /// The end of the help: subcommands and exit statuses.
  static var endings: [String] {
    [
      "Subcommands: run (this, and the default), \(otherCommands.joined(separator: ", ")).",
      """
      Exit status: 0 done, or a live run was stopped; 1 failed while running, 2 bad input or \
      output, 3 over the budget, 64 wrong usage, 130 stopped by Ctrl-C before the end of a file.
      """,
    ]
  }

  /// The subcommands besides this one.
  static var otherCommands: [String] {
    Main.configuration.subcommands
      .filter { $0 != RunCommand.self && $0.configuration.shouldDisplay }
      .map { $0._commandName }
  }

  @OptionGroup(title: "Input") var source: SourceFlags
  @OptionGroup(title: "Several inputs") var batch: BatchFlags
  @OptionGroup(title: "Camera") var camera: CameraFlags
  @OptionGroup(title: "Output") var sink: SinkFlags
  @OptionGroup(title: "Shape of the output") var shape: ShapeFlags
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Look in time") var times: TimeFlags
  @Option(
    help: .of(
      "Do one of several parts of a clip, 3/8 for the third of eight; splash join puts them together.",
      "I/N"))
  var part: String?

  @Flag(help: "Leave out the comment with the settings of a clip or photo.")
  var noNote = false

  @Flag(
    help:
      "Keep the camera open when nobody uses the virtual camera."
  )
  var always = false

  @OptionGroup(title: "Subjects") var subjects: SubjectFlags
  @OptionGroup(title: "Live") var live: DelayFlags
  @OptionGroup(title: "Steering") var steering: SteeringFlags
  @OptionGroup(title: "Report") var reporting: ReportFlags

  @Option(
    help: .of(
      "Hardware decoding, and the device of a hardware encoder: off, auto for the faster, or a device such as vaapi, cuda, qsv, vulkan, v4l2m2m or vaapi:/dev/dri/renderD128. (default: off)",
      "DEVICE"))
  var hardware: String?

  @Option(
    help: .of(
      "Use an instruction set: reference, sse2, avx2, avx512 or neon. (default: the best there is)",
      "SET"))
  var cpu: String?

  @Flag(help: "Show this help of all options; splash help lists topics.")
  var helpAll = false

  func run() throws {
    FFmpegLog.set(isVerbose: reporting.verbose)
    let named = try sink.named()
    if let pattern = try batch.pattern(input: source.input, outputs: named.map(\.name)) {
      return try run(request(to: [named[0]], isOne: false), into: pattern)
    }
    let outputs = try sink.resolvedOutputs()
    var request = try request(to: outputs)
    let fade = try steering.fade()
    // What is wrong with the words is told before what is wrong with files.
    try refuseSwapped(source.input, outputs.map(\.name))
    let signals = try StopSignals(toggles: true)
    let socket = try steering.socket()
    defer { socket?.close() }
    request.camera.onOpening = { signals.onStop($0) }
    let statistics = try text(reporting.statsJson, "--stats-json", request)
    let settings = try text(look.saveSettings, "--save-settings", request)
    var search = try SizeSearch(request)
    if search != nil, let socket = steering.controlSocket {
      throw SplashError(
        .usage, "--max-size and --control-socket \(socket)",
        cause: "a clip that is steered is made once", remedy: "leave one out")
    }
    var job = try Job(search?.request ?? request)
    try settings?.write((request.timeline?.document ?? request.settings.json).utf8)
    signals.onToggle { [job] in job.turn(over: fade) }
    try socket?.serve { [job] in job.answer(to: $0, transition: fade, preset: PresetShelf.look) }
    if !reporting.quiet {
      for warning in request.settings.warnings(
        naming: .flags, size: job.media.picture.displayedSize)
      {
        printError("splash: warning: \(warning)")
      }
      if let warning = try times.effect.warning(length: job.length) {
        printError("splash: warning: \(warning)")
      }
      if sink.outputs.isEmpty {
        printError("splash: writing y4m to standard output; -o red.mp4 writes a file")
      }
      for note in job.notes { printError("splash: \(note)") }
    }
    var outcome = run(job, signals)
    while !job.wasStopped, (try? outcome.get()) != nil, try search?.goesOn(after: job) == true {
      job = try Job(search!.request)
      outcome = run(job, signals)
    }
    // A live run that lost an output has completed its other outputs.
    let isDone = job.isLive || (try? outcome.get()) != nil
    let ending = Result { if isDone { try conclude(job, statistics, loss: search?.loss) } }
    try outcome.get()
    try ending.get()
    if job.isPiece, let status = signals.status { throw Stopped(status: status) }
  }

  private func run(_ job: Job, _ signals: StopSignals) -> Result<Void, any Error> {
    signals.onStop { job.stop() }
    let progress = Progress(of: job, flags: reporting, subjectEvery: subjects.mostApart)
    defer { progress?.end() }
    return Result { try job.run() }
  }

  /// Checks all that can be checked before anything is opened.
  func check() throws {
    let named = try sink.named()
    if try batch.pattern(input: source.input, outputs: named.map(\.name)) != nil {
      _ = try request(to: [named[0]], isOne: false)
    } else {
      _ = try request(to: sink.resolvedOutputs())
    }
    _ = try steering.fade()
  }

  /// - Parameter isOne: whether there is one input.
  private func request(to outputs: [NamedOutput], isOne: Bool = true) throws -> Job.Request {
    let hardware = try hardware.map { try Hardware($0) } ?? .off
    var request = Job.Request(
      input: source.input,
      outputs: try outputs.map { output in
        var options = try sink.options(for: output)
        options.hardware = hardware
        return (output.name, options)
      })
    for (index, output) in outputs.enumerated() {
      guard let look = try output.look() else { continue }
      try steering.refuseLooks(of: output)
      request.looks[index] = look
    }
    request.inputOptions = try source.options()
    request.inputOptions.part = try part.map(filmPart)
    request.inputOptions.hardware = hardware
    let isRaw = request.inputOptions.format == "rawvideo"
    if isRaw {
      request.inputOptions.raw = try camera.raw(sink.pixelFormat)
      for index in request.outputs.indices where !outputs[index].hasPixelFormat {
        request.outputs[index].options.pixelFormat = nil
      }
    }
    let isNumbered = InputOptions.isNumbered(source.input)
    if isNumbered { request.inputOptions.rate = camera.rateText }
    request.camera = try camera.options(for: source.input, rateIsForFiles: true, isRaw: isRaw)
    request.shape = try shape.shape(
      rate: isRaw || isNumbered || isCamera(source.input) ? nil : camera.rate)
    if !reporting.quiet {
      request.onEvent = { printError("splash: \($0)") }
      request.camera.onEvent = request.onEvent
    }
    // An endless test pattern is read as fast as possible; with a control socket it needs its frame
    // rate, but a pipe's reader sets the pace.
    let isWatched =
      steering.controlSocket != nil && !outputs.contains { $0.name == "-" }
      || outputs.contains { isVideoDevice($0.name) || PipeWireCamera.suits($0.name) }
    request.isPaced = source.realtime || isWatched && source.input.hasPrefix("test:")
    request.frameLimit = source.frames
    request.runsUnseen = always
    let saved = try look.resolveInTime()
    request.settings = saved.base
    var lists: [String] = []
    request.timeline =
      try times.effect.moments(of: saved, timeline: times.timeline)
      ?? times.timeline.map { text in
        try LookTimeline(text, base: saved.base) { name in
          if name != TimelineTimes.chapters { lists.append(name) }
          try checkLists(lists)
          return try TimelineTimes.read(
            name, input: isOne ? (source.input, request.inputOptions) : nil)
        }
      }
      ?? (saved.entries.isEmpty ? nil : saved)
    request.alsoReads += lists
    if let keys = request.timeline, let timeline = times.timeline,
      !LookTimeline.isWritten(in: timeline)
    {
      try look.allowed.check(keys, of: timeline, named: saved.settings.flatMap(\.files))
    }
    request.program = noNote ? nil : "splash \(splashVersion)"
    try request.checkLooks()
    request.alsoReads += try look.files
    if let timeline = times.timeline, !LookTimeline.isWritten(in: timeline) {
      request.alsoReads.append(timeline)
    }
    request.models = try subjects.models()
    request.subjectEvery = try subjects.every()
    request.subjectThreads = subjects.threads
    request.delay = try live.delay()
    request.instructionSet = try cpu.map(instructionSet) ?? .best
    request.budget = try reporting.judgment()
    try reporting.checkProgress()
    return request
  }

  /// - Parameter files: lists of times that a timeline names.
  private func checkLists(_ files: [String]) throws {
    guard let timeline = times.timeline, !LookTimeline.isWritten(in: timeline) else { return }
    let none = try LookTimeline(base: SplashSettings(), entries: [])
    try look.allowed.check(none, of: timeline, and: files)
  }

  private func filmPart(_ text: String) throws -> FilmPart {
    guard source.start == nil, source.duration == nil, source.end == nil, source.frames == nil,
      source.cut == nil, !source.keepStart
    else {
      throw SplashError(
        .usage, "--part \(text)",
        cause: "--start, --keep-start, --duration, --end, --cut and --frames choose another piece",
        remedy: "leave them out")
    }
    guard source.streams.areAll else {
      throw SplashError(
        .usage, "--part \(text)", cause: "parts have neither sound nor subtitles nor tags",
        remedy: "give --no-audio, --no-subtitles and --no-tags to splash join")
    }
    guard steering.controlSocket == nil else {
      throw SplashError(
        .usage, "--part \(text) and --control-socket",
        cause: "the other parts would not get its commands", remedy: "leave one out")
    }
    guard camera.rate == nil else {
      throw SplashError(
        .usage, "--part \(text)", cause: "--fps lays out the frames of a whole clip",
        remedy: "leave it out, and give it when the joined clip is made ready")
    }
    return try FilmPart(text)
  }

  private func text(_ name: String?, _ flag: String, _ request: Job.Request) throws -> TextOutput? {
    try TextOutput(
      name, flag: flag, overwrite: sink.overwrite, inputs: [request.input] + request.reads,
      outputs: request.outputs.map(\.name))
  }

  /// - Parameter loss: what quality the output lost to fit its size limit.
  private func conclude(_ job: Job, _ statistics: TextOutput?, loss: String?) throws {
    let report = job.report()
    if !reporting.quiet {
      for warning in job.warnings { printError("splash: warning: \(warning)") }
      if let loss { printError("splash: \(loss)") }
      let summary = report.summary(hasTimers: reporting.stats || reporting.verbose)
      printError("splash: \(summary)")
      if let hint = report.hint { printError("splash: \(hint)") }
    }
    if reporting.stats { printErrors(report.table) }
    reporting.summarize(report)
    try statistics?.write(report.json)
    if let part, report.stopped {
      throw SplashError(
        .failure, "\(source.input): part \(part) was stopped before its end",
        remedy: "a piece of a part cannot be joined; make it again")
    }
    if reporting.enforceBudget, !report.budget.within {
      throw BudgetMissed(verdict: report.verdict)
    }
  }
}

extension LookTimeline {
  /// Whether a text is the list itself rather than a file's name: no name begins like JSON.
  fileprivate static func isWritten(in text: String) -> Bool {
    "[{\"".contains(text.first { !$0.isWhitespace } ?? "f")
  }

  /// - Parameters:
  ///   - text: a file, or the list itself.
  ///   - times: finds the times of a name.
  fileprivate init(_ text: String, base: SplashSettings, times: Times) throws {
    let data =
      Self.isWritten(in: text)
      ? Array(text.utf8)
      : Array(
        try LookOptions.bytes(
          of: text, flag: "--timeline",
          like: "a list [{\"time\": …, \"settings\": {…}}], or a file of one"))
    do {
      try self.init(json: data, base: base, times: times)
    } catch let error as SettingError {
      throw SplashError(.usage, "--timeline \(text): \(error)")
    }
  }
}

/// The error for a run that took longer than `--enforce-budget` allows.
struct BudgetMissed: Error {
  let verdict: String
  static let exitStatus: Int32 = 3
}

/// Reads the value of `--cpu`.
func instructionSet(_ name: String) throws -> InstructionSet {
  func list(_ sets: [InstructionSet]) -> String { sets.map(\.rawValue).joined(separator: ", ") }
  guard let set = InstructionSet(rawValue: name) else {
    throw SplashError(
      .usage, "--cpu \(name)", cause: "unknown", remedy: "use \(list(InstructionSet.allCases))")
  }
  guard InstructionSet.available.contains(set) else {
    throw SplashError(
      .usage, "--cpu \(name)", cause: "this machine does not have it",
      remedy: "use \(list(InstructionSet.available))")
  }
  return set
}

/// Refuses arguments in which input and output are swapped: the input does not exist, but an output
/// does.
private func refuseSwapped(_ input: String, _ outputs: [String]) throws {
  guard input != "-", !input.contains(":"), !input.contains("%"), input.fileKind == nil else {
    return
  }
  for output in outputs where output.fileKind == S_IFREG {
    throw SplashError(
      .badInput, "\(input): cannot open", cause: "No such file or directory",
      remedy: "if \(output) is the input: splash \(output) -o \(input)")
  }
}
