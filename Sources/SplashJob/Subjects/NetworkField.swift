/// Description of an option for networks, from which flags, checks and help are made.
package struct NetworkField: Sendable {
  /// Name of the option in errors.
  package let key: String
  /// Name on the command line, without dashes.
  package let flag: String
  /// The placeholder of the value in the help.
  package let placeholder: String?
  /// A sentence on what it does, with the default.
  package let help: String
  /// The allowed words, where there are few.
  package let words: [String]
  /// Extensions of the files that it takes; empty where it takes no file.
  package let fileEndings: [String]
  private let take: @Sendable (String, inout Models.Places) throws(SplashError) -> Void

  private init(
    _ key: String, flag: String, _ placeholder: String, _ help: String, words: [String] = [],
    fileEndings: [String] = [],
    take: @escaping @Sendable (String, inout Models.Places) throws(SplashError) -> Void
  ) {
    self.key = key
    self.flag = flag
    self.placeholder = placeholder
    self.help = help
    self.words = words
    self.fileEndings = fileEndings
    self.take = take
  }

  /// Sets the option from the word after its flag.
  ///
  /// - Throws: `SplashError` of kind usage for a word that cannot be read or used.
  package func read(_ word: String, into places: inout Models.Places) throws {
    try take(word, &places)
  }

  /// All options, in the order of the help and of reading: a network comes before its form.
  package static let all: [NetworkField] = [
    NetworkField(
      "personNetwork", flag: "person-network", "NAME",
      "What finds person: selfie, small and fast; outline, with the outlines of thing, in photos and key frames of files; or matte, Robust Video Matting, for hair and solid insides (GPL-3.0; splash models fetch matte). (default: auto, outline in photos and selfie in clips)",
      words: Models.PersonNetwork.allCases.map(\.rawValue), take: takePerson),
    NetworkField(
      "subjectModel", flag: "subject-model", "FILE",
      "An AI model of your own for subject, in ONNX: one frame in, one mask out; it may carry states from frame to frame.",
      fileEndings: ["onnx"]
    ) { $1.subject = ($0, NetworkForm()) },
    NetworkField(
      "subjectForm", flag: "subject-form", "FORM",
      "How that AI model wants its frames: mean=R,G,B, deviation=R,G,B (default: 0 and 1), size=WxH where it takes any (default: 320x320), stretch for masks that are not 0 to 1, invert for masks that are 1 outside, ratio=R for a number that it takes as well (default: 1); with blanks between.",
      take: takingForm(\.subject, "subject")),
    NetworkField(
      "depthModel", flag: "depth-model", "FILE",
      "An AI model of your own that estimates depth, for near=SHARE, in ONNX: one frame in, one value for each place out, higher where it is nearer.",
      fileEndings: ["onnx"]
    ) { $1.depth = ($0, .depth) },
    NetworkField(
      "depthForm", flag: "depth-form", "FORM",
      "As --subject-form, for the AI model of depth; invert where its values are distances. (default: as Depth Anything V2: size=518x518, ImageNet's mean and deviation, stretch)",
      take: takingForm(\.depth, "depth")),
    NetworkField(
      "thingModels", flag: "thing-models", "ENCODER,DECODER",
      "AI models of your own for thing@X,Y, in ONNX, made like those of Segment Anything: one looks at the frame, the other answers points.",
      take: takeThing),
    NetworkField(
      "onnxruntime", flag: "onnxruntime", "FILE",
      "ONNX Runtime's library. (default: $SPLASH_ONNXRUNTIME, that of splash models fetch, or the system's)",
      fileEndings: ["so"]
    ) { $1.runtime = $0 },
  ]

  private static func takePerson(
    _ word: String, _ places: inout Models.Places
  ) throws(SplashError) {
    guard let network = Models.PersonNetwork(rawValue: word) else {
      throw SplashError(
        .usage, "\(option: "personNetwork") \(word)", cause: "not known",
        remedy: "give auto, selfie, outline or matte")
    }
    places.person = network
  }

  /// Reads the form of a network of the user's own, of which the words say what differs.
  ///
  /// - Parameter name: of the network: `subject` for `subjectModel` and `subjectForm`.
  private static func takingForm(
    _ place: any WritableKeyPath<Models.Places, (file: String, form: NetworkForm)?> & Sendable,
    _ name: String
  ) -> @Sendable (String, inout Models.Places) throws(SplashError) -> Void {
    { (word, places) throws(SplashError) in
      guard let (file, form) = places[keyPath: place] else {
        throw SplashError(
          .usage, "\(option: name + "Form")", cause: "it is about an AI model of your own",
          remedy: "add \(option: name + "Model") FILE")
      }
      places[keyPath: place] = (file, try NetworkForm(words: word, over: form, key: name + "Form"))
    }
  }

  private static func takeThing(
    _ word: String, _ places: inout Models.Places
  ) throws(SplashError) {
    let files = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard files.count == 2, files.allSatisfy({ !$0.isEmpty }) else {
      throw SplashError(
        .usage, "\(option: "thingModels") \(word)", cause: "not two files",
        remedy: "write \(option: "thingModels") ENCODER,DECODER")
    }
    places.thing = (files[0], files[1])
  }
}
