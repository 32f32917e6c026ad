// The umbrella: a program that imports this module needs no other.
@_exported public import SplashCore
@_exported public import SplashFFmpeg
@_exported public import SplashFilter
@_exported public import SplashSubjects
@_exported public import SplashV4L2
