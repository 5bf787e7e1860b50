"""What shape.h, bits.h and table.h offer to Cython.

Of the structs, the members are declared that Cython code uses; C knows the others.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t, uint8_t

from ..numbers.streams cimport Stream


cdef extern from "position/table.h" nogil:
    enum:
        YISP_MAX_WORDS
        MOST_ZONES "YISP_MOST_ZONES"
        MOST_WORLDS "YISP_MOST_WORLDS"
        YISP_COUNTERS
        YISP_INSTALLED_WORDS
        YISP_MOST_MARKS
    int YISP_VARIABLES(const Table* t)
    int YISP_EFFECT_WORDS(const Table* t)
    bint YISP_QUEUED(const Table* t, int z)
    int YISP_AT_HIDDEN(const Table* t)
    int YISP_AT_ARRIVED(const Table* t)
    int YISP_AT_SPENT(const Table* t)
    int YISP_AT_COUNTERS(const Table* t)
    int YISP_AT_VARIABLES(const Table* t)
    int YISP_AT_INSTALLED(const Table* t)
    int YISP_EXITS(const Table* t)
    int64_t* given "yisp_given"(const Table* t)
    int YISP_AT_GIVEN(const Table* t)
    int YISP_AT_MARKS(const Table* t)
    int YISP_MARK_WORDS(const Table* t)
    int YISP_AT_STAMPS(const Table* t)
    int YISP_AT_WORLD(const Table* t)
    int YISP_POSITION_WORDS(const Table* t)

    int popcount "yisp_popcount"(uint64_t word)
    int lowest "yisp_lowest"(uint64_t word)
    bint likely "yisp_likely"(bint condition)
    int64_t now "yisp_now"(int64_t field)  # read again each time: another thread may have written it

    enum:  # counters of the position
        TURN_USED "YISP_TURN_USED"
        TURN "YISP_TURN"
        INSTALLED "YISP_INSTALLED_COUNT"
    enum:  # the zones that every deck has
        HAND "YISP_HAND"
        DECK "YISP_DECK"
    enum:  # what a log tells
        LOG_DRAW "YISP_LOG_DRAW"
        LOG_MOVE "YISP_LOG_MOVE"
        LOG_SHUFFLE "YISP_LOG_SHUFFLE"
        LOG_RANDOM "YISP_LOG_RANDOM"
        LOG_ACTIVATE "YISP_LOG_ACTIVATE"
        LOG_FORBID "YISP_LOG_FORBID"
        LOG_NOTICE "YISP_LOG_NOTICE"
        LOG_PRINT "YISP_LOG_PRINT"
        LOG_TRY "YISP_LOG_TRY"
        LOG_TURN "YISP_LOG_TURN"
        LOG_ANSWER "YISP_LOG_ANSWER"
        LOG_RUN "YISP_LOG_RUN"
        LOG_INSTALL "YISP_LOG_INSTALL"
        LOG_STOP "YISP_LOG_STOP"
        LOG_WEIGHED "YISP_LOG_WEIGHED"
        LOG_LIGHT "YISP_LOG_LIGHT"
        LOG_COLLAPSE "YISP_LOG_COLLAPSE"
        LOG_PLAN "YISP_LOG_PLAN"
        LOG_VETO "YISP_LOG_VETO"
        LOG_LAW "YISP_LOG_LAW"
        TOLD_WHOLE "YISP_TOLD_WHOLE"
    enum:  # what effects may answer
        MOVED "YISP_MOVED"
        ACTIVATED "YISP_ACTIVATED"
        DRAWN "YISP_DRAWN"
        TURN_STARTS "YISP_TURN_STARTS"
        TURN_ENDS "YISP_TURN_ENDS"
        HAPPENINGS "YISP_HAPPENINGS"
    enum:  # words of an installed effect
        RUNS "YISP_RUNS"
        BELONGS_TO "YISP_BELONGS_TO"
        USES "YISP_USES"

    ctypedef struct Happening "yisp_happening":
        pass

    ctypedef struct Piece "yisp_piece":
        uint64_t cards
        uint16_t word
        uint16_t next
        uint16_t relative

    ctypedef struct EffectInfo "yisp_effect_info":
        uint64_t zones
        uint8_t once
        uint8_t first
        int event
        uint64_t source
        uint64_t target
        uint64_t answers_in
        int activations_site
        int steps_site

    ctypedef struct Histogram "yisp_histogram":
        int64_t* window
        int64_t base
        uint64_t span
        int64_t** rows
        int slot_words
        int failed

    ctypedef struct NumberTally "yisp_number_tally":
        Histogram values
        int64_t count
        int64_t[3] total
        int64_t[3] squares
        int64_t least
        int64_t greatest

    ctypedef struct PairTally "yisp_pair_tally":
        int x
        int x_known
        int y
        int y_known
        Histogram values
        int64_t[3] squares
        int64_t[3] products

    ctypedef struct EffectTally "yisp_effect_tally":
        int64_t activations
        int64_t used
        int64_t last_used
        int64_t squares

    ctypedef struct NoticeTally "yisp_notice_tally":
        int64_t count
        int64_t trials
        int64_t first_trial
        int64_t last_trial

    enum: PRINT_TRIALS "YISP_PRINT_TRIALS"

    ctypedef struct Counts "yisp_counts":
        int64_t trials
        int64_t successes
        NumberTally score
        int64_t* combos
        NumberTally* stats
        PairTally* relations
        int relation_count
        int64_t* row
        EffectTally* effects
        NoticeTally* notices
        NumberTally* dealt
        int64_t* conflicts
        int64_t printed
        int64_t* print_trials  # PRINT_TRIALS of them, in the struct itself
        int64_t print_trial_count

    ctypedef struct Log "yisp_log":
        int64_t* words
        int64_t size
        int64_t failed

    ctypedef struct Decision "yisp_decision":
        int64_t option
        int64_t options
        int64_t weight
        int64_t total
        int player

    enum:  # what stands behind the gate of an enumerated table
        NO_WORLD "YISP_NO_WORLD"
        LISTED_WORLD "YISP_LISTED_WORLD"
        KEYED_WORLD "YISP_KEYED_WORLD"

    ctypedef struct Enumeration "yisp_enumeration":
        const uint16_t* hand
        int64_t hand_left
        Decision* decisions
        int64_t given
        int64_t made
        int64_t capacity
        int64_t failed
        int64_t* notices
        int64_t noticed
        int64_t* activations
        int64_t activated
        int64_t* taken
        int64_t taken_count
        const uint16_t* class_of
        int64_t classes
        const uint64_t* ordered
        const uint64_t* class_cards
        const int* class_reach
        int64_t* tally
        int64_t work
        int64_t budget
        int64_t runs
        int steps
        int effects
        int installs
        const int64_t* step_work
        const int64_t* effect_work
        const int64_t* installed_work
        const int64_t* script_work
        int bests
        bint decides
        int most_spots
        Stream* plays
        int world
        uint64_t key
        const uint16_t* rows
        const int* known
        int row_count
        int lacking
        const int64_t* rolls
        int roll_count
        int64_t rolled
        int move_zone
        int move_kind
        int move_effect
        int64_t value
        const uint64_t* scanned
        const uint64_t* answering

    ctypedef struct Table "yisp_table":
        int words
        int zones
        int cards
        int variables
        int effect_words
        int installed
        uint64_t listens
        int hand
        int turns
        int draw
        bint plays
        bint answers
        uint64_t* position
        uint64_t queues
        uint16_t* lines
        int line_mask
        const uint64_t* everything
        const uint16_t* kind_of
        const int* family_of
        const uint16_t* piece_of
        const Piece* pieces
        const uint64_t* starts
        const uint64_t* ends
        const int* effects_from
        const int* effects_to
        const EffectInfo* effects
        const uint64_t* masks
        const uint64_t* scanned
        const uint64_t* scan_masks
        int functions
        const int* carried
        int asks
        const int* installed_sites
        const int* scan_zones
        int scan_zone_count
        int tidy
        int lights
        int exits
        int reserve
        int64_t first_exit
        int64_t presence_scale
        int64_t* lit_weights
        int64_t* lit_copies
        uint16_t* lit_kinds
        int64_t* lit_shares
        int seats
        const int* hand_zones
        const int64_t* patience
        const int* claims_from
        int deal_site
        const uint64_t* answer_masks
        const int* answer_zones
        int answer_zone_count
        const uint64_t* movers
        const int64_t* properties
        const uint64_t* forbids
        const int64_t* initial
        int initial_count
        const int* known
        int known_count
        const int* wants
        uint16_t* slot_of
        Stream reveals
        Stream numbers
        int reveals_ready
        int numbers_ready
        int64_t hands_block
        Enumeration* enumeration
        bint worlds
        int slot_bits
        const uint16_t* card_at
        const uint16_t* slots
        uint64_t worlds_key
        const uint64_t* empty_slots
        uint64_t* rows
        int row_mask
        uint64_t* ranks
        uint64_t seed
        uint64_t topic
        int64_t trial
        int acting
        int64_t* entry
        int failed
        int64_t activations
        int64_t activation_limit
        int64_t steps
        int64_t step_limit
        int64_t halted
        int asking
        uint64_t* kept
        Happening* queue
        int drawn_from
        uint64_t* event_cards
        int event_zone
        uint64_t* chosen
        int chosen_zone
        uint16_t* list
        uint16_t* drawn
        Counts* counts
        const int* strata
        const uint64_t* strata_masks
        Counts** strata_counts
        int64_t* record
        Log* log
        void* owner
        int busy
        uint64_t plan_key
        uint64_t family_key
        int parts
        int part
        int64_t tries
        uint64_t vetoed
        int64_t* tries_of
        int64_t* vetoes
        uint64_t* before
        bint dealing
        uint64_t* standing
        uint64_t* claims
        int64_t* brought
        int64_t* plans
        bint claimed
        uint64_t* settled_for
        uint32_t* solutions
        int64_t solution_count
        bint bargained
        uint64_t* conflicts
        uint64_t* withheld

    uint64_t* zone_words "yisp_zone_words"(const Table* t, int z)
    uint64_t* hidden_words "yisp_hidden_words"(const Table* t, int z)
    int64_t* stamps "yisp_stamps"(const Table* t)
    int64_t* world "yisp_world"(const Table* t)
    int64_t* counters "yisp_counters"(const Table* t)
    int64_t* variables "yisp_variables"(const Table* t)
    int64_t* installed_effect "yisp_installed_effect"(const Table* t, int index)
    bint contains "yisp_contains"(const uint64_t* cards, int card)
    void halt "yisp_halt"(Table* t)
