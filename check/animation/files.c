#define _POSIX_C_SOURCE 200809L
#include "check/animation/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "core/array.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

enum { MAX_DIGITS = 18 }; // fit 64 bits

// A file name split around its number. The offsets refer to `name`.
typedef struct numbered_file {
    char *name;    // owned
    size_t prefix; // bytes before the number
    size_t suffix; // offset of the text after the number
    uint64_t number;
    bool has_number;
} numbered_file;

typedef MOTE_ARRAY(numbered_file) numbered_files;

// A pattern split into prefix, width of the number, and suffix.
typedef struct pattern {
    const char *text;
    size_t prefix, suffix;
    size_t width;
} pattern;

static bool read_pattern(const char *path, pattern *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *percent = strchr(name, '%');
    if (!percent) return false;
    size_t digits = strspn(percent + 1, "0123456789");
    if (percent[1 + digits] != 'd' || digits > 2) return false;
    *out = (pattern){.text = name,
                     .prefix = (size_t)(percent - name),
                     .suffix = (size_t)(percent - name) + digits + 2,
                     .width = digits ? strtoul(percent + 1, NULL, 10) : 0};
    return true;
}

bool check_is_file_pattern(const char *path)
{
    pattern p;
    return read_pattern(path, &p);
}

// The last run of digits before the extension is the number.
static numbered_file take_apart(char *name)
{
    numbered_file file = {.name = name};
    const char *dot = strrchr(name, '.');
    size_t end = dot ? (size_t)(dot - name) : strlen(name);
    while (end > 0 && !isdigit((unsigned char)name[end - 1])) end--;
    size_t start = end;
    while (start > 0 && isdigit((unsigned char)name[start - 1])) start--;
    file.has_number = end > start && end - start <= MAX_DIGITS;
    file.prefix = file.has_number ? start : dot ? (size_t)(dot - name) : strlen(name);
    file.suffix = file.has_number ? end : file.prefix;
    if (file.has_number) file.number = strtoull(name + start, NULL, 10);
    return file;
}

// Returns whether writing the file's number into the pattern gives its name. Splits the name at the
// number if so.
static bool matches(const pattern *p, numbered_file *file)
{
    if (strncmp(file->name, p->text, p->prefix) != 0) return false;
    const char *number = file->name + p->prefix;
    size_t digits = strspn(number, "0123456789");
    if (digits == 0 || digits > MAX_DIGITS || strcmp(number + digits, p->text + p->suffix) != 0)
        return false;
    file->prefix = p->prefix;
    file->suffix = p->prefix + digits;
    file->number = strtoull(number, NULL, 10);
    file->has_number = true;
    return digits == p->width || (digits > p->width && (number[0] != '0' || digits == 1));
}

static int compare_files(const void *x, const void *y)
{
    const numbered_file *a = x, *b = y;
    size_t common = a->prefix < b->prefix ? a->prefix : b->prefix;
    int order = strncmp(a->name, b->name, common);
    if (!order) order = (a->prefix > b->prefix) - (a->prefix < b->prefix);
    if (!order) order = strcmp(a->name + a->suffix, b->name + b->suffix);
    if (!order) order = (a->number > b->number) - (a->number < b->number);
    return order ? order : strcmp(a->name, b->name);
}

static bool same_group(const numbered_file *a, const numbered_file *b)
{
    return a->has_number && b->has_number && a->prefix == b->prefix &&
           strncmp(a->name, b->name, a->prefix) == 0 &&
           strcmp(a->name + a->suffix, b->name + b->suffix) == 0;
}

// The prefix without the separator before the number, or the whole name if that is empty.
static char *group_name(const numbered_file *file)
{
    size_t length = file->prefix;
    while (length > 0 && file->has_number && strchr("_-. ", file->name[length - 1])) length--;
    if (length == 0) return strdup(file->name);
    char *name = malloc(length + 1);
    if (name) memcpy(name, file->name, length), name[length] = '\0';
    return name;
}

static char *join(const char *folder, size_t folder_length, const char *name)
{
    size_t bytes = folder_length + strlen(name) + 2;
    char *path = malloc(bytes);
    if (path)
        snprintf(path, bytes, "%.*s%s%s", (int)folder_length, folder, folder_length ? "/" : "",
                 name);
    return path;
}

static mote_result fail_path(const char *path, const char *why)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: %s", io_short_name(path, room), why);
}

// ---------------------------------------------------------------------------------------------
// Folders

enum { MAX_DEPTH = 8, MAX_UNREAD_NAMES = 4 };

// Recognizes files that accompany models, such as textures and texts.
static bool is_companion(const char *name)
{
    static const char *const endings[] = {
        "mtl", "png", "jpg",  "jpeg", "tga", "bmp", "gif", "tif", "tiff", "webp", "dds",  "hdr",
        "exr", "ktx", "ktx2", "psd",  "svg", "txt", "md",  "pdf", "html", "csv",  "json", "log"};
    const char *dot = strrchr(name, '.');
    if (name[0] == '.') return true; // hidden
    for (size_t i = 0; i < sizeof endings / sizeof endings[0] && dot; i++)
        if (strcasecmp(dot + 1, endings[i]) == 0) return true;
    return false;
}

static bool is_itself(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

// Counts the files in a folder and its subfolders that may be models. Does not follow links.
static uint64_t count_models(const char *folder, int depth)
{
    DIR *dir = depth < MAX_DEPTH ? opendir(folder) : NULL;
    if (!dir) return 1; // an unreadable folder may contain some
    uint64_t count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (is_itself(entry->d_name) || is_companion(entry->d_name)) continue;
        struct stat status;
        char *path = join(folder, strlen(folder), entry->d_name);
        bool is_folder = path && lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
        count += is_folder ? count_models(path, depth + 1) : 1;
        free(path);
    }
    closedir(dir);
    return count;
}

// Records a file or subfolder that is not read.
static mote_result note_unread(const char *folder, size_t length, const char *name,
                               numbered_files *unread, check_file_groups *out)
{
    struct stat status;
    if (is_itself(name)) return MOTE_OK;
    char *path = join(folder, length, name);
    if (!path) return mote_fail_memory(strlen(name), "a path");
    bool is_folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    uint64_t models = is_companion(name) ? 0 : is_folder ? count_models(path, 0) : 1;
    free(path);
    out->unread_count += models;
    out->companion_count += models == 0 && !is_folder;
    if (models == 0) return MOTE_OK;
    numbered_file file = {.name = strdup(name)};
    if (file.name && mote_array_push(unread, &mote_libc_allocator, file)) return MOTE_OK;
    free(file.name);
    return mote_fail_memory(sizeof file, "a list of files");
}

static int compare_names(const void *x, const void *y)
{
    return strcmp(((const numbered_file *)x)->name, ((const numbered_file *)y)->name);
}

// Lists the first few names in sorted order.
static mote_result list_unread(numbered_files *unread, check_file_groups *out)
{
    size_t bytes = 8;
    if (unread->count == 0) return MOTE_OK;
    qsort(unread->data, unread->count, sizeof *unread->data, compare_names);
    for (size_t i = 0; i < unread->count && i < MAX_UNREAD_NAMES; i++)
        bytes += strlen(unread->data[i].name) + 2;
    out->unread = calloc(bytes, 1);
    if (!out->unread) return mote_fail_memory(bytes, "a list of files");
    char *end = out->unread;
    for (size_t i = 0; i < unread->count && i < MAX_UNREAD_NAMES; i++)
        end += sprintf(end, "%s%s", i ? ", " : "", unread->data[i].name);
    if (unread->count > MAX_UNREAD_NAMES) sprintf(end, ", ...");
    return MOTE_OK;
}

static void release_files(numbered_files *files)
{
    for (size_t i = 0; i < files->count; i++) free(files->data[i].name);
    mote_array_release(files, &mote_libc_allocator);
}

// Adds meshes to `files` and other files to `unread`.
static mote_result list_folder(const char *folder, size_t length, numbered_files *files,
                               numbered_files *unread, check_file_groups *out)
{
    char *path = join(length ? folder : ".", length ? length : 1, "");
    DIR *dir = path ? opendir(path) : NULL;
    free(path);
    if (!dir) return fail_path(folder, strerror(errno));
    mote_result result = MOTE_OK;
    for (struct dirent *entry; !result && (entry = readdir(dir));) {
        if (io_format_of(entry->d_name) == IO_UNKNOWN) {
            result =
                note_unread(length ? folder : ".", length ? length : 1, entry->d_name, unread, out);
            continue;
        }
        char *name = strdup(entry->d_name);
        numbered_file file = name ? take_apart(name) : (numbered_file){0};
        if (!name || !mote_array_push(files, &mote_libc_allocator, file)) {
            free(name);
            result = mote_fail_memory(sizeof file, "a list of files");
        }
    }
    closedir(dir);
    return result;
}

static mote_result check_numbers(const numbered_file *files, uint32_t count, const char *path)
{
    char room[IO_SHORT_NAME];
    for (uint32_t i = 1; i < count; i++) {
        if (files[i].number == files[i - 1].number + 1) continue;
        return mote_fail(MOTE_ERROR_DATA, "%s: between %s and %s a number is %s",
                         io_short_name(path, room), files[i - 1].name, files[i].name,
                         files[i].number == files[i - 1].number ? "duplicate" : "missing");
    }
    return MOTE_OK;
}

static mote_result add_group(const numbered_file *files, uint32_t count, const char *folder,
                             size_t folder_length, check_file_groups *out)
{
    check_file_group *groups = realloc(out->items, (out->count + 1) * sizeof *groups);
    if (!groups) return mote_fail_memory(sizeof *groups, "a list of files");
    out->items = groups;
    check_file_group *group = &groups[out->count++];
    *group = (check_file_group){group_name(&files[0]), calloc(count, sizeof(char *)), 0};
    if (!group->name || !group->paths) return mote_fail_memory(count, "a list of files");
    for (uint32_t i = 0; i < count; i++) {
        group->paths[i] = join(folder, folder_length, files[i].name);
        if (!group->paths[i]) return mote_fail_memory(folder_length, "a list of files");
        group->count++;
    }
    return check_numbers(files, count, folder);
}

static mote_result make_groups(const numbered_files *list, const char *folder, size_t length,
                               check_file_groups *out)
{
    const numbered_file *files = list->data;
    mote_result result = MOTE_OK;
    for (size_t first = 0, end; first < list->count && !result; first = end) {
        for (end = first + 1; end < list->count && same_group(&files[first], &files[end]);) end++;
        result = add_group(&files[first], (uint32_t)(end - first), folder, length, out);
    }
    return result;
}

static void keep_matching(numbered_files *list, const pattern *p)
{
    numbered_file *files = list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (matches(p, &files[i]))
            files[kept++] = files[i];
        else
            free(files[i].name);
    }
    list->count = kept;
}

static mote_result find_many(const char *path, const pattern *p, check_file_groups *out)
{
    size_t length = p ? (size_t)(p->text - path) : strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    numbered_files files = {0}, unread = {0};
    out->listed = true;
    mote_result result = list_folder(path, length, &files, &unread, out);
    if (!result && p) keep_matching(&files, p);
    if (!result && !p) result = list_unread(&unread, out);
    if (p) out->unread_count = out->companion_count = 0; // the pattern excludes these files
    release_files(&unread);
    if (!result && files.count == 0)
        result =
            fail_path(path, p ? "no file matches" : "the folder has no OBJ, PLY, STL or OFF files");
    if (!result) {
        qsort(files.data, files.count, sizeof *files.data, compare_files);
        result = make_groups(&files, path, length, out);
    }
    release_files(&files);
    return result;
}

static mote_result find_one(const char *path, check_file_groups *out)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *name = strdup(slash ? slash + 1 : path);
    if (!name) return mote_fail_memory(strlen(path), "a name");
    numbered_file file = take_apart(name);
    const char *dot = strrchr(name, '.');
    file.has_number = false; // the number of a single file is part of its name
    file.prefix = file.suffix = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    mote_result result =
        add_group(&file, 1, slash == path ? "/" : path, slash == path ? 1 : length, out);
    free(name);
    return result;
}

mote_result check_find_files(const char *path, check_file_groups *out)
{
    *out = (check_file_groups){0};
    pattern p;
    struct stat status;
    bool exists = stat(path, &status) == 0;
    mote_result result;
    if (!exists && read_pattern(path, &p))
        result = find_many(path, &p, out);
    else if (exists && S_ISDIR(status.st_mode))
        result = find_many(path, NULL, out);
    else
        result = find_one(path, out);
    if (result) check_file_groups_release(out);
    return result;
}

void check_file_groups_release(check_file_groups *groups)
{
    for (uint32_t i = 0; i < groups->count; i++) {
        check_file_group *group = &groups->items[i];
        for (uint32_t k = 0; k < group->count; k++) free(group->paths[k]);
        free(group->paths);
        free(group->name);
    }
    free(groups->items);
    free(groups->unread);
    *groups = (check_file_groups){0};
}
