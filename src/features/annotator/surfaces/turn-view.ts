import { t } from '#language/t.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { CORONAL, turned, type Facing } from '#model/pictures/image-plane.ts';
import { cross, dot, length, minus, scaled } from '#model/pictures/vector.ts';

/** From where surfaces are looked at, and how near: 1 shows all of them. */
export interface View {
  facing: Facing;
  zoom: number;
}

/** The patient's right is on the left, and the head is up. */
export const FROM_FRONT: View = { facing: CORONAL, zoom: 1 };

const [FARTHEST, NEAREST] = [0.25, 20];

export function zoomed(view: View, factor: number): View {
  return { ...view, zoom: Math.min(NEAREST, Math.max(FARTHEST, view.zoom * factor)) };
}

/** What is in front moves by these angles (radians) to the right and downwards on the screen. */
export function turnedView(view: View, toRight: number, downwards: number): View {
  const { right, below } = turned(view.facing, view.facing.below, toRight);
  return { ...view, facing: squared(turned({ right, below }, right, -downwards)) };
}

/** How far a view is turned about the axis from head to foot: 0 from the front, 90 from the patient's right, in whole degrees below 360. */
export function angleOf({ right }: Facing): number {
  const degrees = (Math.atan2(dot(right, QUARTER.right), dot(right, CORONAL.right)) * 180) / Math.PI;
  return (Math.round(degrees) + 360) % 360;
}

/** Upright, at such an angle. */
export function viewAt(view: View, degrees: number): View {
  return { ...view, facing: squared(turned(CORONAL, CORONAL.below, (degrees * Math.PI) / 180)) };
}

/** Many small turns would leave directions that are not perpendicular. */
function squared({ right, below }: Facing): Facing {
  const across = scaled(right, 1 / length(right));
  const down = minus(below, scaled(across, dot(below, across)));
  return { right: across, below: scaled(down, 1 / length(down)) };
}

const QUARTER = turned(CORONAL, CORONAL.below, Math.PI / 2);

/** Towards the viewer, length 1. */
export function towardsViewer({ right, below }: Facing): Vector {
  return cross(below, right);
}

const SIDES = [
  [t('from the right'), t('from the left')],
  [t('from the front'), t('from behind')],
  [t('from below'), t('from above')],
] as const;

/** The side of the patient that is looked at, in words. */
export function sideText(facing: Facing): string {
  const viewer = towardsViewer(facing);
  const sizes = viewer.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  return SIDES[axis]![viewer[axis]! > 0 ? 1 : 0];
}
