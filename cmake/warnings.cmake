# Flags that every target of the project is compiled with.
add_library(mote_flags INTERFACE)
target_compile_options(mote_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
  -Wpointer-arith -Wcast-align -Wwrite-strings -Wdouble-promotion -Wfloat-conversion
  -Wno-psabi # 32-byte vectors cross no library boundary
  # Results must not depend on the target or on what the compiler may fuse.
  -ffp-contract=off -fno-math-errno
  $<$<BOOL:${MOTE_WERROR}>:-Werror>)
