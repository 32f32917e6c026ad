// Frames and files, of which its interface speaks.
@_exported public import SplashCore
