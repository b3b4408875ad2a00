# WebAssembly with SIMD from Debian's clang-14, wasi-libc, lld-14 and libclang-rt-14-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
# Without -mbulk-memory: with it clang-14 keeps thread-local variables, which its linker takes only with threads.
set(CMAKE_C_FLAGS_INIT "-msimd128")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# The driver would run wasm-opt, if it is installed, without the features of the module; cmake/js.cmake runs it with them.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0")
