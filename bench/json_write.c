#include "bench/json_write.h"

#include <math.h>

#include "bench/machine.h"

void bench_json_write_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', to);
        if ((unsigned char)*text >= ' ') fputc(*text, to);
    }
    fputc('"', to);
}

void bench_json_write_key(FILE *to, const char *key)
{
    bench_json_write_text(to, key);
    fputs(": ", to);
}

void bench_json_write_number(FILE *to, double number, int digits)
{
    if (isfinite(number))
        fprintf(to, "%.*g", digits, number);
    else
        fputs("null", to);
}

void bench_json_write_machine(FILE *to)
{
    bench_machine machine = bench_machine_here();
    bench_json_write_key(to, "machine");
    fputs("{\"processor\": ", to);
    bench_json_write_text(to, machine.processor);
    fprintf(to, ", \"processors\": %u, \"compiler\": ", machine.processor_count);
    bench_json_write_text(to, machine.compiler);
    fputs(", \"flags\": ", to);
    bench_json_write_text(to, machine.flags);
    fputs(", \"kernels\": ", to);
    bench_json_write_text(to, machine.kernels);
    fprintf(to, ", \"load\": %.2f}", machine.load);
}
