/** The box of a volume, from 0 to 1 along each axis. */
export const VERTEX = `
out vec3 place;

void main() {
  place = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

/**
 * Walks through the volume along the view, from where it enters to the far side, which is what is drawn. All cameras are orthographic, so a depth is a
 * distance in mm. A surface ends the way.
 */
export const FRAGMENT = `
precision highp float;
precision highp sampler3D;

uniform sampler3D voxels;
// Blocks of eight voxels along each side, in which there is something to see.
uniform sampler3D blocks;
uniform sampler2D table;
uniform sampler2D depths;
uniform bool hasSurfaces;
uniform vec2 pixels;
uniform float farMm;
// Along the view, away from the viewer: places for each mm.
uniform vec3 ray;
uniform float stepMm;
uniform bool isMax;
// Where the table begins, and what its length is divided by.
uniform vec2 range;
uniform float density;
uniform bool hasLight;
// What a change of value by 1 mm is multiplied with to be that of an edge.
uniform float edge;
uniform mat3 toPatient;
uniform vec3 towardsLight;
uniform bool hasCut;
uniform vec3 cutNormal;
uniform float cutOffset;

in vec3 place;
layout(location = 0) out vec4 colour;

const float OPAQUE = 0.98;

vec4 shown(float value) {
  return texture(table, vec2(clamp((value - range.x) * range.y, 0.0, 1.0), 0.5));
}

vec3 lit(vec3 at, vec3 base) {
  vec3 step = 1.0 / vec3(textureSize(voxels, 0));
  vec3 slope = vec3(
    texture(voxels, at + vec3(step.x, 0.0, 0.0)).r - texture(voxels, at - vec3(step.x, 0.0, 0.0)).r,
    texture(voxels, at + vec3(0.0, step.y, 0.0)).r - texture(voxels, at - vec3(0.0, step.y, 0.0)).r,
    texture(voxels, at + vec3(0.0, 0.0, step.z)).r - texture(voxels, at - vec3(0.0, 0.0, step.z)).r);
  vec3 steepest = toPatient * (slope / step);
  float size = length(steepest);
  if (size < 1e-6) return base;
  float towards = abs(dot(steepest / size, towardsLight));
  vec3 light = base * (0.3 + 0.7 * towards) + 0.15 * pow(towards, 24.0);
  // Within a tissue there is no surface that light could fall on, only noise.
  return mix(base, light, clamp(size * edge, 0.0, 1.0));
}

// A part of a step, another one for each pixel: with one start for all, steps would be seen as rings.
float scattered(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void main() {
  vec3 toEntry = mix((place - 1.0) / ray, place / ray, step(0.0, ray));
  float exitMm = gl_FragCoord.z * farMm;
  float endMm = exitMm;
  float startMm = exitMm - min(min(toEntry.x, toEntry.y), toEntry.z);
  if (hasCut) {
    float behind = dot(cutNormal, place) - cutOffset;
    float slope = dot(cutNormal, ray);
    if (slope > 0.0) startMm = max(startMm, exitMm - behind / slope);
    else if (slope < 0.0) endMm = min(endMm, exitMm - behind / slope);
    else if (behind < 0.0) discard;
  }
  if (hasSurfaces) {
    float depth = texture(depths, gl_FragCoord.xy / pixels).r;
    if (depth < 1.0) endMm = min(endMm, depth * farMm);
  }
  if (endMm <= startMm) discard;
  int steps = max(1, int(ceil((endMm - startMm) / stepMm)));
  float length = (endMm - startMm) / float(steps);
  vec3 first = place + ray * (startMm + 0.5 * length - exitMm);
  vec3 onwards = ray * length;
  if (!isMax) first += onwards * (scattered(gl_FragCoord.xy) - 0.5);
  vec3 inBlocks = vec3(textureSize(voxels, 0)) / 8.0;
  vec3 blocksOnwards = onwards * inBlocks;
  ivec3 lastBlock = textureSize(blocks, 0) - 1;
  float most = 0.0;
  float enough = range.x + 1.0 / range.y;
  vec4 sum = vec4(0.0);
  int taken = 0;
  while (taken < steps) {
    vec3 at = first + onwards * float(taken);
    vec3 inside = at * inBlocks;
    vec3 block = floor(inside);
    if (texelFetch(blocks, clamp(ivec3(block), ivec3(0), lastBlock), 0).r == 0.0) {
      vec3 toSide = (block + step(0.0, blocksOnwards) - inside) / blocksOnwards;
      taken += max(1, int(ceil(min(min(toSide.x, toSide.y), toSide.z))));
      continue;
    }
    taken += 1;
    float value = texture(voxels, at).r;
    if (isMax) {
      most = max(most, value);
      if (most >= enough) break;
      continue;
    }
    vec4 found = shown(value);
    float alpha = 1.0 - pow(1.0 - min(found.a, 0.999), length * density);
    if (alpha <= 0.002) continue;
    vec3 light = hasLight ? lit(at, found.rgb) : found.rgb;
    sum += (1.0 - sum.a) * vec4(light * alpha, alpha);
    if (sum.a > OPAQUE) break;
  }
  if (isMax) {
    vec3 brightest = shown(most).rgb;
    // Over surfaces, what is dark lets them through.
    colour = vec4(brightest, hasSurfaces ? max(max(brightest.r, brightest.g), brightest.b) : 1.0);
  } else colour = sum;
}`;

/** A picture that was drawn before, over all of the canvas. */
export const COPY = {
  vertexShader: `
varying vec2 at;

void main() {
  at = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`,
  fragmentShader: `
uniform sampler2D picture;
varying vec2 at;

void main() {
  gl_FragColor = texture2D(picture, at);
  #include <colorspace_fragment>
}`,
};
