/* Numbering keys: the n-th different key that is asked for is number n.
 *
 * A key is a row of 64-bit words.  Open addressing with linear probing (Knuth, TAOCP 3, 6.4, algorithm L), half
 * of the places free; keys lie one behind the other in one block, since they are never taken out but all at once.
 */
#ifndef YISP_INDEX_H
#define YISP_INDEX_H

#include <stdlib.h>
#include <string.h>

#include "numbers/bits.h"

typedef struct {
    uint64_t at; /* where its words begin */
    uint32_t size;
    uint32_t hash;
} yisp_key;

typedef struct {
    uint64_t* words;
    uint64_t used, room; /* words */
    yisp_key* keys;
    uint32_t count, key_room;
    uint64_t* places; /* a key's hash and, in the low half, its number from 1; or 0 */
    uint32_t place_mask;
} yisp_index;

#define YISP_MOST_KEYS (1u << 30)

static inline void yisp_index_begin(yisp_index* index)
{
    memset(index, 0, sizeof *index);
}

static inline void yisp_index_end(yisp_index* index)
{
    free(index->words);
    free(index->keys);
    free(index->places);
    yisp_index_begin(index);
}

/* Forget all keys; the memory stays. */
static inline void yisp_index_clear(yisp_index* index)
{
    index->used = index->count = 0;
    if (index->places != NULL)
        memset(index->places, 0, ((size_t)index->place_mask + 1) * sizeof(uint64_t));
}

/* Bytes that the keys take. */
static inline int64_t yisp_index_bytes(const yisp_index* index)
{
    return index->used * sizeof(uint64_t) + (int64_t)index->count * (sizeof(yisp_key) + 2 * sizeof(uint64_t));
}

static inline const uint64_t* yisp_key_words(const yisp_index* index, uint32_t number)
{
    return index->words + index->keys[number].at;
}

/* Make a block large enough for `count` things of a size, `*room` of which fit it now; -1 without memory. */
static inline int yisp_make_room(void** block, uint64_t* room, uint64_t count, size_t size)
{
    uint64_t more = *room ? *room : 16;
    void* larger;
    if (count <= *room)
        return 0;
    while (more < count)
        more += more / 2;
    larger = more > SIZE_MAX / size ? NULL : realloc(*block, (size_t)more * size);
    if (larger == NULL)
        return -1;
    *block = larger;
    *room = more;
    return 0;
}

/* One more word of a hash: multiply and fold (after wyhash, which its author gave to the public domain). */
static inline uint64_t yisp_fold_word(uint64_t hash, uint64_t word)
{
    uint64_t high, low = yisp_product(hash ^ word, 0xe7037ed1a0b428dbu, &high);
    return low ^ high ^ (hash << 29 | hash >> 35);
}

/* In four lanes, since a product has to wait for the one before it. */
static inline uint64_t yisp_hash_wide(const void* key, uint32_t size)
{
    uint64_t lanes[4] = {0x9e3779b97f4a7c15u ^ size, 0xa0761d6478bd642fu, 0x589965cc75374cc3u, 0x1d8e4e27c47d124fu};
    uint64_t words[4] = {0, 0, 0, 0};
    uint32_t i = 0;
    for (; i + 4 <= size; i += 4) {
        memcpy(words, (const char*)key + i * sizeof(uint64_t), sizeof(words)); /* they may be made of smaller parts */
        for (int lane = 0; lane < 4; lane++)
            lanes[lane] = yisp_fold_word(lanes[lane], words[lane]);
    }
    for (int lane = 0; i < size; i++, lane++) {
        memcpy(words, (const char*)key + i * sizeof(uint64_t), sizeof(uint64_t));
        lanes[lane] = yisp_fold_word(lanes[lane], words[0]);
    }
    for (int lane = 1; lane < 4; lane++)
        lanes[0] = yisp_fold_word(lanes[0], lanes[lane]);
    return yisp_fold_word(lanes[0], 0x8ebc6af09c88c6e3u);
}

static inline uint32_t yisp_hash(const void* key, uint32_t size)
{
    return (uint32_t)yisp_hash_wide(key, size);
}

YISP_APART int yisp_index_widen(yisp_index* index)
{
    uint32_t mask = index->places == NULL ? 63 : 2 * index->place_mask + 1;
    uint64_t* places = (uint64_t*)calloc((size_t)mask + 1, sizeof(uint64_t));
    if (places == NULL)
        return -1;
    for (uint32_t number = 0; number < index->count; number++) {
        uint32_t at = index->keys[number].hash & mask;
        while (places[at])
            at = (at + 1) & mask;
        places[at] = (uint64_t)index->keys[number].hash << 32 | (number + 1);
    }
    free(index->places);
    index->places = places;
    index->place_mask = mask;
    return 0;
}

/* Where a key stands among the places, or the free place where it would. */
static inline uint32_t yisp_place_of(const yisp_index* index, const void* key, uint32_t size, uint32_t hash)
{
    uint32_t at = hash & index->place_mask;
    for (; index->places[at]; at = (at + 1) & index->place_mask) {
        const yisp_key* known = &index->keys[(uint32_t)index->places[at] - 1];
        if (index->places[at] >> 32 == hash && known->size == size
            && !memcmp(index->words + known->at, key, size * sizeof(uint64_t)))
            break;
    }
    return at;
}

/* The number of a key; -1 where there is none. */
static inline int64_t yisp_index_find(const yisp_index* index, const void* key, uint32_t size)
{
    if (index->places == NULL)
        return -1;
    return (int64_t)(uint32_t)index->places[yisp_place_of(index, key, size, yisp_hash(key, size))] - 1;
}

/* The number of a key; -1 without memory.  It is new where that is what `count` was before. */
YISP_APART int64_t yisp_index_add(yisp_index* index, const void* key, uint32_t size)
{
    uint32_t hash = yisp_hash(key, size), at;
    uint64_t key_room = index->key_room;
    if ((index->places == NULL || index->count > index->place_mask / 2)
        && (index->count >= YISP_MOST_KEYS || yisp_index_widen(index)))
        return -1;
    at = yisp_place_of(index, key, size, hash);
    if (index->places[at])
        return (int64_t)(uint32_t)index->places[at] - 1;
    if (yisp_make_room((void**)&index->words, &index->room, index->used + size + 1, sizeof(uint64_t))
        || yisp_make_room((void**)&index->keys, &key_room, (uint64_t)index->count + 1, sizeof(yisp_key)))
        return -1;
    index->key_room = (uint32_t)key_room;
    memcpy(index->words + index->used, key, size * sizeof(uint64_t));
    index->keys[index->count].at = index->used;
    index->keys[index->count].size = size;
    index->keys[index->count].hash = hash;
    index->used += size;
    index->count += 1;
    index->places[at] = (uint64_t)hash << 32 | index->count;
    return index->count - 1;
}

#endif
