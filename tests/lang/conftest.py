"""What the tests of the language share: what is said is held against what is written down."""

from saying import said_as_ever as said_as_ever
