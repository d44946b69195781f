import { deflateSync } from 'fflate';
import { expect, it } from 'vitest';
import { createHash } from '#imaging/mask/operations/block-store.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import { Random } from '#tests/sim/random.ts';
import { changeOf } from './gesture-change.ts';
import { bulkOperationOf, strokesOf } from './wire-form.ts';

const MB = 1024 * 1024;

it('2,000 strokes and 50 bulk operations on 512 x 512 x 300 take less than 5 MB on the wire and 20 MB on the device [MASK-158]', async () => {
  const [grid, hash, random] = [straightGrid(512, 512, 300), await createHash(), new Random(1)];
  const ids = { segmentation: crypto.randomUUID(), device: crypto.randomUUID(), tab: crypto.randomUUID() };
  const drawing = { ...ids, gridHash: 'a'.repeat(64), author: 1 };
  const segments = Array.from({ length: 4 }, () => crypto.randomUUID());
  let [wire, device] = [0, 0];
  for (let base = 0; base < 2050; base += 1) {
    const isBulk = base % 41 === 40;
    const [x, y, z] = [random.int(100, 400), random.int(100, 400), random.int(10, 290)];
    const path = Array.from({ length: isBulk ? 1 : 20 }, (_, at): Voxel => [x + 2 * at, y + random.int(-3, 3), z]);
    const brush = isBulk
      ? { shape: { kind: 'sphere' as const }, radiusMm: 60 }
      : { shape: { kind: 'disc' as const, axis: 2 as const }, radiusMm: 20 };
    const change = await changeOf(
      grid,
      { tool: 'paint', brush, path, within: null },
      { valuesOf: async () => null, rescaleOf: async () => null },
    );
    const drawn = { segment: random.pick(segments), exclusive: false, tool: 'paint', base, change };
    for (const content of isBulk ? [bulkOperationOf(drawing, drawn, hash)!] : strokesOf(drawing, [drawn])) {
      wire += JSON.stringify({
        ...content.operation,
        number: base,
        user: { id: 1, name: 'Ann' },
        created_at: '2026-01-01T00:00:00Z',
      }).length;
      device += deflateSync(new TextEncoder().encode(JSON.stringify(content)), { level: 1 }).length;
    }
  }
  expect(wire).toBeLessThan(5 * MB);
  expect(device).toBeLessThan(20 * MB);
  expect(wire).toBeGreaterThan(MB);
}, 60_000);
