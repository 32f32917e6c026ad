// The job that it steers.
@_exported public import SplashJob
