import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReplacements, isMadePatientId, isMadeUid } from './replacements.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);

test('replacements are the same for the same key, anywhere and at any time', async () => {
  const [one, other] = [await createReplacements(key(1)), await createReplacements(key(1))];
  expect(other.uid('1.2.3')).toBe(one.uid('1.2.3'));
  expect(other.patientId('T-1')).toBe(one.patientId('T-1'));
  expect(other.dayShift('T-1')).toBe(one.dayShift('T-1'));
});

test('replacements under different keys share nothing', async () => {
  const [one, other] = [await createReplacements(key(1)), await createReplacements(key(2))];
  expect(other.uid('1.2.3')).not.toBe(one.uid('1.2.3'));
  expect(other.patientId('T-1')).not.toBe(one.patientId('T-1'));
});

test('replacements are HMAC-SHA256 in the form that PS3.5 B.2 gives to every 128-bit number', async () => {
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

test('an identifier that was generated here is not replaced again', async () => {
  const { patientId } = await createReplacements(key(1));
  expect(patientId(patientId('T-1'))).toBe(patientId('T-1'));
});

test('a guessable key is refused', async () => {
  await expect(createReplacements(new Uint8Array(8))).rejects.toThrow('can be guessed');
});

test('a replaced identifier has 64 bits, in a form that is recognised again', async () => {
  const digest = createHmac('sha256', key(1)).update('patient\0T-1').digest('hex');
  expect((await createReplacements(key(1))).patientId('T-1')).toBe(`ANON-${digest.slice(0, 16).toUpperCase()}`);
});

test.each([
  ['ANON-0123456789ABCDEF', true],
  ['ANON-0123456789ABCDE', false],
  ['ANON-0123456789ABCDEF0', false],
  ['ANON-0123456789abcdef', false],
  ['T-ANON-0123456789ABCDEF', false],
  ['ANON-HERON', false],
])('%s was generated here: %s', (text, isMade) => {
  expect(isMadePatientId(text)).toBe(isMade);
});

test.each([
  [`2.25.1${'0'.repeat(27)}`, true],
  [`2.25.${'9'.repeat(39)}`, true],
  [`2.25.${'9'.repeat(27)}`, false],
  [`2.25.${'9'.repeat(40)}`, false],
  [`2.25.0${'9'.repeat(30)}`, false],
  [`1.2.25.${'9'.repeat(39)}`, false],
  [`2.25.${'9'.repeat(30)}.1`, false],
  ['2.25.111', false],
  ['', false],
])('%s was made from 128 bits: %s', (text, isMade) => {
  expect(isMadeUid(text)).toBe(isMade);
});

test('a time is shifted by less than the limit, and differently for another study', async () => {
  const { timeShift } = await createReplacements(key(1));
  const shifts = Array.from({ length: 200 }, (_, study) => timeShift(`1.2.${study}`, 3600));
  for (const shift of shifts) expect(Number.isInteger(shift) && shift >= 0 && shift < 3600).toBe(true);
  expect(new Set(shifts).size).toBeGreaterThan(150);
  expect(timeShift('1.2.7', 3600)).toBe(shifts[7]);
});

test('replacements of one text for different uses share nothing', async () => {
  const { token, patientId, dayShift, timeShift } = await createReplacements(key(1));
  const use = (name: string, letters: number) => createHmac('sha256', key(1)).update(`${name}\0T-1`).digest('hex').slice(0, letters);
  expect(token('T-1')).toBe(use('word', 8).toUpperCase());
  expect(patientId('T-1')).not.toContain(token('T-1'));
  expect(dayShift('T-1')).toBe(-(30 + (Number.parseInt(use('days', 8), 16) % 3650)));
  expect(timeShift('T-1', 86_400)).toBe(Number.parseInt(use('time', 8), 16) % 86_400);
});

test('a 128-bit key is accepted', async () => {
  await expect(createReplacements(new Uint8Array(16))).resolves.toBeDefined();
  await expect(createReplacements(new Uint8Array(15))).rejects.toThrow(RangeError);
});
