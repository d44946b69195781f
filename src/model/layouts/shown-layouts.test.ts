import { expect, it } from 'vitest';
import type { LayoutContent, SavedLayout } from '#contract/layouts.ts';
import { shownLayouts, type LayoutWrite } from './shown-layouts.ts';

const content = (name: string): LayoutContent => ({
  ...{ name, modality: 'MR', bodyPart: null, rows: 1, columns: 1, large: false, series: [], panes: [] },
  links: { position: true, zoom: true, window: true },
});
const saved = (uuid: string): SavedLayout => ({
  ...content(uuid),
  ...{ uuid, of_team: true, version: 3, updated_at: '2026-01-02 03:04:05', changeable: true },
});
const write = (layout: string, name: string): LayoutWrite => ({
  ...{ kind: 'layout', layout, of_team: false, base: 0, device: 'd', content: content(name) },
});

it('shows what waits on this device as it will be, by name [ANN-64]', () => {
  const shown = shownLayouts(
    [saved('b'), saved('c')],
    [write('new', 'a'), write('b', 'renamed'), { kind: 'layout-deletion', layout: 'c' }],
  );
  expect(shown.map(({ uuid, name, version, of_team, waits }) => [uuid, name, version, of_team, waits])).toEqual([
    ['new', 'a', 0, false, true],
    ['b', 'renamed', 3, true, true],
  ]);
  expect(shownLayouts([saved('b')], [{ kind: 'study-label' }])).toEqual([{ ...saved('b'), waits: false }]);
});
