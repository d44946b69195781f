import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SeriesReading, type SeriesFacts } from '#contract/series-reading.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { readingsOf } from './readings.ts';
import { createTestBench, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

const FACTS: SeriesFacts = {
  rows: 4,
  columns: 5,
  slices: 3,
  frames: 1,
  pixelSpacing: [0.5, 0.5],
  imagerPixelSpacing: null,
  sliceThickness: 2,
  imageOrientationPatient: [1, 0, 0, 0, 1, 0],
  isOneOrientation: true,
  windowCenter: 40,
  windowWidth: 400,
  rescaleIntercept: -1024,
  rescaleSlope: 1,
  rescaleType: 'HU',
  cineRate: null,
  photometricInterpretation: 'MONOCHROME2',
  isColour: false,
  transferSyntaxUid: '1.2.840.10008.1.2.1',
  tags: [{ code: '(0008,0008)', name: 'Image Type', prop: 'imageType', value: 'ORIGINAL\\PRIMARY' }],
};

describe.each(TEST_ENGINES)('readings on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  test('are returned by series id, and omit unread series', async () => {
    await registerTestUpload(bench, { a: 1, b: 1, c: 1 });
    const { db } = bench.context;
    const [a, b, c] = (await db.read.selectFrom('series').select('id').orderBy('idx').execute()).map((row) => row.id);
    const common = { version: 1, read_at: bench.clock.now };
    await db.write((tx) =>
      tx
        .insertInto('series_reading')
        .values([
          {
            ...common,
            series_id: a!,
            facts: JSON.stringify(FACTS),
            why: null,
            unread_files: 0,
            thumbnail_key: 'team-1/study-x/thumbnail-1-ab.png',
            thumbnail_hash: 'ab',
            thumbnail_bytes: 10,
            no_picture: null,
          },
          {
            ...common,
            series_id: b!,
            facts: null,
            why: 'not-dicom',
            unread_files: 1,
            thumbnail_key: null,
            thumbnail_hash: null,
            thumbnail_bytes: 0,
            no_picture: '{"noPicture":"damaged"}',
          },
        ])
        .execute(),
    );
    const readings = await readingsOf(db.read, [a!, b!, c!]);
    for (const reading of readings.values()) expect(SeriesReading.parse(reading)).toEqual(reading);
    expect([...readings]).toEqual([
      [
        a,
        {
          facts: FACTS,
          deviceGrid: 'not-told',
          why: null,
          unreadFiles: 0,
          thumbnail: 'ab',
          noPicture: null,
          grid: null,
          read_at: '2026-01-02 03:04:05',
        },
      ],
      [
        b,
        {
          facts: null,
          why: 'not-dicom',
          unreadFiles: 1,
          thumbnail: null,
          noPicture: { noPicture: 'damaged' },
          grid: null,
          read_at: '2026-01-02 03:04:05',
        },
      ],
    ]);
    expect(await readingsOf(db.read, [])).toEqual(new Map());
  });
});
