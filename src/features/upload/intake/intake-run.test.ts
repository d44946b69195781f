import { describe, expect, it, vi } from 'vitest';
import type { FileToTake, IntakeEnd, IntakeProgress, PickedFile, RoomNews } from '#workers/intake/types.ts';
import { IntakeRun, type Intake } from './intake-run.ts';

const NOTHING: IntakeEnd = { stored: 0, duplicates: 0, refused: 0, unsupported: 0, noRoom: [], faulted: [], isCleared: false };
const AT_REST = { copying: null, waiting: null, trouble: null };

function picked(...names: string[]): FileToTake[] {
  return names.map((name) => ({ file: new File(['12345'], name), path: name, id: name }));
}

interface Drop {
  files: FileToTake[];
  hasWaited: boolean;
  progress: (progress: IntakeProgress) => void;
  end: (end: Partial<IntakeEnd>) => void;
  fail: (cause: Error) => void;
}

interface Wait {
  bytesNeeded: number;
  news: (news: RoomNews) => void;
  fail: (cause: Error) => void;
}

/** A worker whose copying and whose room the test decides. */
function heldIntake() {
  const drops: Drop[] = [];
  const waits: Wait[] = [];
  /** What a next page would be told after each change. */
  const remembered: string[][] = [];
  const intake: Intake = {
    add: (files, hasWaited, progress) =>
      new Promise((end, fail) => drops.push({ files, hasWaited, progress, end: (part) => end({ ...NOTHING, ...part }), fail })),
    waitForRoom: (bytesNeeded, signal) =>
      new Promise((news, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason as Error));
        waits.push({ bytesNeeded, news, fail });
      }),
    remember: async (pending) => void remembered.push(pending.map(({ path }) => path)),
    deidentify: async () => 'ok',
    close: vi.fn(),
  };
  const nth = async <T>(list: T[], n: number): Promise<T> => {
    await vi.waitFor(() => expect(list).toHaveLength(n + 1));
    return list[n]!;
  };
  return { drops, waits, remembered, intake, drop: (n: number) => nth(drops, n), wait: (n: number) => nth(waits, n) };
}

it('a dropped archive is found again by its row and by those of its files', async () => {
  const { intake, drop } = heldIntake();
  const run = new IntakeRun({ createIntake: () => intake, onEnd: () => undefined, onFault: () => undefined });
  const done = run.take(picked('study.rar', '1.dcm'));
  const { files, end } = await drop(0);
  const [archive, image] = files;
  for (const rowId of [archive!.id, `${archive!.id}.0`, `${archive!.id}.7.2`]) {
    expect(run.archiveOf(rowId)).toMatchObject({ archiveId: archive!.id, file: { path: 'study.rar' } });
  }
  expect([run.archiveOf(image!.id), run.archiveOf('another.0')]).toEqual([null, null]);
  end({});
  await done;
});

it('files without space include an archive that the server could open, unless it is already being sent there', async () => {
  const { intake, drop, wait } = heldIntake();
  const run = new IntakeRun({ createIntake: () => intake, onEnd: () => undefined, onFault: () => undefined });
  const waiting = run.take(picked('1.dcm', 'study.zip'));
  const { files, end } = await drop(0);
  end({ noRoom: files });
  await wait(0);
  expect(run.state().waiting).toMatchObject({ names: ['1.dcm', 'study.zip'], hasArchive: true });
  void run.take([{ file: new File(['12345'], 'other.zip'), path: 'other.zip', forServer: true }]);
  const again = await drop(1);
  again.end({ noRoom: again.files.filter(({ path }) => path === '1.dcm') });
  const third = await drop(2);
  third.end({ noRoom: third.files });
  await wait(1);
  expect(run.state().waiting).toEqual({ names: ['1.dcm', 'other.zip'], bytes: 10 });
  run.leaveOut();
  await waiting;
});

type Ends = (end: IntakeEnd, waited: number) => void;

function runWith(createIntake: () => Intake, ports: { onEnd?: Ends; onFault?: (cause: unknown) => void } = {}) {
  return new IntakeRun({
    createIntake,
    onEnd: () => {},
    onFault: (cause) => {
      throw cause;
    },
    ...ports,
  });
}

const pathsOf = (files: readonly PickedFile[]): string[] => files.map(({ path }) => path);

describe('copying dropped files', () => {
  it('reports progress without rebuilding the outline at each step', async () => {
    const { drop, intake } = heldIntake();
    const run = runWith(() => intake);
    const all = run.take(picked('a', 'b', 'c'));
    const first = await drop(0);
    const outline = run.outline();
    expect(outline).toEqual({ isCopying: true, isGrowing: true, waiting: null, trouble: null });
    for (const stored of [1, 2]) first.progress({ picked: 3, stored, secondsLeft: null });
    expect(run.state().copying?.stored).toBe(2);
    expect(run.outline()).toBe(outline);
    // The list is read whole before the page may be closed.
    first.progress({ picked: 3, stored: 3, secondsLeft: 0 });
    expect(run.outline()).toEqual({ ...outline, isGrowing: false });

    first.end({ stored: 3 });
    await all;
    expect(run.outline()).toEqual({ isCopying: false, isGrowing: false, waiting: null, trouble: null });
  });

  it('counts waiting drops, copies them in turn and rests when the last is stored', async () => {
    const { drop, intake } = heldIntake();
    const run = runWith(() => intake);
    void run.take(picked('a', 'b'));
    const all = run.take(picked('c'));
    const first = await drop(0);
    first.progress({ picked: 2, stored: 1, secondsLeft: 3 });
    expect(run.state().copying).toEqual({ picked: 3, stored: 1, secondsLeft: 3 });

    first.end({ stored: 2 });
    const second = await drop(1);
    expect(pathsOf(second.files)).toEqual(['c']);
    expect(run.state().copying).toEqual({ picked: 1, stored: 0, secondsLeft: null });

    second.end({ stored: 1 });
    await all;
    expect(run.state()).toEqual(AT_REST);
  });

  it('records the names of dropped files before copying, until they are dealt with', async () => {
    const { drop, drops, remembered, intake } = heldIntake();
    const run = runWith(() => intake);
    const all = run.take(picked('a', 'b'));
    expect(drops).toHaveLength(0);
    expect(remembered.at(-1)).toEqual(['a', 'b']);
    const first = await drop(0);
    expect(remembered).toEqual([['a', 'b']]);
    void run.take(picked('c'));
    expect(remembered.at(-1)).toEqual(['a', 'b', 'c']);
    first.end({ stored: 2 });
    (await drop(1)).end({ stored: 1 });
    await all;
    expect(remembered.at(-1)).toEqual([]);
  });

  it('names unreadable files until the next drop', async () => {
    const { drop, intake } = heldIntake();
    const run = runWith(() => intake);
    const [a, b] = picked('a', 'b');
    const dropped = run.take([a!, b!]);
    (await drop(0)).end({ stored: 1, faulted: [b!] });
    await dropped;
    expect(run.state()).toEqual({ ...AT_REST, trouble: { stored: 1, names: ['b'], bytes: 5 } });

    void run.take(picked('c'));
    await drop(1);
    expect(run.state().trouble).toBeNull();
  });

  it('replaces a crashed worker and reports how far it had come', async () => {
    const onFault = vi.fn();
    const [dead, alive] = [heldIntake(), heldIntake()];
    const made = [dead.intake, alive.intake];
    const run = runWith(() => made.shift()!, { onFault });
    const dropped = run.take(picked('a', 'b'));
    const first = await dead.drop(0);
    first.progress({ picked: 2, stored: 1, secondsLeft: null });
    const cause = new Error('gone');
    first.fail(cause);
    await dropped;
    expect(onFault).toHaveBeenCalledWith(cause);
    expect(run.state().trouble).toEqual({ stored: 1, names: ['a', 'b'], bytes: 10 });
    expect(dead.intake.close).toHaveBeenCalled();

    void run.take(picked('b'));
    await alive.drop(0);
  });
});

describe('files without space', () => {
  /** Three files of which the last two found no room. */
  async function refused() {
    const held = heldIntake();
    const onEnd = vi.fn<Ends>();
    const onFault = vi.fn();
    const run = runWith(() => held.intake, { onEnd, onFault });
    const [a, b, c] = picked('a', 'b', 'c') as [FileToTake, FileToTake, FileToTake];
    const all = run.take([a, b, c]);
    (await held.drop(0)).end({ stored: 1, noRoom: [b, c] });
    const firstWait = await held.wait(0);
    return { ...held, run, all, onEnd, onFault, firstWait, b, c };
  }

  it('reports a crashed worker with reportError called as a plain function', async () => {
    const reported: unknown[] = [];
    const reportError = function (this: unknown, cause: unknown): void {
      if (this !== undefined) throw new TypeError('Illegal invocation');
      reported.push(cause);
    };
    const held = heldIntake();
    const run = runWith(() => held.intake, { onFault: reportError });
    const done = run.take(picked('a'));
    const cause = new Error('broken');
    (await held.drop(0)).fail(cause);
    await done;
    expect(reported).toEqual([cause]);
    expect(run.state()).toMatchObject({ copying: null, waiting: null, trouble: { names: ['a'] } });
  });

  it('wait by name, and are copied in order as space becomes free', async () => {
    const { run, all, firstWait, wait, drop, onEnd, c } = await refused();
    expect(run.state()).toEqual({ ...AT_REST, waiting: { names: ['b', 'c'], bytes: 10 } });
    expect(firstWait.bytesNeeded).toBe(10);

    firstWait.news('room');
    const again = await drop(1);
    expect(pathsOf(again.files)).toEqual(['b', 'c']);
    expect(run.state().waiting).toEqual({ names: ['b', 'c'], bytes: 10 });
    again.end({ stored: 1, noRoom: [c] });
    const second = await wait(1);
    expect(run.state()).toEqual({ ...AT_REST, waiting: { names: ['c'], bytes: 5 } });

    second.news('room');
    (await drop(2)).end({ stored: 1 });
    await all;
    expect(run.state()).toEqual(AT_REST);
    expect(onEnd.mock.calls.map(([, waited]) => waited)).toEqual([0, 1, 1]);
  });

  it('are retried before newly dropped files, and wait together with those', async () => {
    const { run, drop, wait } = await refused();
    void run.take(picked('d'));
    const again = await drop(1);
    expect([pathsOf(again.files), again.hasWaited]).toEqual([['b', 'c'], true]);
    again.end({ noRoom: again.files });
    const given = await drop(2);
    expect([pathsOf(given.files), given.hasWaited]).toEqual([['d'], false]);
    given.end({ noRoom: given.files });
    expect((await wait(1)).bytesNeeded).toBe(15);
    expect(run.state()).toEqual({ ...AT_REST, waiting: { names: ['b', 'c', 'd'], bytes: 15 } });
  });

  it('can be skipped', async () => {
    const { run, all, drops } = await refused();
    run.leaveOut();
    await all;
    expect(run.state()).toEqual(AT_REST);
    expect(drops).toHaveLength(1);
  });

  it('can be skipped while they are retried', async () => {
    const { run, all, firstWait, drop, waits, c } = await refused();
    firstWait.news('room');
    const again = await drop(1);
    run.leaveOut();
    again.end({ stored: 1, noRoom: [c] });
    await all;
    expect(run.state()).toEqual(AT_REST);
    expect(waits).toHaveLength(1);
  });

  it('are dropped when their upload is cleared', async () => {
    const { run, all, firstWait, drops } = await refused();
    firstWait.news('cleared');
    await all;
    expect(run.state()).toEqual(AT_REST);
    expect(drops).toHaveLength(1);
  });

  it('are reported as not copied when the storage space cannot be checked any more', async () => {
    const { run, all, firstWait, onFault } = await refused();
    const cause = new Error('database lost');
    firstWait.fail(cause);
    await all;
    expect(onFault).toHaveBeenCalledWith(cause);
    expect(run.state()).toEqual({ ...AT_REST, trouble: { stored: 0, names: ['b', 'c'], bytes: 10 } });
  });
});
