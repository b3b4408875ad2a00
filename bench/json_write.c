#include "bench/json_write.h"

#include <math.h>

#include "bench/machine.h"

void mote_json_write_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', to);
        if ((unsigned char)*text >= ' ') fputc(*text, to);
    }
    fputc('"', to);
}

void mote_json_write_key(FILE *to, const char *key)
{
    mote_json_write_text(to, key);
    fputs(": ", to);
}

void mote_json_write_number(FILE *to, double number, int digits)
{
    if (isfinite(number))
        fprintf(to, "%.*g", digits, number);
    else
        fputs("null", to);
}

void mote_json_write_machine(FILE *to)
{
    mote_machine machine = mote_machine_here();
    mote_json_write_key(to, "machine");
    fputs("{\"processor\": ", to);
    mote_json_write_text(to, machine.processor);
    fprintf(to, ", \"processors\": %u, \"compiler\": ", machine.processor_count);
    mote_json_write_text(to, machine.compiler);
    fputs(", \"flags\": ", to);
    mote_json_write_text(to, machine.flags);
    fputs(", \"kernels\": ", to);
    mote_json_write_text(to, machine.kernels);
    fprintf(to, ", \"load\": %.2f}", machine.load);
}
