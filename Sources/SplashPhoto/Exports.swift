// Frames and outputs, of which its interface speaks.
@_exported public import SplashFFmpeg
