/* A position that is being solved, and what is worked out about it: each of its choices is run along every path of
 * decisions; at a decision of chance what its options are worth is averaged, at one of the player's the greatest is
 * taken; the choice that is worth most is kept.
 *
 * Which positions there are, and in what order they are solved, is decided in solve.h.
 */
#ifndef YISP_FRAMES_H
#define YISP_FRAMES_H

#include "solving/stages.h"
#include "numbers/whole.h"

/* A decision whose options are being gone through. */
typedef struct {
    yisp_ratio worth; /* of chance, the sum so far; of the player, the greatest so far */
    int64_t best;
    int begun;
} yisp_fold;

typedef struct {
    uint32_t* at;
    uint64_t count, room;
} yisp_words;

/* A position that is being solved. */
typedef struct {
    int phase; /* the stage's index in the course */
    uint32_t number; /* of the position in the index */
    uint64_t* position;
    yisp_progress progress;
    yisp_choices choices; /* of a scan; else the stage itself is the only one */
    uint64_t at; /* the choice that is being tried; as many as there are: to stop */
    int tries; /* a path of it has been run */
    int moved; /* there was a move */
    int stops; /* whether stopping, which is tried first (1), was (2) */
    int64_t fixed; /* decisions of every path that are prescribed, and not gone through */
    yisp_decision* decisions; /* of the path */
    uint64_t made, room;
    yisp_fold* folds; /* by decision */
    uint64_t folded, fold_room; /* how many have been begun once */
    yisp_ratio best;
    yisp_choice best_move;
    int found;
    yisp_words options, best_options; /* see `yisp_note_option` */
} yisp_frame;

static inline int yisp_append_words(yisp_words* words, const uint32_t* more, uint64_t count)
{
    if (!count)
        return 0;
    if (yisp_make_room((void**)&words->at, &words->room, words->count + count, sizeof(uint32_t)))
        return -1;
    memcpy(words->at + words->count, more, count * sizeof(uint32_t));
    words->count += count;
    return 0;
}

static inline void yisp_frame_end(yisp_frame* f)
{
    for (uint64_t i = 0; i < f->folded; i++)
        yisp_ratio_end(&f->folds[i].worth);
    yisp_ratio_end(&f->best);
    free(f->position);
    free(f->choices.at);
    free(f->decisions);
    free(f->folds);
    free(f->options.at);
    free(f->best_options.at);
}

/* Remember what the decisions of the last run were, and let those that are new be begun. */
static inline int yisp_take_path(yisp_frame* f, const yisp_enumeration* e)
{
    uint64_t made = (uint64_t)e->made;
    if (yisp_make_room((void**)&f->decisions, &f->room, made, sizeof(yisp_decision))
        || yisp_make_room((void**)&f->folds, &f->fold_room, made, sizeof(yisp_fold)))
        return -1;
    for (; f->folded < made; f->folded++) {
        memset(&f->folds[f->folded], 0, sizeof(yisp_fold));
        yisp_ratio_begin(&f->folds[f->folded].worth);
    }
    if (made)
        memcpy(f->decisions, e->decisions, made * sizeof(yisp_decision));
    f->made = made;
    return 0;
}

/* Write down, behind the path that leads there, what the player takes best at decision `depth`. */
static inline int yisp_note_option(yisp_frame* f, int64_t depth)
{
    uint32_t word = (uint32_t)depth;
    if (yisp_append_words(&f->options, &word, 1))
        return -1;
    for (int64_t i = 0; i <= depth; i++) {
        word = (uint32_t)(i < depth ? f->decisions[i].option : f->folds[depth].best);
        if (yisp_append_words(&f->options, &word, 1))
            return -1;
    }
    return 0;
}

/* Add what an option of the decision is worth. */
static inline int yisp_fold_option(yisp_frame* f, int64_t depth, const yisp_ratio* worth)
{
    const yisp_decision* decision = &f->decisions[depth];
    yisp_fold* fold = &f->folds[depth];
    if (!fold->begun) {
        fold->begun = 1;
        fold->best = decision->option;
        if (decision->player)
            return yisp_ratio_copy(&fold->worth, worth);
        yisp_whole_set(&fold->worth.over, 0);
        yisp_whole_set(&fold->worth.under, 1);
    }
    if (decision->player) {
        int order = yisp_ratio_compare(worth, &fold->worth);
        if (order == -2)
            return -1;
        if (order != 1)
            return 0;
        fold->best = decision->option;
        return yisp_ratio_copy(&fold->worth, worth);
    }
    return yisp_ratio_add(&fold->worth, worth, (uint64_t)decision->weight);
}

/* Add what the path that was run is worth, which becomes, where it was the last, what the choice is worth (behind
 * the decisions that are `fixed`).
 *
 * -1 without memory, 1 where it was the last, else 0, and the decisions are those of the next one's beginning. */
YISP_APART int yisp_fold_path(yisp_frame* f, yisp_ratio* worth)
{
    int64_t turn = yisp_turn_of(f->decisions, (int64_t)f->made, 0);
    for (int64_t depth = (int64_t)f->made - 1; depth >= f->fixed && depth >= turn; depth--) {
        yisp_fold* fold = &f->folds[depth];
        if (yisp_fold_option(f, depth, worth))
            return -1;
        if (depth == turn)
            break;
        fold->begun = 0;
        if (f->decisions[depth].player) {
            if (yisp_note_option(f, depth))
                return -1;
        } else if (
            yisp_whole_scale(&fold->worth.under, (uint64_t)f->decisions[depth].total)
            || yisp_reduce(&fold->worth.over, &fold->worth.under)) {
            return -1;
        }
        if (yisp_ratio_copy(worth, &fold->worth))
            return -1;
    }
    if (turn < f->fixed)
        return 1;
    f->decisions[turn].option += 1;
    f->made = turn + 1;
    return 0;
}

/* What the frame tries is worth that much: is it the best so far? */
static inline int yisp_compare_choice(yisp_frame* f, const yisp_ratio* worth, const yisp_choice* choice)
{
    int order = f->found ? yisp_ratio_compare(worth, &f->best) : 1;
    if (order == -2 || (order == 1 && yisp_ratio_copy(&f->best, worth)))
        return -1;
    if (order == 1) {
        yisp_words options = f->options;
        f->options = f->best_options;
        f->best_options = options;
        f->best_move = *choice;
        f->found = 1;
    }
    f->options.count = 0;
    f->at += 1;
    f->tries = 0;
    f->made = 0;
    return 0;
}

#endif
