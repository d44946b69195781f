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
  it('are those of the answer', () => {
    expect(shown([])).toEqual(['second reader on']);
  });

  it('are marked where the server has not heard of them, and are in the order of their names', () => {
    expect(shown([write(3, true), write(1, true), write(2, false)])).toEqual(['biopsy coming', 'second reader going', 'teaching coming']);
  });

  it('are not changed by what was said of another study, or of what is so already', () => {
    expect(shown([write(1, true, OTHER), write(2, true), write(3, false)])).toEqual(['second reader on']);
  });

  it('have the names and colours of the list of the team, and without one their own', () => {
    const renamed = [{ ...label(2, 'Second opinion'), color: '#B4654A' }];
    expect(shownLabels(study, [], renamed)).toEqual([{ id: 2, name: 'Second opinion', color: '#B4654A', state: 'on' }]);
    expect(shown([], [])).toEqual(['second reader on']);
  });

  it('of which nothing is known here are not shown', () => {
    expect(shown([write(99, true)])).toEqual(['second reader on']);
  });
});

describe('on a row', () => {
  it.each([
    [[], 0],
    [['CT', 'urgent'], 2],
    [['CT', 'MR', 'PT', 'US', 'XA'], 4],
    [['Second reader', 'Teaching file'], 1],
    [['A name that alone is longer than the column', 'CT'], 1],
  ])('of %j %i can be read', (names, count) => {
    expect(labelsOnRow(names.map((name) => ({ name })))).toBe(count);
  });
});

describe('a study, once the server has heard', () => {
  it('has the label, and twice the same is once', () => {
    const once = withLabelWrite(study, { kind: 'study-label', study: UUID, label: 1, on: true }, TEAM);
    expect(once.labels.map(({ name }) => name)).toEqual(['biopsy', 'second reader']);
    expect(withLabelWrite(once, { kind: 'study-label', study: UUID, label: 1, on: true }, TEAM)).toEqual(once);
  });

  it('has it no more', () => {
    expect(withLabelWrite(study, { kind: 'study-label', study: UUID, label: 2, on: false }, TEAM).labels).toEqual([]);
  });
});
