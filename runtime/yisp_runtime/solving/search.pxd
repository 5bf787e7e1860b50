"""What stages.h, frames.h, solve.h, weights.h and forward.h offer to Cython."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from ..position.table cimport Decision, Enumeration, Table


cdef extern from "numbers/whole.h" nogil:
    ctypedef struct Whole "yisp_whole":
        uint32_t size
        int negative
    ctypedef struct Ratio "yisp_ratio":
        Whole over
        Whole under
    const uint64_t* limbs_of "yisp_limbs_of"(const Whole* a)
    uint64_t* limbs "yisp_limbs"(Whole* a)
    void whole_begin "yisp_whole_begin"(Whole* a)
    int whole_grow "yisp_whole_grow"(Whole* a, uint32_t size)
    void ratio_begin "yisp_ratio_begin"(Ratio* a)


cdef extern from "numbers/index.h" nogil:
    ctypedef struct Key "yisp_key":
        uint32_t size
    ctypedef struct Index "yisp_index":
        Key* keys
        uint32_t count
    const uint64_t* key_words "yisp_key_words"(const Index* index, uint32_t number)
    int64_t index_add "yisp_index_add"(Index* index, const void* key, uint32_t size)
    int make_room "yisp_make_room"(void** block, uint64_t* room, uint64_t count, size_t size)


cdef extern from "solving/canonical.h" nogil:
    size_t canonical_parts "yisp_canonical_parts"(const Table* t)
    uint32_t canonical "yisp_canonical"(Table* t, uint16_t* parts)


cdef extern from "solving/stages.h" nogil:
    ctypedef int (*StageRunner "yisp_stage_runner")(Table* t, int topic, int stage) noexcept
    enum:
        FOUND "YISP_FOUND"
        BEYOND_BUDGET "YISP_BEYOND_BUDGET"
        BEYOND_ROOM "YISP_BEYOND_ROOM"
        AT_LIMIT "YISP_AT_LIMIT"
        TOO_MUCH "YISP_TOO_MUCH"
        UNKNOWN "YISP_UNKNOWN"
        CIRCLE "YISP_CIRCLE"
        NO_MEMORY "YISP_NO_MEMORY"
        INTERRUPTED "YISP_INTERRUPTED"
    ctypedef struct Choice "yisp_choice":
        int zone
        int kind
        int effect
    ctypedef struct Choices "yisp_choices":
        Choice* at
        uint64_t count
    ctypedef struct Progress "yisp_progress":
        int64_t activations
        int64_t steps
    ctypedef struct Stages "yisp_stages":
        Table* t
        StageRunner run
        int topic
        const int* course
        int length
        bint asks
        const int* guard_sites
        const int* guard_starts
        int64_t promised
        void (*pause)(void* owner) noexcept
        void* owner
        uint16_t* parts
    void begin_path "yisp_begin_path"(Enumeration* e, int64_t given)
    int run_from "yisp_run_from"(
        const Stages* s, int stage, const uint64_t* position, Progress progress, int64_t given, int64_t repeated
    )
    int run_move "yisp_run_move"(
        const Stages* s, const Choice* move, const uint64_t* position, Progress progress, int64_t given, int64_t repeated
    )
    bint holds "yisp_holds"(const Stages* s, int effect, bint activated)
    int find_choices "yisp_find_choices"(Table* t, Choices* found)


cdef extern from "solving/solve.h" nogil:
    ctypedef struct Goal "yisp_goal":
        int at
        int known
        bint success
    ctypedef struct Solution "yisp_solution":
        Ratio worth
        Choice move
        bint solved
    ctypedef struct SolverStruct "yisp_solver":
        Stages* stages
        Goal goal
        bint may_stop
        int horizon
        int leaf_stage
        bint forgets
        bint cuts
        int64_t ceiling
        int64_t depth
        int64_t room
        Solution* solutions
        uint32_t solution_count
        Ratio given
    void solver_begin "yisp_solver_begin"(
        SolverStruct* v, Stages* stages, Goal goal, bint may_stop, int64_t room
    )
    void solver_clear "yisp_solver_clear"(SolverStruct* v)
    void solver_end "yisp_solver_end"(SolverStruct* v)
    int solve "yisp_solve"(SolverStruct* v, int phase, const Solution** found)
    int begin_whole "yisp_begin_whole"(SolverStruct* v, int phase, int64_t* number)
    int begin_choice "yisp_begin_choice"(
        SolverStruct* v, int phase, const Choice* move, const int64_t* path, int64_t fixed, int64_t* number
    )
    int solve_on "yisp_solve_on"(SolverStruct* v, int64_t work, int* over)
    int64_t option_of "yisp_option_of"(
        const SolverStruct* v, const Solution* solution, const Decision* path, int64_t depth
    )


cdef extern from "solving/hands.h" nogil:
    ctypedef struct Hands "yisp_hands":
        int classes
        int ordered
        int size
        const int* starts
        const uint16_t* cards
        int* counts
        uint16_t* order
        int* taken
        bint over
        int64_t dealt
        Whole up
        Whole down
    int first_hand "yisp_first_hand"(Hands* h)
    void hands_end "yisp_hands_end"(Hands* h)


cdef extern from "solving/weights.h" nogil:
    ctypedef struct Weights "yisp_weights":
        Index denominators
        Whole up
        Whole down
    ctypedef struct Sums "yisp_sums":
        Index keys
        Whole* sums
        uint32_t count
    void weights_begin "yisp_weights_begin"(Weights* w)


cdef extern from "solving/forward.h" nogil:
    enum:
        GREEDY "YISP_GREEDY"
        RANDOM_MOVES "YISP_RANDOM_MOVES"
        SOLVED "YISP_SOLVED"
    ctypedef struct ForwardStruct "yisp_forward":
        Stages* stages
        SolverStruct* solver
        Hands* hands
        uint16_t* hand
        int policy
        int64_t room
        int64_t waiting
        int64_t adding_up
        int64_t row_work
        int row_width
        Weights weights
        Index used
        Index noticed
        Sums rows
        Sums effects
        Sums used_sums
        Sums noticed_sums
        uint64_t* position
        uint64_t* scratch
        uint64_t scratch_room
    int begin_with "yisp_begin_with"(ForwardStruct* f, uint32_t sites, int64_t steps, bint ended)
    int go_forward "yisp_go_forward"(ForwardStruct* f)
    void forward_restart "yisp_forward_restart"(ForwardStruct* f)
    void forward_end "yisp_forward_end"(ForwardStruct* f)


cdef int read_goal(Goal* goal, int width, int at, int known, bint success) except -1
cdef int read_path(path, int64_t* options) except -1
