import { expect, it, vi } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import { firstStation } from '#features/annotator/station/station.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { openOrClose3d } from './open-3d.ts';

const ct = { uuid: 'ct', modalityCode: 'CT' } as Series;
const pet = { uuid: 'pet', modalityCode: 'PT' } as Series;

/** What opens with these segments, by their voxels. */
function opened(voxels: readonly number[], hidden: readonly number[], series: Series | null, volume: boolean) {
  const act = vi.fn<(asked: { volume: unknown }) => void>();
  const news = voxels.length === 0 ? null : { segments: voxels.map((count, at) => ({ uuid: String(at), voxels: count })) };
  const masks = { read: () => ({ news, hidden: new Set(hidden.map(String)) }) };
  openOrClose3d({ station: { read: firstStation, act }, masks } as unknown as Workstation, series, volume);
  return act.mock.calls[0]![0].volume;
}

it('3D opens with the surfaces of visible segments, and with the volume where there are none, or where it is asked for [VOL-02, VOL-03, MASK-132]', () => {
  expect(opened([5], [], ct, false)).toBeNull();
  expect(opened([5], [], ct, true)).toMatchObject({ series: 'ct', show: 'rendered', curve: 'bone' });
  expect(opened([5, 0], [0], ct, false)).toMatchObject({ series: 'ct' });
  expect(opened([], [], pet, false)).toMatchObject({ series: 'pet', show: 'max', curve: null });
  expect(opened([], [], null, true)).toBeNull();
});
