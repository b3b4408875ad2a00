// Pieces of shaders that several layers share. Colors are linear until `onScreen`.

const FROM_SCREEN = /* glsl */ `
vec3 fromScreen(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
`;

/**
 * Positions are those of the world; `origin` is taken from them before anything else, so that a scene a million units
 * away does not tremble: what is left is small, and the matrix adds only small numbers to it.
 */
export const VERTEX_COMMON = /* glsl */ `
${FROM_SCREEN}
uniform vec3 origin;

vec4 inView(vec3 position) {
  return modelViewMatrix * vec4(position - origin, 1.0);
}

// The same place on the screen, but a little nearer, so that what lies on a surface is not lost in it.
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

/** Light from the sky and the earth, and a lamp over the viewer's left shoulder. */
export const LIGHTING = /* glsl */ `
uniform vec3 sky;
uniform vec3 earth;
uniform vec3 key;
uniform vec3 up;

// All in the camera's frame. Surfaces are lit on whichever side is seen.
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
