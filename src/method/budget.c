#include "core/timer.h"
#include "method/method.h"

bool mote_budget_spend(mote_budget *budget, uint64_t candidates)
{
    if (atomic_load_explicit(&budget->exhausted, memory_order_relaxed)) return false;
    bool left = budget->deadline == 0 || mote_seconds() < budget->deadline;
    if (left && budget->counts_candidates) {
        int64_t before = atomic_fetch_sub_explicit(&budget->candidates_left, (int64_t)candidates,
                                                   memory_order_relaxed);
        left = before > 0;
    }
    if (!left) atomic_store_explicit(&budget->exhausted, true, memory_order_relaxed);
    return left;
}
