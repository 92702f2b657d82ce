/* The early Fire prototype for four players in plain C: the yardstick for what the machine could do at best.
   It draws and chooses in the same order from the same random numbers as the project's own playouts, so that the
   scores and the number of decisions of any range of seeds are the same. It answers run.py line by line. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { GREEN, BROWN, YELLOW, BLACK, WHITE, FIRE, TOKENS };
enum { SEATS = 4, CARDS = 4, SPACES = 5, SHELVES = FIRE, MIDDLE = 40 };

static const int BOOKS[SHELVES] = {7, 6, 5, 4, 3};
static const int COLLAPSE[SHELVES] = {13, 11, 9, 7, 5};
static const int VALUES[SHELVES][14] = {
    {2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15}, {2, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15}, {3, 5, 7, 8, 9, 11, 12, 13, 15},
    {2, 5, 8, 10, 12, 14, 15},                     {3, 6, 9, 12, 15},
};
static const int SAFE[CARDS] = {1, 2, 3, 4}; /* safe spaces, from the left */
static const int BRAVERY[CARDS] = {7, 5, 3, 1};
static const int FIRES = 7, BURNED_BOOKS = 5, MOST_BUCKETS = 2, KNOWLEDGE = 100, ROUNDS = 200;

/* The random numbers: kernel/chance.py. */

typedef struct {
    uint64_t word;
} Dealer;

static uint32_t mix(uint32_t z) {
    z += 0x9E3779B9u;
    z = (z ^ (z >> 16)) * 0x21F0AAADu;
    z = (z ^ (z >> 15)) * 0x735A2D97u;
    z ^= z >> 15;
    return z ? z : 1;
}

static Dealer dealer(int64_t seed) {
    uint64_t first = mix((uint32_t)seed);
    return (Dealer){(first << 27) + mix((uint32_t)((uint64_t)seed >> 32) ^ (uint32_t)first)};
}

static inline int below(Dealer *d, int n) {
    uint64_t low = d->word & ((1u << 30) - 1), carry = d->word >> 30;
    d->word = 663609357u * low + carry;
    return (int)((low ^ carry) * (uint64_t)n >> 30);
}

static inline int member(Dealer *d, unsigned mask) { /* one of the set bits */
    int k = below(d, __builtin_popcount(mask));
    while (k--)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

/* The table. */

typedef struct {
    int bag[TOKENS], tokens, burned[SHELVES];
    int knowledge[SEATS], buckets[SEATS];
    int holder[CARDS], spaces[SPACES];
    int card, drawn, fires, round, over;
    int64_t decisions;
} Table;

typedef struct {
    Table t;
    Dealer chance, policy;
    int64_t stop; /* after so many decisions, for a table from the middle of a game */
} Game;

static inline int choose(Game *g, int n) {
    g->t.decisions++;
    return below(&g->policy, n);
}

static inline int draw(Game *g) {
    int rest = below(&g->chance, g->t.tokens), token = 0;
    while ((rest -= g->t.bag[token]) >= 0)
        token++;
    g->t.bag[token]--;
    g->t.tokens--;
    return token;
}

static void return_tokens(Table *t) {
    for (int k = 0; k < t->drawn; k++)
        t->bag[t->spaces[k]]++;
    t->tokens += t->drawn;
    t->drawn = t->fires = 0;
}

static void score(Table *t, int seat) {
    int points = BRAVERY[t->card];
    for (int k = 0; k < t->drawn; k++)
        if (t->spaces[k] != FIRE)
            points += VALUES[t->spaces[k]][t->burned[t->spaces[k]]];
    t->knowledge[seat] += points;
    return_tokens(t);
    t->over = t->knowledge[seat] > KNOWLEDGE;
}

static void bust(Table *t, int seat) {
    for (int k = 0; k < t->drawn && !t->over; k++) {
        int book = t->spaces[k];
        if (book != FIRE)
            t->over = ++t->burned[book] == COLLAPSE[book];
    }
    return_tokens(t);
    if (!t->over && t->buckets[seat] < MOST_BUCKETS)
        t->buckets[seat]++;
}

static void turn(Game *g, int seat) {
    Table *t = &g->t;
    for (;;) {
        int token = draw(g);
        t->spaces[t->drawn++] = token;
        if (token == FIRE) {
            if (t->buckets[seat] > 0 && choose(g, 2) == 0) {
                t->buckets[seat]--;
            } else if (t->fires++ > 0 || t->drawn > SAFE[t->card]) {
                bust(t, seat);
                return;
            }
        }
        if (t->drawn == SPACES || choose(g, 2) == 1) {
            score(t, seat);
            return;
        }
        if (t->decisions >= g->stop)
            return;
    }
}

static void choose_cards(Game *g) {
    Table *t = &g->t;
    unsigned waiting = (1u << SEATS) - 1, cards = (1u << CARDS) - 1;
    while (waiting) {
        int least = KNOWLEDGE + 1;
        unsigned poorest = 0;
        for (int seat = 0; seat < SEATS; seat++)
            if (waiting >> seat & 1 && t->knowledge[seat] <= least) {
                poorest = t->knowledge[seat] < least ? 0 : poorest;
                least = t->knowledge[seat];
                poorest |= 1u << seat;
            }
        int seat = poorest & (poorest - 1) ? member(&g->chance, poorest) : __builtin_ctz(poorest);
        int card = __builtin_ctz(cards);
        if (cards & (cards - 1)) {
            t->decisions++;
            card = member(&g->policy, cards);
        }
        t->holder[card] = seat;
        cards &= ~(1u << card);
        waiting &= ~(1u << seat);
    }
}

static void set_up(Game *g, int64_t seed) {
    Table *t = &g->t;
    memset(g, 0, sizeof *g);
    g->chance = dealer(seed);
    g->policy = dealer(~seed);
    g->stop = INT64_MAX;
    for (int shelf = 0; shelf < SHELVES; shelf++)
        t->tokens += t->bag[shelf] = BOOKS[shelf];
    for (int k = 0; k < BURNED_BOOKS; k++)
        t->burned[draw(g)]++;
    t->tokens += t->bag[FIRE] = FIRES;
    unsigned waiting = (1u << SEATS) - 1;
    for (int card = 0; card < CARDS; card++) {
        t->holder[card] = member(&g->chance, waiting);
        waiting &= ~(1u << t->holder[card]);
    }
}

static void play(Game *g) {
    Table *t = &g->t;
    for (t->round = 1;; t->round++) {
        for (t->card = 0; t->card < CARDS; t->card++) {
            turn(g, t->holder[t->card]);
            if (t->over || t->decisions >= g->stop)
                return;
        }
        if (t->round == ROUNDS)
            return;
        choose_cards(g);
    }
}

/* What run.py asks. */

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void answer_play(int64_t games, int64_t first) {
    int64_t decisions = 0, scores[SEATS] = {0};
    double start = seconds();
    for (int64_t seed = first; seed < first + games; seed++) {
        Game g;
        set_up(&g, seed);
        play(&g);
        decisions += g.t.decisions;
        for (int seat = 0; seat < SEATS; seat++)
            scores[seat] += g.t.knowledge[seat];
    }
    printf("{\"seconds\": %.9f, \"decisions\": %lld, \"scores\": [%lld, %lld, %lld, %lld]}\n", seconds() - start, (long long)decisions,
           (long long)scores[0], (long long)scores[1], (long long)scores[2], (long long)scores[3]);
}

static void answer_clone(int64_t count) {
    Game g;
    Table copy;
    set_up(&g, 0);
    g.stop = MIDDLE;
    play(&g);
    double start = seconds();
    for (int64_t i = 0; i < count; i++) {
        copy = g.t;
        __asm__ volatile("" : : "r"(&copy) : "memory"); /* or the compiler would leave the copies out */
    }
    printf("{\"seconds\": %.9f}\n", seconds() - start);
}

int main(void) {
    char line[100];
    long long count, first;
    printf("{\"ready\": [\"play\", \"clone\"]}\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "play %lld %lld", &count, &first) == 2)
            answer_play(count, first);
        else if (sscanf(line, "clone %lld", &count) == 1)
            answer_clone(count);
        else
            return 0;
        fflush(stdout);
    }
    return 0;
}
