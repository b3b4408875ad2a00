// Continuous collision in rational arithmetic, by other formulas than those of the library:
// polynomials in time, planes by normals, roots isolated by Sturm's theorem, signs there by
// greatest common divisors.

#ifndef MOTE_TEST_SWEEP_ORACLE_H
#define MOTE_TEST_SWEEP_ORACLE_H

#include "support/sweep_cases.h"

// Whether the primitives meet. If they do, and `claimed` is not null, *holds says whether the first
// time lies within it.
bool sweep_oracle(const sweep_case *query, const mote_impact_time *claimed, bool *holds);

#endif
