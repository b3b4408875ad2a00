// Runs a fuzz target over each file named, or each file in a folder named, and over the empty
// input.

#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return perror(path), 1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    size_t read = data ? fread(data, 1, (size_t)size, file) : 0;
    fclose(file);
    if (read == (size_t)size) LLVMFuzzerTestOneInput(data, read);
    free(data);
    return read == (size_t)size ? 0 : 1;
}

static int replay_folder(const char *path, int *count)
{
    DIR *folder = opendir(path);
    if (!folder) return perror(path), 1;
    int failures = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        failures += replay_file(name);
        ++*count;
    }
    closedir(folder);
    return failures;
}

int main(int argc, char **argv)
{
    int failures = 0, count = 1;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++) {
        struct stat info;
        if (stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode)) {
            failures += replay_folder(argv[i], &count);
        } else {
            failures += replay_file(argv[i]);
            count++;
        }
    }
    printf("replayed %d inputs, %d unreadable\n", count, failures);
    return failures != 0;
}
