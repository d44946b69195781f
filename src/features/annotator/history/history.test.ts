import { beforeEach, describe, expect, it } from 'vitest';
import { createHistory, type History } from './history.ts';

/** A part that counts its changes, of which some may be from before the page was opened. */
function part(name: string, done: string[], before = 0) {
  let [made, undone] = [before, 0];
  return {
    make: () => void ([made, undone] = [made + 1, 0]),
    canUndo: () => made > 0,
    canRedo: () => undone > 0,
    undo: () => void (done.push(`undo ${name}`), ([made, undone] = [made - 1, undone + 1])),
    redo: () => void (done.push(`redo ${name}`), ([made, undone] = [made + 1, undone - 1])),
  };
}

let done: string[];
let measure: ReturnType<typeof part>;
let strokes: ReturnType<typeof part>;
let history: History;

beforeEach(() => open());
function open(before = 0) {
  done = [];
  [measure, strokes] = [part('measure', done), part('strokes', done, before)];
  history = createHistory({ measure, strokes });
  history.changed();
}
function make(name: 'measure' | 'strokes') {
  (name === 'measure' ? measure : strokes).make();
  history.did(name);
}

describe('one history of measurements and strokes [MASK-99]', () => {
  it('undoes what was done last, and redoes in the reverse order', () => {
    for (const name of ['measure', 'strokes', 'strokes', 'measure'] as const) make(name);
    for (let step = 0; step < 5; step += 1) history.undo();
    expect(done).toEqual(['undo measure', 'undo strokes', 'undo strokes', 'undo measure']);
    expect(history.read()).toEqual({ canUndo: false, canRedo: true });
    history.redo();
    history.redo();
    expect(done.slice(4)).toEqual(['redo measure', 'redo strokes']);
  });

  it('forgets what was undone once something new is done, whichever part does it', () => {
    make('measure');
    history.undo();
    make('strokes');
    expect(history.read()).toEqual({ canUndo: true, canRedo: false });
    history.redo();
    expect(done).toEqual(['undo measure']);
  });

  it('comes to strokes from before the page was opened last', () => {
    open(1);
    expect(history.read()).toEqual({ canUndo: true, canRedo: false });
    make('measure');
    history.undo();
    history.undo();
    history.undo();
    expect(done).toEqual(['undo measure', 'undo strokes']);
    history.redo();
    history.redo();
    expect(done.slice(2)).toEqual(['redo strokes', 'redo measure']);
  });

  it('skips what a part cannot undo any more', () => {
    make('measure');
    make('strokes');
    strokes.undo();
    history.undo();
    expect(done).toEqual(['undo strokes', 'undo measure']);
  });

  it('tells only of changes', () => {
    let told = 0;
    history.subscribe(() => void (told += 1));
    make('measure');
    make('measure');
    history.undo();
    history.undo();
    expect(told).toBe(3);
  });

  it('undoes first what nobody has decided on yet, which is no step of it [AI-96]', () => {
    let clicks = 2;
    history = createHistory({ measure, strokes }, { canUndo: () => clicks > 0, undo: () => void ((clicks -= 1), done.push('undo click')) });
    history.changed();
    expect(history.read()).toEqual({ canUndo: true, canRedo: false });
    make('strokes');
    for (let step = 0; step < 3; step += 1) history.undo();
    expect(done).toEqual(['undo click', 'undo click', 'undo strokes']);
  });
});
