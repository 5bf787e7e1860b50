"""The language: text, trees, the forms, what is wrong with a script; it knows nothing of decks."""
