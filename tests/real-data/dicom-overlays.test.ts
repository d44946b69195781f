import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readOverlay } from '#imaging/dicom/overlays/read-overlay.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { layerOnPlane, type ShownPlane } from '#model/overlays/overlay-on-plane.ts';
import { layersOf, type Overlay, type OverlayKind } from '#model/overlays/overlay.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { NOTE, realData } from './real-data.ts';

const codecs = createNodeCodecs();

const PET = 'pet-cps-1023/PET/';
const TUMOUR = 'pet-cps-1023/SEG/tumor_User1_Manual_Trial1.dcm';
const LIVER = ['liver_deflate', 'liver_expb', 'liver_j2k', 'liver_rle'];
const ODD_LIVER = ['liver_nonbyte_aligned', ...['deflate', 'j2k', 'rle'].map((syntax) => `liver_nonbyte_aligned_${syntax}`)];

/** Of each frame as pydicom reads it: segment, z in mm, pixels in the mask. */
const TUMOUR_FRAMES = [
  ...[
    [1, -425.834, 11],
    [1, -422.459, 12],
    [1, -419.084, 16],
    [1, -415.709, 15],
    [2, -432.584, 5],
    [2, -429.209, 24],
  ],
  ...[
    [2, -425.834, 27],
    [2, -422.459, 31],
    [2, -419.084, 39],
    [2, -415.709, 23],
    [2, -412.334, 33],
    [2, -408.959, 17],
    [2, -405.584, 13],
  ],
];
/** The first is in the manifest too. */
const LIVER_HASHES = ['e036a07b502fdfd1', '3478bdb213cf9846', '0673ae15a18b058e'];
const ODD_LIVER_HASHES = ['58317fad9a9ddeea', 'a894d3db8b8d6b84', 'df615a5433ff41e4'];

async function headerOf(source: ByteSource): Promise<ReadHeader> {
  const header = await readDicomHeader(source);
  if (!header.ok) throw new Error(header.detail);
  return header;
}

async function overlayOf<Kind extends OverlayKind>(source: ByteSource, kind: Kind): Promise<Extract<Overlay, { kind: Kind }>> {
  const read = await readOverlay(await headerOf(source));
  if ('refused' in read || read.kind !== kind) throw new Error(JSON.stringify(read).slice(0, 200));
  return read as Extract<Overlay, { kind: Kind }>;
}

async function masksOf(source: ByteSource) {
  const [header, overlay] = [await headerOf(source), await overlayOf(source, 'segmentation')];
  const masks = [];
  for (const { frame, segment, position } of overlay.frames) {
    const mask = await readSegmentMask(header, overlay, { frame, segment: segment! }, codecs);
    if (!mask.ok) throw new Error(mask.why);
    masks.push({ segment, z: position![2], values: mask.values });
  }
  return masks;
}

const hashOf = (values: Uint8Array): string => createHash('sha256').update(values).digest('hex').slice(0, 16);

describe.skipIf(!realData)(`DICOM overlays${NOTE}`, () => {
  const source = (path: string) => realData!.source(path);

  test('a segmentation has its segments [ANN-40]', async () => {
    const { segments, type } = await overlayOf(source(TUMOUR), 'segmentation');
    expect(type).toBe('binary');
    // The colours are those of 3D Slicer for these codes.
    expect(
      segments.map(({ number, label, colour, algorithmType, type, region }) => [
        number,
        label,
        colour,
        algorithmType,
        type!.value,
        region!.meaning,
      ]),
    ).toEqual([
      [1, 'Neoplasm, Primary', '#80AE80', 'MANUAL', 'M-80003', 'base of tongue'],
      [2, 'Neoplasm, Secondary', '#F1D691', 'MANUAL', 'M-80006', 'lymph node of head and neck'],
    ]);
    expect(segments[0]!.category).toEqual({ value: 'M-01000', scheme: 'SRT', meaning: 'Morphologically Altered Structure' });
  });

  test('its masks have as many pixels as another reader finds [ANN-41]', async () => {
    const masks = await masksOf(source(TUMOUR));
    expect(masks.map(({ segment, z, values }) => [segment, z, values.reduce((sum, value) => sum + value, 0)])).toEqual(TUMOUR_FRAMES);
  });

  test.each([...LIVER.map((name) => [name, LIVER_HASHES] as const), ...ODD_LIVER.map((name) => [name, ODD_LIVER_HASHES] as const)])(
    '%s has the same masks in every transfer syntax [ANN-41]',
    async (name, hashes) => {
      expect((await masksOf(source(`enhanced-small/${name}.dcm`))).map(({ values }) => hashOf(values))).toEqual(hashes);
    },
  );

  test('one cut down to its first frame, which still describes three, is refused [ANN-45]', async () => {
    for (const name of ['liver_1frame', 'liver_expb_1frame'])
      expect(await readOverlay(await headerOf(source(`transfer-syntaxes/small/${name}.dcm`)))).toEqual({ refused: 'frames-differ' });
  });

  test('a structure set has its regions and contours [ANN-42]', async () => {
    const { regions } = await overlayOf(source('no-pixel-data/rtstruct.dcm'), 'structures');
    expect(regions).toMatchObject([
      { number: 1, name: 'patient', colour: '#DCA078', interpretedType: 'EXTERNAL' },
      { number: 2, name: 'Isocenter 1', colour: '#FF40FF', interpretedType: 'ISOCENTER' },
      { number: 3, name: 'Isocenter 2', colour: '#FF40FF', interpretedType: 'ISOCENTER' },
    ]);
    expect(regions.map(({ contours }) => contours.map(({ type, points }) => `${type} ${points.length / 3}`))).toEqual([
      ['CLOSED_PLANAR 5', 'CLOSED_PLANAR 6', 'CLOSED_PLANAR 6'],
      ['POINT 1'],
      ['POINT 1'],
    ]);
    expect([...regions[0]!.contours[0]!.points]).toEqual([
      -200, 150, -200, -200, -150, -200, 200, -150, -200, 200, 150, -200, -200, 150, -200,
    ]);
  });

  test('a report has its measurements and where they were made [ANN-43]', async () => {
    const { groups } = await overlayOf(source('no-pixel-data/sample-sr.dcm'), 'measurements');
    const references = [{ sop: '1.3.6.1.4.1.14519.5.2.1.3098.5025.258689768683178195119522016250', frames: [] }];
    expect(groups).toMatchObject([
      {
        ...{ trackingId: 'Cornerstone3DTools@^0.1.0:Bidirectional', trackingUid: '2.25.639471218588509803385904782051176077285' },
        values: [
          { name: { value: 'G-A185', meaning: 'Long Axis' }, value: 64.4505437946691, unit: { meaning: 'px' } },
          { name: { value: 'G-A186', meaning: 'Short Axis' }, value: 42.9670291964462, unit: { meaning: 'px' } },
        ],
      },
    ]);
    expect(groups[0]!.values.map(({ regions }) => regions)).toMatchObject([
      [
        {
          space: 'image',
          references,
          graphic: {
            shape: 'polyline',
            points: Float64Array.of(580.7191772460938, 1090.8358154296875, 543.35400390625, 988.39215087890625),
          },
        },
      ],
      [
        {
          space: 'image',
          references,
          graphic: {
            shape: 'polyline',
            points: Float64Array.of(599.4017944335938, 1028.2313232421875, 524.6713256835938, 1050.99658203125),
          },
        },
      ],
    ]);
  });

  test.each([
    'no-pixel-data/test-SR.dcm',
    'no-pixel-data/reportsi.dcm',
    'no-pixel-data/reportsi_with_empty_number_tags.dcm',
    'no-pixel-data/no-pixel-data.dcm',
    'transfer-syntaxes/deflated/report_dfl',
    'mr-enhanced-siemens-xa30/99_Phoenix_Document/0001_1.3.12.2.1107.5.2.43.67093.2022071112050461360434354.dcm',
  ])('%s has no measurement groups [ANN-43]', async (path) => {
    expect((await overlayOf(source(path), 'measurements')).groups).toEqual([]);
  });

  test('the masks lie on the slices that the segmentation names, also after de-identification [ANN-46, ANN-48, ANN-49]', async () => {
    const slices = realData!.files.filter(({ path }) => path.startsWith(PET)).map(({ path }) => path);
    const removed = async (path: string) => createMemorySource((await deidentified(source(path))).bytes);
    for (const open of [async (path: string) => source(path), removed]) {
      const layers = layersOf(await overlayOf(await open(TUMOUR), 'segmentation'));
      const found: unknown[] = [];
      for (const path of slices) {
        const shown = shownOf(await headerOf(await open(path)));
        layers.forEach((layer) => {
          const { mask } = layerOnPlane(layer, shown);
          const computed = layerOnPlane(layer, { ...shown, image: null }).mask;
          expect(computed).toEqual(mask);
          if (mask !== null)
            found.push(mask === 'other-grid' ? mask : [layer.number, Number(shown.plane.origin[2].toFixed(3)), mask.left, mask.top]);
        });
      }
      expect(found).toHaveLength(TUMOUR_FRAMES.length);
      expect(found).toEqual(expect.arrayContaining(TUMOUR_FRAMES.map(([segment, z]) => [segment, z, 0, 0])));
    }
  });
});

function shownOf({ description }: ReadHeader): ShownPlane {
  const { imagePositionPatient, pixelSpacing, columns, rows, sopInstanceUid, frameOfReferenceUid } = description;
  const [between] = pixelSpacing!;
  return {
    plane: { width: columns, height: rows, origin: imagePositionPatient!, right: [between, 0, 0], below: [0, between, 0] },
    ...{ sliceSpacing: 3.375, frameOfReference: frameOfReferenceUid!, image: { sop: sopInstanceUid, frame: 0 } },
  };
}
