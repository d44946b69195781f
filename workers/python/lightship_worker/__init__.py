"""The reference worker of Lightship: trains and runs networks where the machine for it stands."""

VERSION = '0.1.0'
