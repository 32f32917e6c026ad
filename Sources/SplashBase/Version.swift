/// What `splash --version` says.
package let splashVersion = "0.1.0"
