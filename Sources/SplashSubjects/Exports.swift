// Masks and selections, of which its interface speaks.
@_exported public import SplashLook
