# cmake -DINPUT=page.html -DOUTPUT=page.c -P embed.cmake: the page as a C file with check_page_get in it.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}") # C lines of 16 bytes
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"check/report/page.h\"

static const unsigned char page[] = {
${bytes}};

bool check_page_get(const char **bytes, size_t *size)
{
    *bytes = (const char *)page;
    *size = sizeof page;
    return true;
}
")
