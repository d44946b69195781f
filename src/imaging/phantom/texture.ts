/** Smooth noise that is the same on every machine: the value at a point depends only on the seed and the point. */
export interface Texture {
  /** Around 0, about -1 to 1, changing over `gridMm`. */
  at(x: number, y: number, z: number, gridMm: number): number;
}

export function createTexture(seed: number): Texture {
  return { at };

  function at(x: number, y: number, z: number, gridMm: number): number {
    const [gx, gy, gz] = [x / gridMm, y / gridMm, z / gridMm];
    const [ix, iy, iz] = [Math.floor(gx), Math.floor(gy), Math.floor(gz)];
    const [fx, fy, fz] = [smooth(gx - ix), smooth(gy - iy), smooth(gz - iz)];
    const edge = (dy: number, dz: number) => mix(corner(ix, iy + dy, iz + dz), corner(ix + 1, iy + dy, iz + dz), fx);
    return mix(mix(edge(0, 0), edge(1, 0), fy), mix(edge(0, 1), edge(1, 1), fy), fz);
  }

  function corner(x: number, y: number, z: number): number {
    return scramble(seed ^ Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1)) / 0x80000000 - 1;
  }
}

/** A well-mixed 32-bit number derived from another one (the last step of murmur3). */
export function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}
