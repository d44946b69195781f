import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { LocalDb } from '#localdb/schema.ts';
import { MOST_STEPS, removeStep, savedSteps, saveStep } from './steps.ts';

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(nextUser());
});

const paths = async () => (await savedSteps(db)).map(({ path }) => path);
const visit = (path: string) => saveStep(db, { type: 'route', path, name: null });

describe('recorded steps', () => {
  it('are stored in order, each with its own id and time, until they are removed', async () => {
    await visit('/studies-v2');
    await saveStep(db, { type: 'click', path: '/studies-v2', name: 'open_annotator' });
    const [first, second] = await savedSteps(db);
    expect([first, second]).toMatchObject([
      { type: 'route', path: '/studies-v2', name: null },
      { type: 'click', path: '/studies-v2', name: 'open_annotator' },
    ]);
    expect(first!.key).not.toBe(second!.key);
    expect(Date.now() - first!.at).toBeLessThan(60_000);
    await removeStep(db, first!);
    expect(await savedSteps(db)).toEqual([second]);
  });

  it('are limited to the newest hundred', async () => {
    for (let index = 0; index < MOST_STEPS + 3; index += 1) await visit(`/uploads/${index}`);
    const kept = await paths();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([MOST_STEPS, '/uploads/3', `/uploads/${MOST_STEPS + 2}`]);
  });
});
