import { describe, expect, it, vi } from 'vitest';
import type { IntakeEnd, IntakeProgress, PickedFile } from '#workers/intake/types.ts';
import { IntakeRun, type Intake } from './intake-run.ts';

const WHOLE: IntakeEnd = { ok: true, stored: 1, duplicates: 0, refused: 0 };

function picked(...names: string[]): PickedFile[] {
  return names.map((name) => ({ file: new File(['x'], name), path: name }));
}

/** A worker whose copying the test ends. */
function heldIntake() {
  const drops: {
    files: PickedFile[];
    progress: (progress: IntakeProgress) => void;
    end: (end: IntakeEnd) => void;
    fail: (cause: Error) => void;
  }[] = [];
  const intake: Intake = {
    add: (files, progress) => new Promise((end, fail) => drops.push({ files, progress, end, fail })),
    close: vi.fn(),
  };
  return { drops, intake };
}

function runWith(createIntake: () => Intake, ports: { onEnd?: (end: IntakeEnd) => void; onFault?: (cause: unknown) => void } = {}) {
  return new IntakeRun({
    createIntake,
    onEnd: () => {},
    onFault: (cause) => {
      throw cause;
    },
    ...ports,
  });
}

describe('copying what was dropped', () => {
  it('counts the drops that wait, takes them in turn and is at rest when the last is stored', async () => {
    const { drops, intake } = heldIntake();
    const run = runWith(() => intake);
    const first = run.take(picked('a', 'b'));
    const second = run.take(picked('c'));
    await vi.waitFor(() => expect(drops).toHaveLength(1));

    drops[0]!.progress({ picked: 2, stored: 1, secondsLeft: 3 });
    expect(run.state().copying).toEqual({ picked: 3, stored: 1, secondsLeft: 3 });

    drops[0]!.end(WHOLE);
    await first;
    await vi.waitFor(() => expect(drops).toHaveLength(2));
    expect(drops[1]!.files.map((one) => one.path)).toEqual(['c']);
    expect(run.state().copying).toEqual({ picked: 1, stored: 0, secondsLeft: null });

    drops[1]!.end(WHOLE);
    await second;
    expect(run.state()).toEqual({ copying: null, trouble: null });
  });

  it('says what had no room until the next drop', async () => {
    const full: IntakeEnd = { ok: false, why: 'quota', stored: 1, names: ['b'], bytesNeeded: 512 };
    const { drops, intake } = heldIntake();
    const ends: IntakeEnd[] = [];
    const run = runWith(() => intake, { onEnd: (end) => ends.push(end) });
    const dropped = run.take(picked('a', 'b'));
    await vi.waitFor(() => expect(drops).toHaveLength(1));
    drops[0]!.end(full);
    await dropped;
    expect(run.state().trouble).toEqual(full);
    expect(ends).toEqual([full]);

    void run.take(picked('c'));
    await vi.waitFor(() => expect(drops).toHaveLength(2));
    expect(run.state().trouble).toBeNull();
  });

  it('replaces a worker that died, and tells how far it had come', async () => {
    const onFault = vi.fn();
    const [dead, alive] = [heldIntake(), heldIntake()];
    const made = [dead.intake, alive.intake];
    const run = runWith(() => made.shift()!, { onFault });
    const dropped = run.take(picked('a', 'b'));
    await vi.waitFor(() => expect(dead.drops).toHaveLength(1));
    dead.drops[0]!.progress({ picked: 2, stored: 1, secondsLeft: null });
    const cause = new Error('gone');
    dead.drops[0]!.fail(cause);
    await dropped;
    expect(onFault).toHaveBeenCalledWith(cause);
    expect(run.state().trouble).toEqual({ ok: false, why: 'fault', stored: 1, names: [], bytesNeeded: 0 });
    expect(dead.intake.close).toHaveBeenCalled();

    void run.take(picked('b'));
    await vi.waitFor(() => expect(alive.drops).toHaveLength(1));
  });
});
