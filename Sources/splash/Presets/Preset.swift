import SplashFilter

/// A look with a name.
struct Preset {
  let name: String
  /// A line on its effect.
  let sentence: String
  /// JSON as `--settings` reads it.
  let document: String

  /// The presets of splash, in the order of the list.
  static let shipped = [
    Preset(
      name: "noir-red", sentence: "red stays, the rest is black and white of high contrast",
      document: #"{"hues": ["red"], "rest": ["noir"]}"#),
    Preset(
      name: "sin-city", sentence: "strong red in hard black and white, as in a comic-book movie",
      document: #"{"hues": ["red"], "rest": ["sin-city"], "kept": ["vivid=1.4"]}"#),
    Preset(
      name: "old-photo", sentence: "red stays in a brown photo with grain and dark corners",
      document: #"{"hues": ["red"], "rest": ["sepia", "vignette", "grain"]}"#),
    Preset(
      name: "golden-hour", sentence: "warm light, orange to yellow, over grey",
      document: #"{"hues": ["orange", "gold", "yellow"], "kept": ["vivid=1.2"], "feather": 2}"#),
    Preset(
      name: "nature", sentence: "grass and leaves stay, a little stronger",
      document: #"{"hues": ["green"], "kept": ["vivid=1.2"], "clean": 0.1}"#),
    Preset(
      name: "sky-only", sentence: "the sky stays blue, in the upper part of the frame",
      document:
        #"{"hues": ["sky", "azure"], "within": ["box=0,0,1,0.65:0.1"], "fill": 2, "clean": 1, "feather": 2}"#
    ),
    Preset(
      name: "portrait", sentence: "people in color, grey and soft behind them (needs AI models)",
      document: #"{"keep": ["person"], "rest": ["grey", "blur=1.5"], "feather": 2}"#),
    Preset(
      name: "blur-behind",
      sentence: "people sharp, all else blurred in its colors (needs AI models)",
      document: #"{"keep": ["person"], "rest": ["blur=2"], "feather": 2}"#),
    Preset(
      name: "dream", sentence: "people in soft light, as in a dream (needs AI models)",
      document: #"{"keep": ["person"], "rest": ["dream"], "feather": 4}"#),
    Preset(
      name: "product",
      sentence: "what stands out in color, light and soft behind it (needs AI models)",
      document: #"{"keep": ["subject"], "rest": ["grey", "blur=2", "gamma=1.4"], "feather": 1}"#),
    Preset(
      name: "privacy", sentence: "people in large blocks, all else as it was (needs AI models)",
      document: #"{"keep": ["person"], "rest": ["none"], "kept": ["pixelate=5"], "grow": 4}"#),
    Preset(
      name: "chroma", sentence: "nothing but what stands before a green screen, for .mov and .webm",
      document:
        #"{"hues": ["green"], "invert": true, "rest": ["transparent"], "fill": 0, "feather": 1}"#),
  ]
}
