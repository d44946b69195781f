import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { sequence, text } from '#imaging/phantom/overlays/elements.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { overlayKind } from '#model/overlays/overlay.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { headerOf, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { readOverlay } from './read-overlay.ts';

const OVERLAYS = [
  ['segmentation', createPhantomSegmentation(MARKED_SERIES)],
  ['structures', createPhantomStructureSet(MARKED_SERIES)],
  ['measurements', createPhantomMeasurementReport(MARKED_SERIES)],
  ['presentation', createPhantomPresentationState(MARKED_SERIES)],
] as const;

describe('an overlay', () => {
  it.each(OVERLAYS)('is known by its SOP class: %s [ANN-45]', async (kind, bytes) => {
    expect(overlayKind((await headerOf(bytes)).description.sopClassUid)).toBe(kind);
    expect(await readOverlay(await headerOf(bytes))).toMatchObject({ kind });
  });

  it.each(OVERLAYS)('may be deflated: %s [ANN-45]', async (kind, plain) => {
    const metaEnd = 144 + new DataView(plain.buffer).getUint32(140, true);
    const meta = writeDicom({ elements: [], transferSyntaxUid: TRANSFER_SYNTAX.deflated });
    const deflated = new Uint8Array(Buffer.concat([meta, deflateRawSync(plain.subarray(metaEnd))]));
    expect(await overlayOf(deflated, kind)).toEqual(await overlayOf(plain, kind));
  });

  it.each(OVERLAYS)('that ends early is refused by name, or the file is not read: %s [ANN-45]', async (_, bytes) => {
    const ends = new Set<string>();
    for (let length = 200; length < bytes.length; length += 37) {
      const header = await readDicomHeader(createMemorySource(bytes.subarray(0, length)));
      const read = header.ok ? await readOverlay(header) : null;
      ends.add(read === null ? 'not read' : 'refused' in read ? 'refused' : read.kind);
    }
    // Between two elements a cut cannot be seen: what is left is an overlay with fewer of them.
    expect(ends).toContain('not read');
  });

  it('of another SOP class is none [ANN-45]', async () => {
    expect(await readOverlay(await headerOf(smallFile()))).toEqual({ refused: 'no-overlay' });
  });

  it('whose items are damaged is refused as a whole [ANN-45]', async () => {
    const items: DicomElement = { tag: TAG.StructureSetROISequence, vr: 'SQ', value: new Uint8Array(20).fill(7) };
    const bytes = writeDicom({ elements: [text(TAG.SOPClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.481.3'), items] });
    expect(await readOverlay(await headerOf(bytes))).toEqual({ refused: 'damaged' });
  });

  it('whose items are nested too deep is refused [ANN-45]', async () => {
    const nested = (depth: number): DicomElement => sequence(TAG.ContentSequence, depth === 0 ? [] : [[nested(depth - 1)]]);
    const bytes = writeDicom({
      elements: [text(TAG.SOPClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.88.33'), nested(HEADER_LIMITS.sequenceDepth)],
    });
    expect(await readOverlay(await headerOf(bytes))).toEqual({ refused: 'too-deep' });
  });
});
