/* The shape of a table: how many words a card set takes, how many zones, cards, variables and
 * effects there are, and where in the position each of them lies.
 *
 * The runtime reads the shape from the table.  A module built for one deck is compiled with
 * -DYISP_WORDS=… and so on, whereupon every size, offset and loop bound below is a constant and
 * the same primitives fold down to a few instructions.
 *
 * The position is one flat block of 64-bit words:
 *
 *   | zones      | hidden     | arrived | spent | forbidden | counters | variables | ends      | given | installed |
 *   | ZONES sets | ZONES sets | 1 set   | flags | flags     | COUNTERS | VARIABLES | 2 * ZONES | EXITS | see below |
 *
 *   | marks     | stamps |
 *   | see below | CARDS  |
 *
 * "set" is a bitset over all cards (WORDS words), "flags" one over all effects (EFFECT_WORDS).
 * Behind the stamps stands where a world is (worlds.h): how many shuffles and rolls there were, and the
 * row of each zone; in an enumeration without a world, the spots of each zone (spots.h).
 * An installed effect takes YISP_INSTALLED_WORDS (see table.h); there is room for INSTALLED.  Marks (marks.h)
 * are how many there are and on which zones, then YISP_MARK_WORDS each; a deck that lights nothing has no room for them.
 */
#ifndef YISP_SHAPE_H
#define YISP_SHAPE_H

#ifndef YISP_WORDS
#define YISP_WORDS(t) ((t)->words)
#define YISP_ZONES(t) ((t)->zones)
#define YISP_CARDS(t) ((t)->cards)
#define YISP_VARIABLES(t) ((t)->variables)
#define YISP_EFFECT_WORDS(t) ((t)->effect_words)
#define YISP_INSTALLED(t) ((t)->installed)
#define YISP_LISTENS(t) ((t)->listens) /* the events that something answers, a bit an event */
#define YISP_LINE_MASK(t) ((t)->line_mask) /* the places of a line, a power of two, less 1 */
#define YISP_QUEUED(t, z) ((t)->queues >> (z) & 1) /* whether the zone keeps a line: see zones.h */
#define YISP_UNBROKEN(t, z) 0 /* whether its line is known to have no gaps */
#define YISP_UNDATED(t, z) 0 /* whether, besides, nothing asks for its cards' stamps before the end: see zones.h */
#define YISP_VEILED(t, z) 1 /* whether cards of the zone can be unrevealed: some script shuffles it */
#define YISP_TIDY(t) ((t)->tidy) /* whether every effect is: see scan.h */
#define YISP_LIGHTS(t) ((t)->lights) /* whether some script lights or collapses cards: see presence.h */
#define YISP_ENUMERATES(t) ((t)->enumeration != 0) /* whether an enumeration stands behind the gate */
#define YISP_PLAYS_WORLDS(t) ((t)->worlds) /* whether trials are played in worlds, without an enumeration */
#define YISP_EXITS(t) ((t)->exits) /* of a wall; 0: there is none: see wall.h */
#define YISP_MAX_WORDS 157 /* 10,000 cards */
#endif

/* The word of a set that holds the card's bit. */
#define YISP_WORD_OF(card) (YISP_MAX_WORDS == 1 ? 0 : (card) >> 6)

/* Whether a world stands behind the gate, and whether nothing but the random streams does. */
#define YISP_IN_WORLD(t) (YISP_PLAYS_WORLDS(t) || (YISP_ENUMERATES(t) && (t)->enumeration->world != YISP_NO_WORLD))
#define YISP_BY_STREAMS(t) (!YISP_ENUMERATES(t) && !YISP_PLAYS_WORLDS(t))

#define YISP_COUNTERS 7
#define YISP_INSTALLED_WORDS 8
#define YISP_MOST_MARKS 64
#define YISP_MOST_SEATS 8
#define YISP_HELD_NOTICES 64 /* of a try; what it has beyond is counted at once */
#define YISP_TOLD_WHOLE 1000000000 /* what a probability that the log tells is a share of */
#define YISP_MOST_WORLDS 1000 /* that a seat brings to a bargain */
#define YISP_MOST_ZONES 62 /* one is a bit of a word */
#define YISP_MARK_WORDS(t) (3 + YISP_WORDS(t))

#define YISP_AT_HIDDEN(t) (YISP_ZONES(t) * YISP_WORDS(t))
#define YISP_AT_ARRIVED(t) (2 * YISP_AT_HIDDEN(t))
#define YISP_AT_SPENT(t) (YISP_AT_ARRIVED(t) + YISP_WORDS(t))
#define YISP_AT_FORBIDDEN(t) (YISP_AT_SPENT(t) + YISP_EFFECT_WORDS(t))
#define YISP_AT_COUNTERS(t) (YISP_AT_FORBIDDEN(t) + YISP_EFFECT_WORDS(t))
#define YISP_AT_VARIABLES(t) (YISP_AT_COUNTERS(t) + YISP_COUNTERS)
#define YISP_AT_ENDS(t) (YISP_AT_VARIABLES(t) + YISP_VARIABLES(t))
#define YISP_AT_GIVEN(t) (YISP_AT_ENDS(t) + 2 * YISP_ZONES(t))
#define YISP_AT_INSTALLED(t) (YISP_AT_GIVEN(t) + YISP_EXITS(t))
#define YISP_AT_MARKS(t) (YISP_AT_INSTALLED(t) + YISP_INSTALLED(t) * YISP_INSTALLED_WORDS)
#define YISP_AT_STAMPS(t) (YISP_AT_MARKS(t) + (YISP_LIGHTS(t) ? 2 + YISP_MOST_MARKS * YISP_MARK_WORDS(t) : 0))
#define YISP_AT_WORLD(t) (YISP_AT_STAMPS(t) + YISP_CARDS(t))
#define YISP_POSITION_WORDS(t) (YISP_AT_WORLD(t) + 2 + YISP_ZONES(t))

#endif
