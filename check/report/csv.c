#include "check/report/csv.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "io/number.h"

// A spreadsheet would evaluate such a text as a formula. Names in untrusted files may contain one.
static bool looks_like_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text);
}

void check_csv_text(FILE *to, const char *text)
{
    if (!text) return;
    fputc('"', to);
    if (looks_like_formula(text)) fputc('\'', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

void check_csv_number(FILE *to, float number)
{
    char digits[IO_NUMBER_SIZE];
    fputc(',', to);
    if (isfinite(number)) fwrite(digits, 1, io_number_write(number, digits), to);
}
