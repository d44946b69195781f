export type PhantomPlane = 'axial' | 'coronal' | 'sagittal';
type Direction = readonly [number, number, number];

/** Directions as in radiology: seen from the feet, from the front, from the left. The normal is row x column. */
export const PLANE_DIRECTIONS: Record<PhantomPlane, { row: Direction; column: Direction; normal: Direction }> = {
  axial: { row: [1, 0, 0], column: [0, 1, 0], normal: [0, 0, 1] },
  coronal: { row: [1, 0, 0], column: [0, 0, -1], normal: [0, 1, 0] },
  sagittal: { row: [0, 1, 0], column: [0, 0, -1], normal: [-1, 0, 0] },
};
