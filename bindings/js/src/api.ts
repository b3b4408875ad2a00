// All but `load`, which differs between browsers and node.

export { Asset, type AssetBodyOptions, type AssetClip, type AssetPart } from './asset.js';
export { Body, type BodyOptions, type MotionEnd } from './body.js';
export { Deformer, Morph, Skin, type MorphTarget, type SkinOptions } from './deformers.js';
export { Dynamics, type DynamicsOptions, type DynamicsReport, type RigidOptions, type RigidState } from './dynamics.js';
export { MoteError, type ErrorKind } from './error.js';
export type { FeatureOptions, FeaturePair, Features } from './features.js';
export type { Source } from './load.js';
export { Manifolds, type Manifold, type ManifoldPoint, type ManifoldSide } from './manifold.js';
export { Mesh } from './mesh.js';
export { Mote, type Ability, type MeshOptions, type MethodInfo, type ModelInfo, type SceneInfo } from './mote.js';
export type * from './names.js';
export type { OptionInfo, OptionName, WorldOptions } from './options.js';
export { Player, type PlayedFrame } from './player.js';
export { Pull } from './pull.js';
export {
    Report, type Contact, type DetectOptions, type Estimate, type Pair, type Stats, type UnexaminedPair,
} from './report.js';
export { Scene, type SceneBodyOptions, type SceneOptions } from './scene.js';
export {
    SweepReport, type ImpactTime, type SweepOptions, type SweepStats, type SweptContact, type SweptFaces, type SweptImpact,
    type SweptPair,
} from './sweep.js';
export type { Bytes, Indices, Numbers, Rotation, Vector } from './vector.js';
export {
    ON_SURFACE, View, type RayOptions, type SignedDistances, type SurfacePoints, type ViewOptions,
} from './view.js';
export { DRAW_KINDS, World, type BodyFace, type Distance, type Drawing, type SurfacePoint } from './world.js';
