# bindings/python builds itself (setup.py) around libmote_check; here is only what its tests compare it with.
add_executable(mote_dump_scenes EXCLUDE_FROM_ALL bindings/python/test/dump_scenes.c)
target_link_libraries(mote_dump_scenes PRIVATE mote_scenes mote_flags)
