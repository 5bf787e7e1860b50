"""TODO policies/player.h."""
