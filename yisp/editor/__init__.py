"""Help for whoever writes a deck: what an editor shows while one types, knowing no editor."""
