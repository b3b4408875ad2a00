// The page of --html, without data: apps/report/ bundled into one file, and that file into the command.

#ifndef MOTE_CHECK_PAGE_H
#define MOTE_CHECK_PAGE_H

#include <stdbool.h>
#include <stddef.h>

// False where the command was built without the page; tools/build_page.sh makes it.
bool check_page_get(const char **bytes, size_t *size);

// Stands in the page once: the data takes its place.
#define CHECK_PAGE_MARK "<!--mote:data-->"

#endif
