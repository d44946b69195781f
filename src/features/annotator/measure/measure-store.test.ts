import { beforeEach, describe, expect, it } from 'vitest';
import type { Measured, PixelPoint } from '#contract/measurements.ts';
import { createMeasureStore, type Draft, type MeasureStore, type StudyMeasurement } from './measure-store.ts';

const AUTHOR = { id: 7, name: 'K. Testmann' };
const MEASURED: Measured = { values: { length: 5 }, scale: 'patient', unit: null };
const PLACE = { series: 'series', grid: 'grid', slice: 3, sop: '2.25.1', frame: 0 };
const LINE: PixelPoint[] = [
  [0, 0],
  [3, 4.001],
];
const draft = (part: Partial<Draft> = {}): Draft => ({ ...PLACE, uuid: null, study: 'study', kind: 'length', points: LINE, ...part });

let store: MeasureStore;
let done: unknown[];
let fails: boolean;

/** What the database of the device shows after the last write, as an answer of the server would add its number. */
function stored(part: Partial<StudyMeasurement> = {}): StudyMeasurement {
  const { uuid, points, text } = store.read().measurements[0]!;
  return {
    ...{ ...PLACE, uuid, points, text, study: 'study', kind: 'length', measured: MEASURED, user: AUTHOR, editable: true },
    ...{ number: 1, version: 1, created_at: 'now', updated_at: 'now', waits: null, ...part },
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  [done, fails] = [[], false];
  let uuids = 0;
  const write = async (act: unknown) => {
    done.push(act);
    if (fails) throw new Error('The disk is full');
  };
  store = createMeasureStore(
    {
      save: ({ measurement, base, content }) => write(['save', measurement, base, content.points, content.text]),
      remove: ({ measurement }) => write(['remove', measurement]),
      onFailed: () => done.push('failed'),
      newUuid: () => `uuid ${(uuids += 1)}`,
    },
    AUTHOR,
  );
});

describe('what is drawn', () => {
  it('is shown at once as waiting for its number, and stored with rounded points [MEAS-12, MEAS-13]', () => {
    store.draw(draft());
    store.keep(() => MEASURED);
    expect(store.read()).toMatchObject({
      draft: null,
      current: 'uuid 1',
      measurements: [{ uuid: 'uuid 1', waits: 'number', number: null, user: AUTHOR }],
    });
    expect(done).toEqual([
      [
        'save',
        'uuid 1',
        0,
        [
          [0, 0],
          [3, 4],
        ],
        '',
      ],
    ]);
  });

  it('is no longer shown if this device could not store it [MEAS-12]', async () => {
    fails = true;
    store.draw(draft());
    store.keep(() => MEASURED);
    await settled();
    expect(store.read().measurements).toEqual([]);
    expect(done.at(-1)).toBe('failed');
  });

  it('is that of the server once it has it', async () => {
    store.draw(draft());
    store.keep(() => MEASURED);
    await settled();
    store.know([stored({ text: 'changed elsewhere' })]);
    expect(store.read().measurements).toMatchObject([{ number: 1, text: 'changed elsewhere', waits: null }]);
  });

  it('stays when a list that was made before comes after it was stored, and its text is still being written [MEAS-12]', async () => {
    store.draw(draft({ kind: 'arrow' }));
    store.keep(() => MEASURED);
    await settled();
    store.know([]);
    expect(store.read()).toMatchObject({ measurements: [{ kind: 'arrow' }], current: 'uuid 1', writing: 'uuid 1' });
    store.know([stored({ kind: 'arrow' })]);
    expect(store.read()).toMatchObject({ measurements: [{ number: 1 }], writing: 'uuid 1' });
  });

  it('goes when the lists that follow do not have it: the server has refused it', async () => {
    store.draw(draft());
    store.keep(() => MEASURED);
    await settled();
    for (let list = 0; list < 3; list += 1) store.know([]);
    expect(store.read()).toMatchObject({ measurements: [], current: null });
  });

  it('has its text written on the picture if it is an arrow', () => {
    store.draw(draft({ kind: 'arrow' }));
    store.keep(() => MEASURED);
    expect(store.read().writing).toBe('uuid 1');
  });
});

describe('a change', () => {
  beforeEach(async () => {
    store.draw(draft());
    store.keep(() => MEASURED);
    await settled();
    store.know([stored({ version: 4 })]);
    done = [];
  });

  it('names the version that was changed [MEAS-07]', () => {
    store.draw(
      draft({
        uuid: 'uuid 1',
        points: [
          [1, 1],
          [2, 2],
        ],
      }),
    );
    store.keep(() => MEASURED);
    expect(done).toEqual([
      [
        'save',
        'uuid 1',
        4,
        [
          [1, 1],
          [2, 2],
        ],
        '',
      ],
    ]);
    expect(store.read().measurements).toMatchObject([{ waits: 'change' }]);
  });

  it('of the text to the same text is none', () => {
    store.rename('uuid 1', '  ');
    expect(done).toEqual([]);
  });

  it('is undone and redone as a new version', () => {
    store.rename('uuid 1', 'Aorta');
    store.undo();
    expect(done.at(-1)).toEqual([
      'save',
      'uuid 1',
      4,
      [
        [0, 0],
        [3, 4],
      ],
      '',
    ]);
    store.redo();
    expect(done.at(-1)).toEqual([
      'save',
      'uuid 1',
      4,
      [
        [0, 0],
        [3, 4],
      ],
      'Aorta',
    ]);
    expect(store.read()).toMatchObject({ canUndo: true, canRedo: false });
  });

  it('of what was deleted and made again goes to the new one: the server does not bring a deleted one back [MEAS-09]', () => {
    store.rename('uuid 1', 'Aorta');
    store.remove('uuid 1');
    expect(store.read()).toMatchObject({ measurements: [], current: null });
    store.undo();
    expect(done.at(-1)).toEqual([
      'save',
      'uuid 2',
      0,
      [
        [0, 0],
        [3, 4],
      ],
      'Aorta',
    ]);
    store.undo();
    expect(done.at(-1)).toEqual([
      'save',
      'uuid 2',
      0,
      [
        [0, 0],
        [3, 4],
      ],
      '',
    ]);
    store.redo();
    store.redo();
    expect(done.at(-1)).toEqual(['remove', 'uuid 2']);
  });

  it('of what somebody else made is not made', () => {
    store.know([stored({ editable: false })]);
    store.remove('uuid 1');
    store.rename('uuid 1', 'Aorta');
    expect(done).toEqual([]);
  });
});

it('what is deleted on this device only is counted and not shown', () => {
  store.know([
    {
      ...draft(),
      uuid: 'uuid 9',
      text: '',
      measured: MEASURED,
      user: AUTHOR,
      editable: true,
      points: [],
      number: 1,
      version: 1,
      created_at: null,
      updated_at: null,
      waits: 'deletion',
    },
  ]);
  expect(store.read()).toMatchObject({ measurements: [], deletions: ['study'] });
});
