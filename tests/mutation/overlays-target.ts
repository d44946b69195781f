import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { readOverlay } from '#imaging/dicom/overlays/read-overlay.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { layerOnPlane, maskOnPlane, type ShownPlane } from '#model/overlays/overlay-on-plane.ts';
import { layersOf } from '#model/overlays/overlay.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { MARKED_SERIES } from '#tests/fixtures/phantom-overlays.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { boundedSource } from './bounded-source.ts';
import type { Target } from './target.ts';

const codecs = createNodeCodecs();
const SERIES = { ...MARKED_SERIES, slices: 5, matrix: 13 };
const WRITTEN = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];

/** Overlays of DICOM, read and placed on a plane: refused by name, or with numbers that a plane can show. */
export const overlaysTarget: Target = {
  name: 'overlays',
  testCases: 10_000,
  seeds: () => [
    ...WRITTEN.flatMap((transferSyntaxUid) => [
      createPhantomSegmentation(SERIES, { transferSyntaxUid }),
      createPhantomStructureSet(SERIES, { transferSyntaxUid, contourPoints: 6 }),
      createPhantomMeasurementReport(SERIES, { transferSyntaxUid }),
      createPhantomPresentationState(SERIES, { transferSyntaxUid }),
    ]),
    createPhantomSegmentation(SERIES, { type: 'FRACTIONAL' }),
    createPhantomSegmentation(SERIES, { type: 'LABELMAP' }),
    createPhantomSegmentation(SERIES, { transferSyntaxUid: '1.2.840.10008.1.2.5', encode: (frame) => rleFrame([...frame]) }),
  ],
  read,
  realPaths: ['no-pixel-data/rtstruct.dcm', 'no-pixel-data/sample-sr.dcm', 'pet-cps-1023/SEG/tumor_User1_Manual_Trial1.dcm'],
};

const SHOWN: ShownPlane = {
  plane: { width: 13, height: 13, origin: [-107, -107, 0], right: [17.8462, 0, 0], below: [0, 17.8462, 0] },
  ...{ sliceSpacing: 30, frameOfReference: '', image: null },
};

async function read(bytes: Uint8Array): Promise<void> {
  const header = await readDicomHeader(boundedSource(bytes, 32 + bytes.length / 8));
  if (!header.ok) return;
  const overlay = await readOverlay(header);
  if ('refused' in overlay) return;
  for (const layer of layersOf(overlay)) {
    const { lines, mask } = layerOnPlane(layer, { ...SHOWN, frameOfReference: layer.frameOfReference });
    if (lines.some(({ points }) => points.length === 0 || !points.every(Number.isFinite))) throw new Error('a line that leads nowhere');
    if (overlay.kind !== 'segmentation' || mask === null || mask === 'other-grid') continue;
    const read = await readSegmentMask(header, overlay, { frame: mask.frame.frame, segment: layer.number ?? 0 }, codecs);
    if (!read.ok) continue;
    if (read.values.length !== mask.frame.rows * mask.frame.columns) throw new Error(`${read.values.length} values`);
    maskOnPlane(read.values, mask, SHOWN.plane);
  }
}
