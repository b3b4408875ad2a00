# bindings/python builds itself (setup.py) around libmote_check; here is only what its tests compare it with.
add_executable(mote_dump_scenes EXCLUDE_FROM_ALL bindings/python/test/dump_scenes.c)
target_link_libraries(mote_dump_scenes PRIVATE mote_scenes mote_flags)
# The loop of bindings/python/test/bench.py in C.
add_executable(mote_bench_loop EXCLUDE_FROM_ALL bindings/python/test/bench_loop.c)
target_link_libraries(mote_bench_loop PRIVATE mote mote_flags)
