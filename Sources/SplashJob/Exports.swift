// This module re-exports the others, so that a program needs to import only this one.
@_exported public import SplashCore
@_exported public import SplashFFmpeg
@_exported public import SplashFilter
@_exported public import SplashSubjects
@_exported public import SplashV4L2
