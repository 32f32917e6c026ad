// Frames and sources, of which its interface speaks.
@_exported public import SplashCore
