import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { cutByHand, gripOf, placedBefore } from './placement.ts';

const AROUND = { center: [10, 20, 30] as const, radiusMm: 100 };
const inRoom = (placed: Matrix4, ...mm: [number, number, number]): number[] => new Vector3(...mm).applyMatrix4(placed).toArray();
const near = (numbers: readonly number[]) => numbers.map((each) => expect.closeTo(each, 6));

describe('surfaces in a room [XR-005, XR-006]', () => {
  it('stand before the person: the head up, the face towards them, the right of the patient on the left', () => {
    const placed = placedBefore(AROUND);
    expect(inRoom(placed, 10, 20, 30)).toEqual(near([0, 1.2, -0.7]));
    expect(inRoom(placed, 10, 20, 130)).toEqual(near([0, 1.45, -0.7]));
    expect(inRoom(placed, 10, -80, 30)).toEqual(near([0, 1.2, -0.45]));
    expect(inRoom(placed, -90, 20, 30)).toEqual(near([-0.25, 1.2, -0.7]));
  });

  it('follow the hand that holds them, and turn around it', () => {
    const hand = new Matrix4().makeTranslation(0.2, 1, -0.3);
    const move = gripOf(hand, placedBefore(AROUND));
    expect(inRoom(move(hand), 10, 20, 30)).toEqual(near([0, 1.2, -0.7]));
    expect(inRoom(move(new Matrix4().makeTranslation(0.3, 1.1, -0.3)), 10, 20, 30)).toEqual(near([0.1, 1.3, -0.7]));
    const turned = hand.clone().multiply(new Matrix4().makeRotationY(Math.PI));
    expect(inRoom(move(turned), 10, 20, 30)).toEqual(near([0.4, 1.2, 0.1]));
  });

  it('are cut across the way in which a hand points, through the hand', () => {
    // A hand in the middle of them that points forward, to the back of the patient.
    const cut = cutByHand(new Matrix4().makeTranslation(0, 1.2, -0.7), placedBefore(AROUND));
    expect([...cut.normal, cut.offsetMm]).toEqual(near([0, 1, 0, 20]));
    const held = gripOf(new Matrix4(), placedBefore(AROUND))(new Matrix4().makeRotationY(Math.PI / 2));
    const side = cutByHand(new Matrix4().makeTranslation(-0.7, 1.2, 0), held);
    // To the right of the patient, whose face looks to the right of the room now.
    expect(side.normal).toEqual(near([1, 0, 0]));
  });
});
