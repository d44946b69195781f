/** Why an overlay is not shown. A damaged header comes from the reading of its elements. */
export type OverlayRefusal =
  | 'damaged'
  | 'too-deep'
  | 'too-many-elements'
  /** A SOP class without a reader here. */
  | 'no-overlay'
  /** A segmentation that is none of the types of the standard. */
  | 'segmentation-type'
  /** The number of frames, and what is said about each, differ. */
  | 'frames-differ'
  /** A frame that belongs to no listed segment. */
  | 'no-such-segment'
  /** Contours or graphics whose points are not what their type or their number says. */
  | 'points-differ'
  /** A contour or graphic whose type or unit is unknown here. */
  | 'shape';

/** Thrown inside a reader to avoid passing a refusal up through every item; read-overlay.ts returns it. */
export class OverlayFault extends Error {
  readonly why: OverlayRefusal;
  constructor(why: OverlayRefusal) {
    super(why);
    this.why = why;
  }
}
