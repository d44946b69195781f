import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReplacements } from './replacements.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);

test('are the same for the same key, whoever makes them and when', async () => {
  const [one, other] = [await createReplacements(key(1)), await createReplacements(key(1))];
  expect(other.uid('1.2.3')).toBe(one.uid('1.2.3'));
  expect(other.patientId('T-1')).toBe(one.patientId('T-1'));
  expect(other.dayShift('T-1')).toBe(one.dayShift('T-1'));
});

test('have nothing in common under another key', async () => {
  const [one, other] = [await createReplacements(key(1)), await createReplacements(key(2))];
  expect(other.uid('1.2.3')).not.toBe(one.uid('1.2.3'));
  expect(other.patientId('T-1')).not.toBe(one.patientId('T-1'));
});

test('are HMAC-SHA256 in the form that PS3.5 B.2 gives to every number of 128 bits', async () => {
  const digest = createHmac('sha256', key(1)).update(['uid', '1.2.3'].join('\0')).digest('hex');
  expect((await createReplacements(key(1))).uid('1.2.3')).toBe(`2.25.${BigInt(`0x${digest.slice(0, 32)}`)}`);
});

test('UIDs have 64 characters at most and no leading zero', async () => {
  const { uid } = await createReplacements(key(1));
  for (let number = 0; number < 1000; number += 1) expect(uid(`1.2.${number}`)).toMatch(/^2\.25\.[1-9]\d{0,38}$/);
});

test('a shift goes back by thirty days to ten years, and differs between patients', async () => {
  const { dayShift } = await createReplacements(key(1));
  const shifts = Array.from({ length: 200 }, (_, patient) => dayShift(`T-${patient}`));
  expect(Math.max(...shifts)).toBeLessThanOrEqual(-30);
  expect(Math.min(...shifts)).toBeGreaterThanOrEqual(-3680);
  expect(new Set(shifts).size).toBeGreaterThan(150);
});

test('an identifier that was made here is not made anew', async () => {
  const { patientId } = await createReplacements(key(1));
  expect(patientId(patientId('T-1'))).toBe(patientId('T-1'));
});

test('a key that can be guessed is no key', async () => {
  await expect(createReplacements(new Uint8Array(8))).rejects.toThrow('can be guessed');
});
