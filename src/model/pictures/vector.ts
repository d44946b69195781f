import type { Vector } from './geometry.ts';

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** Not Math.hypot, which browsers round differently. */
export const length = (vector: Vector): number => Math.sqrt(dot(vector, vector));
/** A point that is moved along a direction of length 1. */
export const moved = (point: Vector, direction: Vector, mm: number): Vector => [
  point[0] + direction[0] * mm,
  point[1] + direction[1] * mm,
  point[2] + direction[2] * mm,
];
