import { expect, it } from 'vitest';
import { writeSr } from '#imaging/dicom/write-sr/write-sr.ts';
import type { ExportedMeasurement } from '#model/measurements/exported-measurement.ts';
import { layerOnPlane } from '#model/overlays/overlay-on-plane.ts';
import { layersOf } from '#model/overlays/overlay.ts';
import { overlayOf } from '#tests/fixtures/phantom-overlays.ts';

const LENGTH: ExportedMeasurement = {
  ...{
    uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d',
    number: 1,
    series: 's',
    grid: 'g',
    slice: 38,
    sop: '1.2.3.4',
    frame: 2,
    kind: 'length',
  },
  points: [
    [1, 2],
    [4.5, 6],
  ],
  ...{ text: '', measured: { values: { length: 22.34 }, scale: 'patient', unit: null }, user: { name: 'I. Okafor' } },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:05:05' },
};
const STUDY = {
  ...{ studyInstanceUid: '1.2', studyId: '', accessionNumber: '', date: '', time: '', referringPhysician: '' },
  ...{ patientName: '', patientId: '', patientBirthDate: '', patientSex: '' },
};

function exported(measurement: ExportedMeasurement): Uint8Array {
  const written = writeSr({
    ...{ study: STUDY, measurements: [measurement], series: LENGTH.uuid, instance: LENGTH.uuid, date: '', time: '', softwareVersion: '' },
    imageOf: () => ({
      seriesInstanceUid: '1.2.3',
      sopClassUid: '1.2.840.10008.5.1.4.1.1.2.1',
      frames: 9,
      scale: { on: 'patient', spacing: [0.5, 2] },
    }),
  });
  return written!.bytes;
}

it('the values of a region in a report that was exported here can be told apart [ANN-43]', async () => {
  const values = { area: 333.9, mean: 46.5, deviation: 19.5, lowest: -12, highest: 119 };
  const region: ExportedMeasurement = { ...LENGTH, kind: 'rectangle', measured: { values, scale: 'patient', unit: 'HU' } };
  const { groups } = await overlayOf(exported(region), 'measurements');
  expect(groups[0]!.values.map(({ name, derivation, value }) => [name!.meaning, derivation?.meaning, value])).toEqual([
    ['Area', undefined, 333.9],
    ['Attenuation Coefficient', 'Mean', 46.5],
    ['Attenuation Coefficient', 'Standard Deviation', 19.5],
    ['Attenuation Coefficient', 'Minimum', -12],
    ['Attenuation Coefficient', 'Maximum', 119],
  ]);
});

it('a report that was exported here is drawn where it was measured [ANN-43, ANN-47]', async () => {
  const report = await overlayOf(exported(LENGTH), 'measurements');
  expect(report.groups.map(({ values }) => values)).toMatchObject([[{ value: 22.34, unit: { value: 'mm', scheme: 'UCUM' } }]]);
  const plane = { width: 9, height: 9, origin: [0, 0, 0], right: [2, 0, 0], below: [0, 0.5, 0] } as const;
  const drawn = layersOf(report).map((layer) =>
    layerOnPlane(layer, { plane, sliceSpacing: 1, frameOfReference: '', image: { sop: '1.2.3.4', frame: 2 } }),
  );
  expect(drawn).toEqual([{ lines: [{ points: Float64Array.of(1, 2, 4.5, 6), isClosed: false, unit: 'image' }], texts: [], mask: null }]);
});
