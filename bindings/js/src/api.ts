// All but `load`, which differs between browsers and node.

export { Asset, type AssetBodyOptions, type AssetClip, type AssetPart } from './asset.js';
export {
    Dynamics, type DynamicsOptions, type DynamicsReport, type RigidOptions, type RigidState, type Rotation,
} from './dynamics.js';
export { MoteError } from './error.js';
export type { Source } from './load.js';
export { Mesh } from './mesh.js';
export { Mote, type Ability, type MeshOptions, type MethodInfo, type ModelInfo, type SceneInfo } from './mote.js';
export type { Vector } from './native.js';
export type { LbgOptions, OptionInfo, PairedOptions, SeninOptions, SmithOptions, WorldOptions } from './options.js';
export { Player, type PlayedFrame } from './player.js';
export { Pull } from './pull.js';
export { Report, type Contact, type Estimate, type Pair, type Stats } from './report.js';
export { Scene, type SceneBodyOptions, type SceneOptions } from './scene.js';
export { Body, DRAW_KINDS, World, type BodyOptions, type Distance, type Drawing, type RayHit } from './world.js';
