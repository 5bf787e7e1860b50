"""Collections: files of cards with what they do, and what a deck takes from them.

``reading`` opens a collection (``spelling`` says when two names are one, ``index`` finds cards of a packaged
one without reading the others), ``uses`` is what a deck takes, and ``using`` what one takes that names some;
``known`` is what is said of that.  ``whole`` checks a collection by itself.
"""
