/// The version of this source, by semantic versioning.
package let splashVersion = "1.0.0"
