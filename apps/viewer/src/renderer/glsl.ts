// Shader code that several layers share. Colors are linear until `onScreen`.

const FROM_SCREEN = /* glsl */ `
vec3 fromScreen(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
`;

/**
 * Positions are in the world. `origin` is subtracted first, so that a scene a million units from the origin does not
 * jitter: all numbers after that are small.
 */
export const VERTEX_COMMON = /* glsl */ `
${FROM_SCREEN}
uniform vec3 origin;

vec4 inView(vec3 position) {
  return modelViewMatrix * vec4(position - origin, 1.0);
}

// The same point on the screen, but slightly closer, so that marks on a surface are not hidden by it.
vec4 lifted(vec4 view, float by) {
  return projectionMatrix * vec4(view.xyz * (1.0 - by), 1.0);
}

const vec4 NOWHERE = vec4(0.0, 0.0, 2.0, 1.0);
`;

export const FRAGMENT_COMMON = /* glsl */ `
${FROM_SCREEN}
vec3 onScreen(vec3 linear) {
  vec3 c = clamp(linear, 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
`;

/** Light from the sky and the ground, and a lamp at the upper left of the camera. */
export const LIGHTING = /* glsl */ `
uniform vec3 sky;
uniform vec3 earth;
uniform vec3 key;
uniform vec3 up;

// In camera coordinates. Surfaces are lit on the visible side.
vec3 lit(vec3 albedo, vec3 place) {
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  vec3 toEye = normalize(-place);
  if (dot(normal, toEye) < 0.0) normal = -normal;
  vec3 upward = normalize((viewMatrix * vec4(up, 0.0)).xyz);
  vec3 lamp = normalize(vec3(-0.5, 0.35, 0.8) + 0.5 * upward);
  vec3 around = mix(earth, sky, 0.5 + 0.5 * dot(normal, upward));
  float shine = pow(max(dot(normal, normalize(lamp + toEye)), 0.0), 40.0);
  float rim = pow(1.0 - max(dot(normal, toEye), 0.0), 4.0);
  return albedo * (0.62 * around + 1.1 * key * max(dot(normal, lamp), 0.0)) + 0.05 * shine + 0.08 * rim * sky;
}
`;
