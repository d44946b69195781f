import { describe, expect, it } from 'vitest';
import type { Label } from '#contract/labels.ts';
import type { OutboxWrite } from '#localdb/schema.ts';
import { labelsOnRow, shownLabels, withLabelWrite } from './label-writes.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const OTHER = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03';
const label = (label_id: number, name: string, id = label_id): Label => ({ id, label_id, name, color: '#3E7CB1' });
const TEAM = [label(1, 'biopsy'), label(2, 'second reader'), label(3, 'teaching')];
const write = (label: number, on: boolean, study = UUID): OutboxWrite => ({ kind: 'study-label', study, label, on });
const study = { uuid: UUID, labels: [label(2, 'second reader', 41)] };

const shown = (writes: OutboxWrite[], team = TEAM) => shownLabels(study, writes, team).map(({ name, state }) => `${name} ${state}`);

describe('the labels of a study', () => {
  it('are those of the response', () => {
    expect(shown([])).toEqual(['second reader on']);
  });

  it('show which changes are not yet on the server, in the order of their names', () => {
    expect(shown([write(3, true), write(1, true), write(2, false)])).toEqual(['biopsy coming', 'second reader going', 'teaching coming']);
  });

  it('are not changed by writes for another study, or that change nothing', () => {
    expect(shown([write(1, true, OTHER), write(2, true), write(3, false)])).toEqual(['second reader on']);
  });

  it("use the names and colours of the team's list, or their own without it", () => {
    const renamed = [{ ...label(2, 'Second opinion'), color: '#B4654A' }];
    expect(shownLabels(study, [], renamed)).toEqual([{ id: 2, name: 'Second opinion', color: '#B4654A', state: 'on' }]);
    expect(shown([], [])).toEqual(['second reader on']);
  });

  it('that are unknown here are not shown', () => {
    expect(shown([write(99, true)])).toEqual(['second reader on']);
  });
});

describe('labels on a row', () => {
  it.each([
    [[], 0],
    [['CT', 'urgent'], 2],
    [['CT', 'MR', 'PT', 'US', 'XA'], 4],
    [['Second reader', 'Teaching file'], 1],
    [['A name that alone is longer than the column', 'CT'], 1],
  ])('shows readable text on %j %i', (names, count) => {
    expect(labelsOnRow(names.map((name) => ({ name })))).toBe(count);
  });
});

describe('a study, after the server confirmed a change', () => {
  it('has the label, once even when added twice', () => {
    const once = withLabelWrite(study, { kind: 'study-label', study: UUID, label: 1, on: true }, TEAM);
    expect(once.labels.map(({ name }) => name)).toEqual(['biopsy', 'second reader']);
    expect(withLabelWrite(once, { kind: 'study-label', study: UUID, label: 1, on: true }, TEAM)).toEqual(once);
  });

  it('no longer has the removed label', () => {
    expect(withLabelWrite(study, { kind: 'study-label', study: UUID, label: 2, on: false }, TEAM).labels).toEqual([]);
  });
});
