"""What trials.h offers to Cython: dealing, running stages and trials, judging."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Table
from .effects cimport Effect
from .scan cimport Find


cdef extern from "play/trials.h" nogil:
    ctypedef void (*Script "yisp_script")(Table* t) noexcept
    ctypedef void (*Judge "yisp_judge")(Table* t) noexcept
    ctypedef bint (*Number "yisp_number")(Table* t, int64_t* out) noexcept
    enum:
        SCRIPT_HEADER "YISP_SCRIPT_HEADER"
        SCRIPT_BEFORE_PLAY "YISP_SCRIPT_BEFORE_PLAY"
        SCRIPT_PROGRAM "YISP_SCRIPT_PROGRAM"
        SCRIPT_FOOTER "YISP_SCRIPT_FOOTER"
        SCRIPT_DEAL "YISP_SCRIPT_DEAL"
        SCRIPTS "YISP_SCRIPTS"
    enum:
        STAGE_TURN "YISP_STAGE_TURN"
        STAGE_SCAN "YISP_STAGE_SCAN"
        STAGE_PROGRAM "YISP_STAGE_PROGRAM"
        STAGE_END "YISP_STAGE_END"
        STAGE_JUDGE "YISP_STAGE_JUDGE"
        STAGE_MOVE "YISP_STAGE_MOVE"
        STAGE_BEFORE_PLAY "YISP_STAGE_BEFORE_PLAY"
        STAGE_EVALUATE "YISP_STAGE_EVALUATE"
        STAGE_DEAL "YISP_STAGE_DEAL"
        STAGE_PART "YISP_STAGE_PART"
    bint only_deals "yisp_only_deals"(const Table* t)
    void deal "yisp_deal"(Table* t, int64_t trial, bint alone)
    void go_back "yisp_go_back"(Table* t, const uint64_t* position)
    bint run_stage "yisp_run_stage"(
        Table* t, int stage, Script header, Script before_play, Script program, Script footer, Script deal,
        Effect run, Effect run_installed, Find find, Judge judge, Number evaluation
    )
    void run_trials "yisp_run_trials"(
        Table* t, int64_t first, int64_t last, int record_width,
        Script header, Script before_play, Script program, Script footer, Script deal,
        Effect run, Effect run_installed, Find find, Judge judge
    )
    void begin_judging "yisp_begin_judging"(Table* t)
    void judge_combo "yisp_judge_combo"(Table* t, int combo, int64_t score, bint scores)
    void judge_best "yisp_judge_best"(Table* t, int combos, int best, int record_width, bint held)
    void judge_stat "yisp_judge_stat"(Table* t, int stat, int combos, bint failed, int64_t value)
