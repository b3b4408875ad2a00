# Flags that every target of the project is compiled with. They come behind CMAKE_C_FLAGS and win over -ffast-math and -Ofast there.
add_library(mote_flags INTERFACE)
target_compile_options(mote_flags INTERFACE
  -Wno-psabi # 32-byte vectors cross no library boundary
  # Results must not depend on the target or on what the compiler may fuse.
  -fno-fast-math -ffp-contract=off -fno-math-errno)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(mote_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
    -Wpointer-arith -Wcast-align -Wwrite-strings -Wdouble-promotion -Wfloat-conversion
    $<$<BOOL:${MOTE_WERROR}>:-Werror>)
else()
  target_compile_options(mote_flags INTERFACE -w) # the warnings of the parent project are about its own code
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  # With -march=native in CMAKE_C_FLAGS gcc 12 fuses additions and multiplications into vfmaddsub in spite of
  # -ffp-contract=off. Without the instructions it cannot; AVX-512 brings its own.
  target_compile_options(mote_flags INTERFACE -mno-fma -mno-fma4 -mno-avx512f)
endif()
