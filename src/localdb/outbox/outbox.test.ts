import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { deleteMeasurement, keepAsOwn, saveMeasurement } from './measurements.ts';
import { removeWrites, savedWrites, saveWrite } from './outbox.ts';
import { LocalDb, type Sealed, type WriteOf } from '#localdb/schema.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const LIVER = { slug: 'liver', title: 'Liver', category: { slug: 'liver', title: 'Liver' } };

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(nextUser());
});

const writes = async () => (await savedWrites(db)).map(({ write }) => write);

describe('the outbox', () => {
  it('keeps the last change of each notification, in the order of the changes', async () => {
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 1 });
    await saveWrite(db, { kind: 'notification', id: 2, is_seen: 1 });
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 0 });
    expect(await writes()).toEqual([
      { kind: 'notification', id: 2, is_seen: 1 },
      { kind: 'notification', id: 1, is_seen: 0 },
    ]);
  });

  it('lets "all" replace earlier changes of each, but not newer notifications or later changes', async () => {
    await saveWrite(db, { kind: 'notification', id: 7, is_seen: 0 });
    await saveWrite(db, { kind: 'notification', id: 9, is_seen: 0 });
    await saveWrite(db, { kind: 'all-notifications', last_id: 7 });
    await saveWrite(db, { kind: 'notification', id: 7, is_seen: 0 });
    expect(await writes()).toEqual([
      { kind: 'notification', id: 9, is_seen: 0 },
      { kind: 'all-notifications', last_id: 7 },
      { kind: 'notification', id: 7, is_seen: 0 },
    ]);
  });

  it('removes a change that was sent, and keeps one that was made meanwhile', async () => {
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 1 });
    const [onItsWay] = await savedWrites(db);
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 0 });
    await removeWrites(db, [onItsWay!]);
    expect(await writes()).toEqual([{ kind: 'notification', id: 1, is_seen: 0 }]);
  });

  it('keeps the last change of each label or project on each study', async () => {
    const [one, other] = ['0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02', '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03'];
    await saveWrite(db, { kind: 'study-label', study: one, label: 7, on: true });
    await saveWrite(db, { kind: 'study-label', study: other, label: 7, on: true });
    await saveWrite(db, { kind: 'study-project', study: one, project: 7, on: true });
    await saveWrite(db, { kind: 'study-label', study: one, label: 7, on: false });
    expect(await writes()).toEqual([
      { kind: 'study-label', study: other, label: 7, on: true },
      { kind: 'study-project', study: one, project: 7, on: true },
      { kind: 'study-label', study: one, label: 7, on: false },
    ]);
  });

  it('keeps segmentations and segments in the order in which they were made, and of each change the last', async () => {
    const at = { study: STUDY, segmentation: 'liver' };
    const part = { ...at, segment: 'part' };
    await saveWrite(db, { kind: 'segmentation', ...at, structure: LIVER });
    await saveWrite(db, { kind: 'segment', ...part });
    await saveWrite(db, { kind: 'segment-title', ...part, title: 'Apex' });
    await saveWrite(db, { kind: 'segment-colour', ...part, color: '#112233' });
    await saveWrite(db, { kind: 'segment-title', ...part, title: 'Base' });
    expect(await writes()).toEqual([
      { kind: 'segmentation', ...at, structure: LIVER },
      { kind: 'segment', ...part },
      { kind: 'segment-colour', ...part, color: '#112233' },
      { kind: 'segment-title', ...part, title: 'Base' },
    ]);
    await saveWrite(db, { kind: 'segment-deletion', ...part });
    expect((await writes()).map(({ kind }) => kind)).toEqual(['segmentation', 'segment', 'segment-deletion']);
  });

  it('stores no text of a user in clear, and skips what nobody can read any more', async () => {
    const part = { study: STUDY, segmentation: 'liver', segment: 'part' };
    await saveWrite(db, { kind: 'segment-title', ...part, title: 'Lesion of Quiet Heron' });
    await saveWrite(db, { kind: 'segment', ...part });
    const [stored] = await db.outbox.toArray();
    expect(stored!.key).toBe('segment-title:part');
    expect(new TextDecoder().decode(stored!.write as Sealed)).not.toContain('Heron');
    await db.keys.clear();
    expect(await writes()).toEqual([{ kind: 'segment', ...part }]);
  });

  it('keeps the last state of each measurement, and nothing of it in clear [MEAS-12]', async () => {
    const measured = { values: {}, scale: 'patient', unit: null } as const;
    const place = { series: 'series', grid: 'grid', slice: 0, sop: '1.2', frame: 0, kind: 'arrow' } as const;
    const content = (text: string) => ({
      ...place,
      points: [
        [1, 2],
        [3, 4],
      ] as [number, number][],
      text,
      measured,
    });
    const at = { study: STUDY, measurement: 'a' };
    await saveMeasurement(db, { ...at, base: 0, content: content('Cyst') });
    await saveMeasurement(db, { ...at, base: 0, content: content('Lesion of Quiet Heron') });
    const device = (await db.keys.toCollection().first())!.id;
    expect(await writes()).toEqual([{ kind: 'measurement', ...at, base: 0, device, content: content('Lesion of Quiet Heron') }]);
    const [stored] = await db.outbox.toArray();
    expect(stored!.key).toBe('measurement:a');
    expect(new TextDecoder().decode(stored!.write as Sealed)).not.toMatch(/Heron|arrow/);
    await deleteMeasurement(db, at);
    expect(await writes()).toEqual([{ kind: 'measurement-deletion', ...at }]);
  });

  it('takes a measurement of its own in place of a refused change, unless it was changed again', async () => {
    const measured = { values: {}, scale: 'patient', unit: null } as const;
    const place = { series: 'series', grid: 'grid', slice: 0, sop: '1.2', frame: 0, kind: 'point' } as const;
    const saved = {
      study: STUDY,
      measurement: 'a',
      base: 3,
      content: { ...place, points: [[1, 2]] as [number, number][], text: 'Cyst', measured },
    };
    await saveMeasurement(db, saved);
    const { seq, write } = (await savedWrites(db))[0] as { seq: number; write: WriteOf<'measurement'> };
    await keepAsOwn(db, seq, write);
    const [own] = await writes();
    expect(own).toEqual({ ...write, base: 0, measurement: expect.not.stringMatching(/^a$/) });
    await keepAsOwn(db, seq, write);
    expect(await writes()).toEqual([own]);
  });

  it('survives the page', async () => {
    await saveWrite(db, { kind: 'all-notifications', last_id: 3 });
    db.close();
    db = new LocalDb(Number(/\d+$/.exec(db.name)![0]));
    expect(await writes()).toEqual([{ kind: 'all-notifications', last_id: 3 }]);
  });
});
