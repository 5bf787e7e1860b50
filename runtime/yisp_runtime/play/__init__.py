"""TODO play/effects.h."""
