import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { Measurement, MeasurementContent, SavedMeasurement } from '#contract/measurements.ts';
import { deleteMeasurement, saveMeasurement } from '#localdb/outbox/measurements.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { shownMeasurements } from '#model/measurements/shown-measurements.ts';
import { measurementsKey } from '#sync/measurements-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = measurementsKey('north', STUDY);
const EVA = { id: 1, name: 'Eva' };
const content = (text: string): MeasurementContent => ({
  ...{
    series: 'series',
    grid: 'grid',
    slice: 3,
    sop: '1.2',
    frame: 0,
    kind: 'length',
    points: [
      [1, 2],
      [4, 6],
    ],
    text,
  },
  measured: { values: { length: 5 }, scale: 'patient', unit: null },
});
const made = (uuid: string, number: number, version: number, text: string): Measurement => ({
  ...content(text),
  ...{ uuid, number, version, user: EVA, created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05', editable: true },
});

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
/** The server: what it has, who saved it last, and what it answers instead. */
let stored: Map<string, Measurement>;
let deviceOf: Map<string, string>;
let failures: ApiFailure[];
/** Studies that are there; null: the server does not answer that. */
let existing: string[] | null;
let calls: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [stored, deviceOf, failures, calls, existing] = [new Map(), new Map(), [], [], []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData(KEY, []);
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (call: Call, input: Input) => serve(call, input)) as never);
  sender = createWriteSender(
    db,
    { client, team: 'north' },
    () => undefined,
    (work) => work(),
  );
});
afterEach(() => {
  sender.close();
  client.clear();
  vi.useRealTimers();
});

interface Input {
  /** Absent: which studies there are. */
  params?: { measurement: string };
  body?: SavedMeasurement;
}

function serve({ id }: Call, { params, body }: Input) {
  if (params === undefined)
    return existing === null ? { ok: false, failure: { kind: 'network' } } : { ok: true, value: { data: existing } };
  const { measurement } = params;
  const known = stored.get(measurement);
  calls.push(`${id} ${body?.text ?? measurement}`);
  if (body === undefined) {
    stored.delete(measurement);
    return { ok: true, value: null };
  }
  const failure = failures.shift();
  if (failure !== undefined && failure.kind !== 'network') return { ok: false, failure };
  if (known !== undefined && known.version !== body.base && deviceOf.get(measurement) !== body.device)
    return { ok: false, failure: { kind: 'refused', status: 409, code: 'conflict', message: '', stored: known } };
  const saved = made(measurement, known?.number ?? stored.size + 1, (known?.version ?? 0) + 1, body.text);
  stored.set(measurement, saved);
  deviceOf.set(measurement, body.device);
  return failure === undefined ? { ok: true, value: { data: saved } } : { ok: false, failure };
}

const save = (measurement: string, text: string, base = 0) =>
  saveMeasurement(db, { study: STUDY, measurement, base, content: content(text) });
const shown = async () =>
  shownMeasurements(
    STUDY,
    client.getQueryData<Measurement[]>(KEY) ?? [],
    (await savedWrites(db)).map(({ write }) => write),
    EVA,
  ).map(({ number, text, waits }) => [number, text, waits]);
const said = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);
const isSent = () =>
  expect
    .poll(async () => {
      vi.advanceTimersByTime(500);
      return (await savedWrites(db)).length;
    })
    .toBe(0);
async function send() {
  sender.wake();
  await isSent();
}
const refusal = (code: 'not_found' | 'measurement_deleted' | 'not_allowed' | 'too_large', more: object = {}): ApiFailure => ({
  ...{ kind: 'refused', status: 409, code, message: 'Not authorized' },
  ...more,
});

describe('measurements that wait', () => {
  it('are shown at once, and get their number when they were sent [MEAS-12, MEAS-13]', async () => {
    await save('a', 'Aorta');
    await save('b', 'Arch');
    expect(await shown()).toEqual([
      [null, 'Aorta', 'number'],
      [null, 'Arch', 'number'],
    ]);
    await send();
    expect(await shown()).toEqual([
      [1, 'Aorta', null],
      [2, 'Arch', null],
    ]);
    expect(calls).toEqual(['PCALL-91 Aorta', 'PCALL-91 Arch']);
    expect(said()).toEqual([]);
  });

  it('are sent in their last state', async () => {
    await save('a', 'Aorta');
    await save('a', 'Arch');
    await send();
    expect(calls).toEqual(['PCALL-91 Arch']);
    await save('a', 'Isthmus', 1);
    await deleteMeasurement(db, { study: STUDY, measurement: 'a' });
    expect(await shown()).toEqual([[1, 'Arch', 'deletion']]);
    await send();
    expect(calls).toEqual(['PCALL-91 Arch', 'PCALL-92 a']);
    expect([await shown(), stored.size]).toEqual([[], 0]);
  });

  it('are changed again after a lost answer, and no device is in conflict with itself [MEAS-06]', async () => {
    failures = [{ kind: 'network' }];
    await save('a', 'Aorta');
    sender.wake();
    await expect.poll(() => calls).toEqual(['PCALL-91 Aorta']);
    await save('a', 'Arch');
    await send();
    expect(await shown()).toEqual([[1, 'Arch', null]]);
    expect(said()).toEqual([]);
  });

  it('become measurements of their own if somebody else has changed them, and nothing is lost [MEAS-14]', async () => {
    const theirs = made('a', 1, 2, 'Theirs');
    stored.set('a', theirs);
    client.setQueryData(KEY, [made('a', 1, 1, 'Before')]);
    await save('a', 'Mine', 1);
    await send();
    expect(await shown()).toEqual([
      [1, 'Theirs', null],
      [2, 'Mine', null],
    ]);
    expect([...stored.values()].map(({ text }) => text)).toEqual(['Theirs', 'Mine']);
    expect(said()).toEqual(['The measurement “Mine” was changed in the meantime. Your change is kept as a measurement of its own.']);
    expect(calls).toEqual(['PCALL-91 Mine', 'PCALL-91 Mine']);
  });

  it('wait for a later version of the server if this one does not know them', async () => {
    existing = null;
    failures = [refusal('not_found'), refusal('not_found')];
    await save('a', 'Aorta');
    sender.wake();
    await expect.poll(() => calls.length).toBe(1);
    existing = [STUDY];
    await send();
    expect(calls).toEqual(['PCALL-91 Aorta', 'PCALL-91 Aorta', 'PCALL-91 Aorta']);
    expect([await shown(), said()]).toEqual([[[1, 'Aorta', null]], []]);
  });

  it('are undone if they are refused, with the reason, and the page reads them again', async () => {
    const cases: [ApiFailure, string][] = [
      [refusal('not_found'), 'The study is no longer there, or you may no longer see it.'],
      [refusal('measurement_deleted'), 'It was deleted in the meantime.'],
      [refusal('not_allowed'), 'Not authorized'],
      [refusal('too_large', { limit: { name: 'measurementsPerStudy', max: 1000 } }), 'A study has at most 1000 measurements.'],
    ];
    for (const [failure, why] of cases) {
      failures = [failure];
      await save('a', '');
      await send();
      expect([await shown(), said().at(-1)]).toEqual([[], `The measurement was not saved. ${why}`]);
    }
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  });
});
