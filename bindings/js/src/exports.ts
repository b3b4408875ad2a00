// The exports of the WebAssembly modules, documented in module/module.h. Pointers, handles, results and
// booleans are numbers.

/** Of the module with scenes only. */
export interface SceneExports {
    scene_at(index: number): number;
    model_at(index: number): number;
    mesh_of_model(name: number, out: number): number;
    scene_open(name: number, seed: number, speed: number, detail: number, out: number): number;
    scene_close(scene: number): void;
    scene_body_count(scene: number): number;
    scene_frame_count(scene: number): number;
    scene_is_y_up(scene: number): number;
    scene_body_name(scene: number, body: number): number;
    scene_self_collides(scene: number, body: number): number;
    scene_is_rigid(scene: number, body: number): number;
    scene_has_deformer(scene: number, body: number): number;
    scene_mesh(scene: number, body: number, out: number): number;
    scene_transform(scene: number, body: number, frame: number, out: number): number;
    scene_positions(scene: number, body: number, frame: number, out: number): number;
    world_put_on_demand(world: number, body: number, scene: number, sceneBody: number): number;
    world_show(world: number, body: number, scene: number, sceneBody: number, frame: number): number;
}

/** Of the module with scenes and threads only; documented in module/threads/threads.h. The linker adds the first two. */
export interface ThreadExports {
    __stack_pointer: WebAssembly.Global;
    __wasm_init_tls(locals: number): void;
    threads_create(threadCount: number, processorCount: number, isEager: number): number;
    thread_stack(index: number): number;
    thread_locals(index: number): number;
    thread_work(index: number): void;
    thread_failed(index: number): void;
}

/** Of the module of the package only; documented in module/check.h. */
export interface CheckExports {
    check_create(options: number, out: number): number;
    check_destroy(check: number): void;
    check_add_file(check: number, name: number, bytes: number, size: number, input: number): number;
    check_add_ignore(check: number, text: number): number;
    check_add_only(check: number, text: number): number;
    check_set_clip(check: number, text: number): void;
    check_open(check: number, options: number, frameCount: number): number;
    check_next(check: number, more: number): number;
    check_finish(check: number, out: number): number;
}

export interface Exports extends WebAssembly.Exports, Partial<SceneExports>, Partial<CheckExports> {
    memory: WebAssembly.Memory;
    _initialize(): void;

    allocate(size: number): number;
    release(pointer: number): void;
    version(): number;
    message(): number;
    result_name(result: number): number;
    set_worker_count(count: number): void;
    method_at(index: number): number;

    mesh_create(
        positions: number, vertexCount: number, triangles: number, triangleCount: number, weld: number, out: number,
    ): number;
    mesh_read(bytes: number, size: number, name: number, out: number): number;
    mesh_release(mesh: number): void;

    options_create(out: number): number;
    options_method(options: number, name: number): number;
    options_literal(options: number): void;
    options_set(options: number, name: number, value: number): number;
    options_get(options: number, name: number): number;
    option_at(index: number): number;
    option_concerns(option: number, methodIndex: number): number;

    world_create(options: number, out: number): number;
    world_destroy(world: number): void;
    world_add(world: number, mesh: number, options: number, out: number): number;
    world_remove(world: number, body: number): number;
    world_next_body(world: number, from: number): number;
    world_generation(world: number, body: number): number;
    world_mesh(world: number, body: number, out: number): number;
    world_positions(world: number, body: number, out: number): number;
    world_set_positions(world: number, body: number): number;
    world_set_transform(world: number, body: number, transform: number): number;
    world_touched(world: number, body: number, out: number): number;
    world_present(world: number, body: number, out: number): number;
    world_set_mesh(world: number, body: number, mesh: number, newFaceOf: number, count: number): number;
    world_set_origin(world: number, origin: number): number;
    world_get_origin(world: number, out: number): number;
    world_set_global_transform(world: number, body: number, transform: number): number;
    world_global_positions(world: number, body: number, out: number): number;
    world_set_global_positions(world: number, body: number): number;
    world_motion(world: number, body: number, end: number, out: number): number;
    world_set_motion(world: number, body: number, parts: number, transforms: number): number;
    world_positions_at(world: number, body: number, time: number, out: number): number;
    world_sweep(world: number, find: number, parts: number, separation: number): number;
    world_sweep_report(world: number, out: number): number;
    world_safe_steps(world: number, body: number, out: number): number;
    world_draw_sweep(world: number, out: number): number;
    world_ignore_pair(world: number, a: number, b: number, ignore: number): number;
    world_set_bounds(world: number, body: number, bounds: number): number;
    world_detect(world: number): number;
    world_set_time_budget(world: number, seconds: number): number;
    world_trim(world: number): number;
    world_report(world: number, out: number): number;
    world_manifolds(world: number, out: number): number;
    world_mark(world: number): number;
    world_marks(world: number, body: number, out: number): number;
    world_draw(world: number, out: number): number;
    world_areas(world: number, body: number, out: number): number;
    world_distance(world: number, a: number, b: number, limit: number, out: number): number;
    world_ray(world: number, ray: number, tMax: number, out: number): number;
    world_closest_point(world: number, body: number, point: number, limit: number, out: number): number;
    world_overlap_sphere(world: number, center: number, radius: number, out: number, count: number): number;
    world_overlap_box(world: number, box: number, out: number, count: number): number;
    world_features(world: number, distance: number, sharedVertex: number, out: number): number;
    world_freeze(world: number, mask: number): number;
    world_thaw(world: number): number;
    view_closest_points(
        world: number, mask: number, points: number, count: number, limit: number, out: number,
    ): number;
    view_windings(world: number, body: number, points: number, count: number, out: number): number;
    view_signed_distances(world: number, body: number, points: number, count: number, out: number): number;
    view_rays(world: number, mask: number, rays: number, count: number, out: number): number;
    view_rays_blocked(world: number, mask: number, rays: number, count: number, out: number): number;
    view_rays_all(
        world: number, mask: number, rays: number, count: number, first: number, out: number, capacity: number,
    ): number;
    world_record(world: number): number;
    world_record_stop(world: number, data: number, size: number): number;

    deformer_skin(
        mesh: number, boneCount: number, influences: number, bones: number, weights: number, out: number,
    ): number;
    deformer_morph(
        mesh: number, targetCount: number, counts: number, vertices: number, deltas: number, out: number,
    ): number;
    deformer_release(deformer: number): void;
    deformer_set_bones(deformer: number, bones: number, count: number): number;
    deformer_set_weights(deformer: number, weights: number, count: number): number;
    world_set_deformers(world: number, body: number, deformers: number, count: number): number;

    pull_create(world: number, body: number, point: number, radius: number, out: number): number;
    pull_move(pull: number, world: number, point: number): number;
    pull_release(pull: number): void;

    dynamics_defaults(out: number): void;
    dynamics_create(world: number, options: number, out: number): number;
    dynamics_destroy(dynamics: number): void;
    dynamics_add(dynamics: number, body: number, rigid: number): number;
    dynamics_remove(dynamics: number, body: number): number;
    dynamics_get(dynamics: number, body: number, out: number): number;
    dynamics_set(dynamics: number, body: number, rigid: number): number;
    dynamics_set_shape(dynamics: number, body: number): number;
    dynamics_hold(dynamics: number, body: number): number;
    dynamics_move_held(dynamics: number, body: number, rigid: number): number;
    dynamics_release(dynamics: number, body: number): number;
    dynamics_is_held(dynamics: number, body: number, out: number): number;
    dynamics_step(dynamics: number, time: number): number;
    dynamics_advance(dynamics: number, time: number): number;
    dynamics_react(dynamics: number, time: number): number;
    dynamics_report(dynamics: number, out: number): number;

    asset_open(bytes: number, size: number, name: number, out: number): number;
    asset_release(asset: number): void;
    asset_part_at(asset: number, part: number): number;
    asset_clip_at(asset: number, clip: number): number;
    asset_mesh(asset: number, part: number, out: number): number;
    asset_pose(asset: number, clip: number, time: number): number;
    world_add_part(
        world: number, asset: number, part: number, onDemand: number, options: number, out: number,
    ): number;
    world_show_part(world: number, body: number, asset: number, part: number): number;

    player_create(data: number, size: number, method: number, out: number): number;
    player_destroy(player: number): void;
    player_frame_count(player: number): number;
    player_step(player: number, out: number): number;
    player_world(player: number): number;
}
