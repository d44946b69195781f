import { createHash, randomUUID } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SentMaskOperation } from '#contract/mask-operations.ts';
import { SEGMENTATION_ROLE, type Segmentation } from '#contract/segmentations.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { assignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment } from '#server/rules/segmentations/segments.ts';
import { refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createMaskTestBench, GRID } from './masks-test-bench.ts';
import { sendMaskOperations } from './operations.ts';
import { maskSnapshot, saveMaskSnapshot } from './snapshots.ts';

const [ONE, TWO, THREE] = [randomUUID(), randomUUID(), randomUUID()];

describe.each(TEST_ENGINES)('snapshots of masks on %s', (engine) => {
  let bench: TestBench;
  let study: string;
  let segmentation: Segmentation;
  /** Draws. */
  let tom: Member;
  /** Sees the segmentation, and has drawn nothing. */
  let ann: Member;

  beforeEach(async () => {
    ({ bench, study, segmentation, tom, ann } = await createMaskTestBench(engine));
    await assignAnn(SEGMENTATION_ROLE.viewer);
    await setLast(1000);
  });
  afterEach(() => bench.close());

  const of = () => ({ study, segmentation: segmentation.uuid });
  const assignAnn = (role_id: (typeof SEGMENTATION_ROLE)[keyof typeof SEGMENTATION_ROLE]) =>
    assignUser(bench.context, tom, { segmentation_id: segmentation.id, user_id: ann.userId, role_id });
  const setLast = (operation_number: number) =>
    bench.context.db.write((tx) => tx.updateTable('segmentation').set({ operation_number }).where('id', '=', segmentation.id).execute());
  const made = (text: string) => ({
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: deflateSync(text).toString('base64'),
  });
  const save = (number: number, device: string, text = `mask at ${number}`, caller = tom) =>
    saveMaskSnapshot(bench.context, caller, of(), { number, device, ...made(text) });
  const read = async (until?: number, caller = ann) => {
    const found = await maskSnapshot(bench.context, caller, of(), until);
    return found && [found.number, inflateSync(Buffer.from(found.bytes, 'base64')).toString()];
  };
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of bench.context.objects.list('')) if (key.includes('mask-snapshot')) keys.push(key);
    return keys;
  };
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('nobody starts from a snapshot before a second device has handed in the same [MASK-151]', async () => {
    await save(200, ONE);
    await save(200, ONE);
    expect(await read()).toBeNull();
    await save(200, TWO);
    expect(await read()).toEqual([200, 'mask at 200']);
    expect(await objects()).toHaveLength(1);
  });

  test('nobody starts from one where a device has handed in another, but from an older one [MASK-151]', async () => {
    for (const device of [ONE, TWO]) await save(200, device);
    await save(400, ONE, 'wrong');
    for (const device of [TWO, THREE]) await save(400, device);
    expect(await read()).toEqual([200, 'mask at 200']);
  });

  test('the latest at or below a number is returned [MASK-151]', async () => {
    for (const number of [200, 400]) for (const device of [ONE, TWO]) await save(number, device);
    expect(await read()).toEqual([400, 'mask at 400']);
    expect(await read(399)).toEqual([200, 'mask at 200']);
    expect(await read(199)).toBeNull();
  });

  test('who drew something in it reads the operations [MASK-151]', async () => {
    await setLast(199);
    await assignAnn(SEGMENTATION_ROLE.editor);
    const segment = await createSegment(bench.context, tom, { study, ref: segmentation.uuid }, {});
    const ids = { uuid: randomUUID(), action: randomUUID(), device: ONE, tab: ONE };
    const operation = { ...ids, kind: 'stroke', segment: segment.uuid, grid: GRID, base: 0, withdraws: [], bytes: 'AAAA' };
    await sendMaskOperations(bench.context, ann, of(), [SentMaskOperation.parse(operation)]);
    await setLast(400);
    for (const number of [200, 400]) for (const device of [ONE, TWO]) await save(number, device);
    expect(await read()).toBeNull();
    expect(await read(undefined, tom)).toEqual([400, 'mask at 400']);
  });

  test('a few numbers are kept, and the objects of the others are removed [MASK-150]', async () => {
    for (const number of [200, 400, 600, 800]) for (const device of [ONE, TWO]) await save(number, device);
    expect(await read(200)).toBeNull();
    expect(await objects()).toHaveLength(3);
    await save(200, THREE);
    expect(await objects()).toHaveLength(3);
  });

  test('a few devices of a number are kept [MASK-150]', async () => {
    for (let device = 0; device < 12; device += 1) await save(200, randomUUID(), `${device}`);
    expect(await objects()).toHaveLength(8);
  });

  test('a snapshot of other bytes, or beyond what was drawn, is refused [MASK-150]', async () => {
    const { sha256 } = made('other');
    const sent = { number: 200, device: ONE, ...made('mask') };
    expect(await code(saveMaskSnapshot(bench.context, tom, of(), { ...sent, sha256 }))).toBe('invalid');
    expect(await code(saveMaskSnapshot(bench.context, tom, of(), { ...sent, bytes: 'AAAA' }))).toBe('invalid');
    expect(await code(save(1200, ONE))).toBe('invalid');
    expect(await objects()).toEqual([]);
  });

  test('bytes that grow beyond all measure are refused [MASK-150]', async () => {
    const many = Buffer.alloc(65 * 1024 * 1024);
    const sent = { sha256: createHash('sha256').update(many).digest('hex'), bytes: deflateSync(many).toString('base64') };
    expect(await code(saveMaskSnapshot(bench.context, tom, of(), { number: 200, device: ONE, ...sent }))).toBe('invalid');
  });

  test('only who may draw hands one in, and only who may see the segmentation reads it [MASK-64]', async () => {
    expect(await code(save(200, ONE, 'mask', ann))).toBe('not_allowed');
    expect(await code(save(200, ONE, 'mask', bench.ute))).toBe('not_found');
    await assignAnn(SEGMENTATION_ROLE.editor);
    await save(200, ONE, 'mask', ann);
    expect(await objects()).toHaveLength(1);
    expect(await code(read(undefined, bench.ute))).toBe('not_found');
  });

  test('one whose object is missing is not returned, and an object that a row names is not a stray [MASK-150]', async () => {
    for (const device of [ONE, TWO]) await save(200, device);
    bench.clock.now += 30 * 86_400_000;
    await clearStrays(bench.context);
    bench.clock.now += 30 * 86_400_000;
    await clearStrays(bench.context);
    expect(await read()).toEqual([200, 'mask at 200']);
    for (const key of await objects()) await bench.context.objects.remove(key);
    expect(await read()).toBeNull();
  });

  test('they go with their segmentation [MASK-150]', async () => {
    for (const device of [ONE, TWO]) await save(200, device);
    await deleteSegmentation(bench.context, tom, { study, ref: segmentation.uuid });
    expect(await bench.context.db.read.selectFrom('mask_snapshot').select('id').execute()).toEqual([]);
  });
});
