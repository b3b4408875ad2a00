// The claims of a paper: what was measured for each, by the paper's rules to the letter and by
// ours, and both verdicts. As the table of a page and as JSON, which scripts compare between runs.

#ifndef MOTE_PAPER_CLAIMS_H
#define MOTE_PAPER_CLAIMS_H

#include <mote/base.h>

#include "bench/paper/verdict.h"
#include "io/json_write.h"

typedef struct paper_claim_def {
    const char *section; // of the paper: "4.1", "abstract", "fig. 9"
    // In our words, without figures that are measured here: the JSON identifies a claim by section,
    // claim and reading.
    const char *claim;
    // Null, or how the paper is read where it is ambiguous: one row and one verdict per reading.
    const char *reading;
    paper_rule rule;
    // By the paper's rules to the letter, and by this library's settings. Left out where one makes
    // no sense.
    paper_estimate letter, ours;
    // What would settle the claim where it is open. Needed where something was not tried, or no
    // number of seeds would do; otherwise the number of seeds is said.
    const char *settle;
    uint32_t seeds; // 0: depends on no seed
    bool
        processor_time; // times are of the processor, not of the clock, so that a busy machine does not change them
} paper_claim_def;

typedef struct paper_score {
    uint32_t rows;
    uint32_t letter[PAPER_VERDICT_COUNT], ours[PAPER_VERDICT_COUNT];
} paper_score;

typedef struct paper_claims paper_claims;

// Null if memory runs out.
paper_claims *paper_claims_create(void);
void paper_claims_destroy(paper_claims *claims);

// Adds a row. `remark` may be empty. Fails if a verdict is open and nothing says what would settle
// it.
mote_result paper_claims_add(paper_claims *claims, const paper_claim_def *def, const char *remark);

const paper_score *paper_claims_score(const paper_claims *claims);

// The table, with how many hold, fail and are open above it.
void paper_claims_write(paper_claims *claims, FILE *to);

// The member "claims" of an object.
void paper_claims_write_json(paper_claims *claims, io_json_writer *json);

#endif
