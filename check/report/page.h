// The page for --html without data: apps/report/ bundled into one file, which is embedded into the
// command.

#ifndef MOTE_CHECK_PAGE_H
#define MOTE_CHECK_PAGE_H

#include <stdbool.h>
#include <stddef.h>

// Returns false if the command was built without the page. tools/build_page.sh makes the page.
bool check_page_get(const char **bytes, size_t *size);

// Occurs once in the page. The data replaces it.
#define CHECK_PAGE_MARK "<!--mote:data-->"

#endif
