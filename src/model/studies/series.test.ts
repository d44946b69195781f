import { describe, expect, test } from 'vitest';
import { makeDescription, makeInstance } from '#tests/fixtures/instance.ts';
import type { ReadInstance, SeriesFacts } from './study.ts';
import { defaultSlice, framePlace, isReadablySelected, mergeInstance, seriesKey, sliceCount, sliceOrder, slicePlace } from './series.ts';

const merged = (instances: ReadInstance[]) =>
  instances.reduce<SeriesFacts | null>((facts, instance) => mergeInstance(facts, instance), null)!;

describe('one series', () => {
  test.each<[string, Parameters<typeof makeDescription>[0]]>([
    ['b-values', { diffusionBValue: 800 }],
    ['acquisitions', { acquisitionNumber: 2 }],
    ['echoes', { echoTime: 4.9 }],
    ['orientations', { imageOrientationPatient: [0, 1, 0, 0, 0, -1] }],
    ['transfer syntaxes', { transferSyntaxUid: '1.2.840.10008.1.2.4.90' }],
    ['slices', { sopInstanceUid: '2.25.112', instanceNumber: 2, imagePositionPatient: [0, 0, 5] }],
  ])('contains several %s', (_, about) => {
    expect(seriesKey(makeDescription(about))).toBe(seriesKey(makeDescription()));
  });

  test.each<[string, Parameters<typeof makeDescription>[0]]>([
    ['series UID', { seriesInstanceUid: '2.25.12' }],
    ['image type', { imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }],
    ['number of rows', { rows: 5 }],
    ['number of columns', { columns: 5 }],
    ['SOP class', { sopClassUid: '1.2.840.10008.5.1.4.1.1.7' }],
    ['number of samples', { samplesPerPixel: 3 }],
  ])('ends at another %s', (_, about) => {
    expect(seriesKey(makeDescription(about))).not.toBe(seriesKey(makeDescription()));
  });

  test('without a series UID is identified by number, description and modality [ENT-28, READ-003]', () => {
    const nameless = { seriesInstanceUid: '', seriesNumber: 4 };
    expect(seriesKey(makeDescription(nameless))).toBe(seriesKey(makeDescription(nameless)));
    expect(seriesKey(makeDescription(nameless))).not.toBe(seriesKey(makeDescription({ ...nameless, seriesNumber: 5 })));
  });
});

describe('the order of slices', () => {
  test('is by millimetres along the normal, then by instance number', () => {
    expect(sliceOrder(makeDescription({ imagePositionPatient: [3, 4, -12.5], instanceNumber: 9 }))).toEqual({ order: -12.5, order2: 9 });
    expect(sliceOrder(makeDescription({ imageOrientationPatient: [1, 0, 0, 0, 0, -1], imagePositionPatient: [3, 4, -12.5] })).order).toBe(
      4,
    );
  });

  test('is by instance number when the header has no position', () => {
    expect(sliceOrder(makeDescription({ imagePositionPatient: null, instanceNumber: 9 }))).toEqual({ order: 9, order2: 9 });
    expect(sliceOrder(makeDescription({ imageOrientationPatient: [0, 0, 0, 0, 0, 0], instanceNumber: null }))).toEqual({
      order: 0,
      order2: 0,
    });
  });
});

describe('facts of a series', () => {
  const INSTANCES = [
    makeInstance(
      { sopInstanceUid: '2.25.3', instanceNumber: 3, windowCenter: [50, 300], windowWidth: [350, 2000], sliceThickness: 3 },
      300,
    ),
    makeInstance(
      {
        sopInstanceUid: '2.25.1',
        instanceNumber: 1,
        windowCenter: [40],
        windowWidth: [400],
        sliceThickness: 5,
        transferSyntaxUid: '1.2.840.10008.1.2.4.90',
      },
      100,
    ),
    makeInstance(
      { sopInstanceUid: '2.25.2', instanceNumber: 2, windowCenter: [40], windowWidth: [], numberOfFrames: 4, seriesDescription: 'other' },
      200,
    ),
    makeInstance({ sopInstanceUid: '2.25.4', instanceNumber: 3, imageOrientationPatient: [0.99999, 0.0001, 0, 0, 1, 0] }, 400),
    makeInstance({ sopInstanceUid: '2.25.5', instanceNumber: null, bodyPartExamined: 'LIVER' }, 500),
  ];

  test('are sums, ranges and lists over all instances, and single values of the first [ENT-30, READ-004]', () => {
    expect(merged(INSTANCES)).toMatchObject({
      cnt: 5,
      totalFileSize: 1500,
      numberOfFrames: 4,
      windowCenter: [40, 50, 300],
      windowWidth: [350, 400, 2000],
      drawable: true,
      imageOrientationPatientEquals: true,
      sliceThickness: 5,
      seriesDescription: 'portal venous',
      transferSyntaxUID: '1.2.840.10008.1.2.4.90',
    });
  });

  test('are the same in any order of files', () => {
    const turned = [
      ...INSTANCES,
      makeInstance({ sopInstanceUid: '2.25.6', imageOrientationPatient: [0, 1, 0, 0, 0, -1] }),
      makeInstance({ imageOrientationPatient: null }),
    ];
    for (const instances of [INSTANCES, turned, turned.slice(0, 6)]) {
      const expected = merged(instances);
      for (let seed = 1; seed <= 200; seed += 1) expect(merged(shuffled(instances, seed))).toEqual(expected);
    }
  });

  test('show whether every slice has the same orientation [READ-006]', () => {
    const equals = (...orientations: SeriesFacts['imageOrientationPatient'][]) =>
      merged(orientations.map((imageOrientationPatient) => makeInstance({ imageOrientationPatient }))).imageOrientationPatientEquals;
    expect(equals([1, 0, 0, 0, 1, 0])).toBe(true);
    expect(equals([1, 0, 0, 0, 1, 0], [0.9999999, 0, 0, 0, 1, 0])).toBe(true);
    expect(equals([1, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, -1])).toBe(false);
    expect(equals([1, 0, 0, 0, 1, 0], null)).toBe(false);
    expect(equals(null, [1, 0, 0, 0, 1, 0], null)).toBe(false);
    expect(equals(null, null)).toBe(true);
  });

  test('do not drift: many small differences add up to a large one', () => {
    const creeping = Array.from({ length: 20 }, (_, step) => makeInstance({ imageOrientationPatient: [1, step * 0.0004, 0, 0, 1, 0] }));
    expect(merged(creeping).imageOrientationPatientEquals).toBe(false);
  });

  test('make a series drawable when one instance is', () => {
    const compressed = makeInstance({ transferSyntaxUid: '1.2.840.10008.1.2.4.70' });
    expect(merged([compressed]).drawable).toBe(false);
    expect(merged([compressed, makeInstance()]).drawable).toBe(true);
  });
});

describe('the initially shown slice', () => {
  test.each([
    [19, 1, 9],
    [1, 96, 48],
    [1, 1, 0],
    [2, 1, 1],
    [41, 1, 20],
  ])('%d instances of %d frames: slice %d [CONST-41, PREV-004]', (cnt, numberOfFrames, slice) => {
    expect(defaultSlice({ cnt, numberOfFrames })).toBe(slice);
    expect(slice).toBeLessThan(sliceCount({ cnt, numberOfFrames }));
  });

  test.each([
    ['instances', 19, 1, 9, { instance: 9, frame: 0 }],
    ['frames', 1, 96, 48, { instance: 0, frame: 48 }],
    ['frames of the first of two instances that an earlier version read', 2, 33, 16, { instance: 0, frame: 16 }],
    ['instances where one of many has two frames, as an earlier version read it', 20, 2, 10, { instance: 10, frame: 0 }],
  ])('the slider covers %s [PREV-002]', (_, cnt, numberOfFrames, slice, place) => {
    expect(slicePlace({ cnt, numberOfFrames }, slice)).toEqual(place);
  });

  test('the slider covers every frame of every instance', () => {
    const clips = [5, 1, 3];
    const facts = merged(clips.map((numberOfFrames, index) => makeInstance({ sopInstanceUid: `2.25.${index}`, numberOfFrames })));
    expect([sliceCount(facts), defaultSlice(facts), slicePlace(facts, 4)]).toEqual([9, 4, null]);
    const walked = Array.from({ length: sliceCount(facts) }, (_, slice) => framePlace(clips, slice));
    expect(walked.map(({ instance, frame }) => `${instance}.${frame}`)).toEqual([
      '0.0',
      '0.1',
      '0.2',
      '0.3',
      '0.4',
      '1.0',
      '2.0',
      '2.1',
      '2.2',
    ]);
    expect(framePlace(clips, 9)).toEqual({ instance: 2, frame: 2 });
  });

  test('numbering from an earlier version stays the same', () => {
    const { frames: _, ...before } = merged([makeInstance({ numberOfFrames: 5 })]);
    expect(mergeInstance(before, makeInstance({ sopInstanceUid: '2.25.9', numberOfFrames: 3 }))).not.toHaveProperty('frames');
  });

  test('every image with a size starts selected, and one without does not', () => {
    expect(isReadablySelected(merged([makeInstance()]))).toBe(true);
    expect(isReadablySelected(merged([makeInstance({ transferSyntaxUid: '1.2.840.10008.1.2.4.70' })]))).toBe(true);
    expect(isReadablySelected(merged([makeInstance({ rows: 0 })]))).toBe(false);
  });
});

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items];
  let state = seed;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

test('of PET are those of the leader, with the time of the first image [PET-01]', () => {
  const pet = {
    ...{ units: 'BQML', suvType: '', decayCorrection: 'START', correctedImage: ['ATTN', 'DECY'], patientWeightKg: 70, patientHeightM: 1.7 },
    ...{ patientSex: 'M', totalDoseBq: 4e8, halfLifeSeconds: 3600, injectedAt: '100000', seriesAt: '', scanAt: '' },
    ...{ vendorSuvFactor: null, vendorActivityFactor: null },
  };
  const at = (instanceNumber: number, acquiredAt: string, units = 'BQML') =>
    makeInstance({ instanceNumber, sopInstanceUid: `2.25.${instanceNumber}`, modality: 'PT', pet: { ...pet, acquiredAt, units } });
  const three = [at(2, '20260102110005', 'CNTS'), at(1, '20260102110010'), at(3, '')];
  expect(merged(three).pet).toEqual({ ...pet, acquiredAt: '20260102110005' });
  expect(merged(three.toReversed()).pet).toEqual(merged(three).pet);
  expect(merged([makeInstance()])).not.toHaveProperty('pet');
});
