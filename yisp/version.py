"""The version, kept by itself so that asking for it imports nothing."""

VERSION = "0.2.0"
