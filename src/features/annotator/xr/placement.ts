import { Matrix4, Vector3 } from 'three';
import type { Around, CutPlane } from '#features/annotator/surfaces/cut-plane.ts';

/** Where surfaces stand in the room at first, in metres: at the height of the chest, an arm's length away, as large as half a metre. */
const [HEIGHT_M, AWAY_M, RADIUS_M] = [1.2, 0.7, 0.25];

/** From mm in the patient coordinates of DICOM to metres in the room: the head up, the face towards the viewer. */
export function placedBefore({ center, radiusMm }: Around): Matrix4 {
  const scale = RADIUS_M / radiusMm;
  return new Matrix4()
    .makeTranslation(0, HEIGHT_M, -AWAY_M)
    .multiply(new Matrix4().makeScale(scale, scale, scale))
    .multiply(new Matrix4().makeRotationX(-Math.PI / 2))
    .multiply(new Matrix4().makeTranslation(-center[0], -center[1], -center[2]));
}

/** Something that a hand holds goes where the hand goes. `hand`: its matrix in the room. */
export function gripOf(hand: Matrix4, held: Matrix4): (hand: Matrix4) => Matrix4 {
  const inHand = hand.clone().invert().multiply(held);
  return (now) => now.clone().multiply(inHand);
}

/** The plane across the way in which a hand points, through the hand: what is on this side of it is cut away. `placed`: the matrix of the surfaces. */
export function cutByHand(hand: Matrix4, placed: Matrix4): CutPlane {
  const toPatient = placed.clone().invert();
  const at = new Vector3().setFromMatrixPosition(hand).applyMatrix4(toPatient);
  const normal = new Vector3(0, 0, -1).transformDirection(hand).transformDirection(toPatient);
  return { normal: [normal.x, normal.y, normal.z], offsetMm: normal.dot(at) };
}
