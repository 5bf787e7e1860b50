"""Random numbers: counter-based streams and exact bounded integers.

The stream of a trial is keyed by the seed, the topic, the trial's number and its purpose, and by
nothing else: Philox4x64-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
1, 2, 3", SC 2011) turns these into the state of a xoshiro256++ generator (Blackman, Vigna:
"Scrambled linear pseudorandom number generators", 2021).  Any trial can so be replayed alone.
Bounded integers come from multiplication with rejection (Lemire: "Fast random integer generation
in an interval", 2019), several of them from one word (Brackett-Rozinsky, Lemire: "Batched ranged
random integer generation", 2024); all are exactly uniform.
"""

from libc.stdint cimport uint64_t


cdef extern from "portable.h" nogil:
    uint64_t product "yisp_product"(uint64_t a, uint64_t b, uint64_t* high)  # and the lower word is returned


cdef struct Stream:
    uint64_t state[4]


cdef enum:  # Purpose
    REVEALS = 0
    NUMBERS = 1
    HANDS = 2  # of trials that draw a hand and nothing else: a word a trial, four to a block


cdef inline uint64_t _rotate(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t next_word(Stream* stream) noexcept nogil:
    """64 random bits."""
    cdef uint64_t* s = stream.state
    cdef uint64_t result = _rotate(s[0] + s[3], 23) + s[0]
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = _rotate(s[3], 45)
    return result


cdef inline void make_block(
    uint64_t* out, uint64_t seed, uint64_t topic, uint64_t number, uint64_t purpose
) noexcept nogil:
    """The four words of the counter-based generator under this key."""
    cdef uint64_t key0 = seed, key1 = topic
    cdef uint64_t c0 = number, c1 = purpose, c2 = 0, c3 = 0
    cdef uint64_t high0, low0, high1, low1
    cdef int i
    for i in range(10):
        low0 = product(c0, <uint64_t>0xD2E7470EE14C6C93, &high0)
        low1 = product(c2, <uint64_t>0xCA5A826395121157, &high1)
        c0 = high1 ^ c1 ^ key0
        c1 = low1
        c2 = high0 ^ c3 ^ key1
        c3 = low0
        key0 += <uint64_t>0x9E3779B97F4A7C15
        key1 += <uint64_t>0xBB67AE8584CAA73B
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


cdef inline void open_stream(
    Stream* stream, uint64_t seed, uint64_t topic, uint64_t trial, uint64_t purpose
) noexcept nogil:
    """Set ``stream`` to the beginning of the stream with this key."""
    make_block(stream.state, seed, topic, trial, purpose)
    stream.state[3] |= 1  # xoshiro's state must not be all zero


cdef inline uint64_t bounded(Stream* stream, uint64_t n) noexcept nogil:
    """A uniform integer in [0, n), for n > 0."""
    cdef uint64_t high, threshold
    cdef uint64_t low = product(next_word(stream), n, &high)
    if low < n:
        threshold = (0 - n) % n
        while low < threshold:
            low = product(next_word(stream), n, &high)
    return high


cdef inline int batch_size(uint64_t n) noexcept nogil:
    """How many descending bounds from ``n`` may share a word with hardly a rejection (n^k <= 2^48)."""
    if n <= 64:
        return 8
    if n <= 4096:
        return 4
    return 3


cdef inline bint split_word(uint64_t word, uint64_t n, int k, uint64_t* out) noexcept nogil:
    """Split a random word into integers below n, n - 1, …, n - k + 1; k at most ``batch_size(n)``.

    They are independent and uniform given that the word is not rejected (then False, and ``out``
    is to be forgotten).
    """
    cdef uint64_t bound = 1
    cdef int i
    for i in range(k):
        word = product(word, n - i, &out[i])
        bound *= n - i
    return word >= bound or word >= (0 - bound) % bound


cdef inline void bounded_batch(Stream* stream, uint64_t n, int k, uint64_t* out) noexcept nogil:
    """Independent uniform integers below n, n - 1, …, n - k + 1; k at most ``batch_size(n)``."""
    while not split_word(next_word(stream), n, k, out):
        pass
