import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { LayerOnPlane, OpenedOverlay, PlaneOfSeries, SampledPlane, StoredSlice } from '#workers/voxels/types.ts';
import { EMPTY_PANE, type Pane } from '#features/annotator/station/pane.ts';
import { canRetry, createOverlayStore, refusalsOf, type OverlayStore } from './overlay-store.ts';

const series = (uuid: string): Series => ({ uuid }) as Series;
const pane = (part: Partial<Pane> = {}): Pane => ({ ...EMPTY_PANE, series: 'mr', slice: 3, ...part });
const stored = (of: Pane): { of: Pane; picture: StoredSlice } => ({ of, picture: { slice: of.slice } as StoredSlice });
const line = { points: Float64Array.of(0, 0, 1, 0, 1, 1), isClosed: true };

function opened(...ids: string[]): OpenedOverlay[] {
  const layers = ids.map((id) => ({ id, name: id, number: 1, caption: '', values: [], colour: null, count: 1 }));
  return [{ kind: 'segmentation', layers, presentation: null }];
}

const ANSWERS: Record<string, OpenedOverlay[] | NoSlice> = {
  seg: opened('seg/0/0', 'seg/0/1'),
  rtstruct: opened('rtstruct/0/0'),
  away: { noPicture: 'unreachable' },
};

let asked: [number, PlaneOfSeries][];
let offers: Series[];
let answers: Record<string, OpenedOverlay[] | NoSlice>;
let store: OverlayStore;

beforeEach(() => {
  asked = [];
  offers = [series('seg')];
  answers = { ...ANSWERS };
  store = createOverlayStore(
    {
      openOverlays: async (uuid) => answers[uuid]!,
      overlaysOn: async (id, where) => {
        asked.push([id, where]);
        return ['seg/0/0', 'rtstruct/0/0'].map((layer): LayerOnPlane => ({ id: layer, lines: [line], texts: [], problem: null }));
      },
    },
    () => offers,
  );
});

/** What a pane draws of them, once all is known. */
async function drawn(shown = stored(pane())): Promise<string[]> {
  store.over(0, shown, 7);
  await settled();
  store.over(0, shown, 7);
  await settled();
  return store.over(0, shown, 7).map(({ id }) => id);
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('overlays of the panes', () => {
  it('are opened with the first picture of their study, and drawn where the worker places them [ANN-46]', async () => {
    expect(store.read().series).toEqual([]);
    expect(store.over(0, stored(pane()), 7)).toEqual([]);
    expect(store.read().series.map(({ opened: answer }) => answer)).toEqual([null]);
    expect(await drawn()).toEqual(['seg/0/0']);
    expect([...store.read().layers.keys()]).toEqual(['seg/0/0', 'seg/0/1']);
  });

  it('are placed once for each slice, whatever becomes of window, zoom and rotation', async () => {
    await drawn();
    expect(asked).toEqual([[7, { slice: 3 }]]);
    await drawn(stored(pane({ window: 'range', quarters: 1, isFlipped: true, isInverted: true, place: { zoom: 2, x: 1, y: 1 } })));
    expect(asked).toHaveLength(1);
    await drawn(stored(pane({ slice: 4 })));
    await drawn();
    expect(asked).toEqual([
      [7, { slice: 3 }],
      [7, { slice: 4 }],
    ]);
  });

  it('are placed on the last of the slices that a pane walks through', async () => {
    await drawn();
    for (const slice of [4, 5, 6, 7]) store.over(0, stored(pane({ slice })), 7);
    await settled();
    // The first one was asked for before the others were known.
    expect(asked.slice(1)).toEqual([
      [7, { slice: 4 }],
      [7, { slice: 7 }],
    ]);
  });

  it('are placed on a plane once it is at rest', async () => {
    const plane = { width: 1 } as SampledPlane['plane'];
    const at = (resolution: number) => ({ of: pane({ show: 'axial' }), picture: { plane, resolution } as SampledPlane });
    await drawn();
    store.over(0, at(0.5), 7);
    await settled();
    expect(asked).toHaveLength(1);
    store.over(0, at(1), 7);
    await settled();
    expect(asked[1]).toEqual([7, { plane }]);
  });

  it('are hidden and drawn otherwise on every slice [ANN-50]', async () => {
    await drawn();
    store.change('seg/0/0', { isShown: false });
    expect(await drawn(stored(pane({ slice: 5 })))).toEqual([]);
    store.change('seg/0/0', { isShown: true, drawn: 'outline' });
    // A pane is drawn again only for another list.
    expect(store.over(0, stored(pane({ slice: 5 })), 7)).toBe(store.over(0, stored(pane({ slice: 5 })), 7));
    expect(store.over(0, stored(pane({ slice: 5 })), 7)[0]).toMatchObject({ look: { drawn: 'outline', opacity: 0.22 } });
    store.hideOrShowAll();
    expect(store.over(0, stored(pane()), 7)).toEqual([]);
    store.hideOrShowAll();
    expect(store.over(0, stored(pane()), 7)).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it('that become complete later are drawn too, on slices that were placed before', async () => {
    await drawn();
    offers = [series('seg'), series('rtstruct')];
    const redraw = vi.fn(() => void store.over(0, stored(pane()), 7));
    store.subscribe(redraw);
    store.offersChanged();
    await settled();
    expect(store.over(0, stored(pane()), 7).map(({ id }) => id)).toEqual(['seg/0/0', 'rtstruct/0/0']);
  });

  it('that cannot be reached say so, and are opened again [ANN-52]', async () => {
    offers = [series('away')];
    expect(await drawn()).toEqual([]);
    const [away] = store.read().series;
    expect([refusalsOf(away!.opened), canRetry(away!)]).toEqual([['unreachable'], true]);
    answers['away'] = opened('seg/0/0');
    store.retry();
    expect(await drawn()).toEqual(['seg/0/0']);
  });

  it('of which some files are refused name each reason once [ANN-45]', () => {
    const files: OpenedOverlay[] = [...opened('a'), { refused: 'damaged' }, { refused: 'damaged' }, { refused: 'no-overlay' }];
    expect(refusalsOf(files)).toEqual(['damaged', 'no-overlay']);
    expect(canRetry({ series: series('a'), opened: files })).toBe(false);
  });
});
