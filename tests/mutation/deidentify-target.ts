import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type Piece } from '#imaging/deidentify/deidentify.ts';
import { createReport } from '#imaging/deidentify/report.ts';
import { BASIC_PROFILE, type DeidentifySettings } from '#imaging/deidentify/settings.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { stillIdentifies } from '#imaging/deidentify/still-identifies.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { replacements } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { identifyingFile } from '#tests/fixtures/identifying-file.ts';
import { boundedSource } from './bounded-source.ts';
import { dicomTarget } from './dicom-target.ts';
import type { Target } from './target.ts';

/**
 * What may leave of a file that went bad: it is refused by name, or it is a file again, in which the server finds nothing. That of a name whose
 * tag was hit no table says that it is one is no fault of the table.
 */
export const deidentifyTarget: Target = {
  name: 'deidentify',
  seeds: () => [
    ...dicomTarget.seeds(),
    ...[TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian].map(
      (transferSyntaxUid) => identifyingFile({ transferSyntaxUid }),
    ),
    smallFile(
      { StudyDate: '20240301', PixelData: { fragments: [10, 20, 30].map((size) => new Uint8Array(size)) } },
      { transferSyntaxUid: '1.2.840.10008.1.2.4.50', elements: [{ tag: 0xfffcfffc, vr: 'OB', value: new Uint8Array(8) }] },
    ),
    deflatedFile({ StudyDescription: 'knee of Heron' }),
    smallFile({}, { elements: OF_MAKERS }),
    smallFile({}, { elements: OF_MAKERS, transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian }),
  ],
  read,
  testCases: 8_000,
  realPaths: dicomTarget.realPaths ?? [],
};

const OF_MAKERS: DicomElement[] = [
  { tag: 0x00190010, vr: 'LO', value: 'SIEMENS MR HEADER' },
  { tag: 0x0019100a, vr: 'US', value: 35 },
  { tag: 0x0019100e, vr: 'FD', value: [0.5, -0.25, 0.8291] },
  { tag: 0x00290010, vr: 'LO', value: 'SIEMENS CSA HEADER' },
  {
    tag: 0x00291010,
    vr: 'OB',
    value: csaHeader({
      PatientName: ['Heron'],
      NumberOfImagesInMosaic: ['35'],
      MrPhoenixProtocol: [protocolOf({ 'sSliceArray.ucMode': '0x4' })],
    }),
  },
  { tag: 0x20050014, vr: 'LO', value: 'Philips MR Imaging DD 005' },
  { tag: 0x2005140f, vr: 'SQ', value: { items: [[{ tag: 0x00100010, vr: 'PN', value: 'Heron' }]] } },
];

async function read(bytes: Uint8Array): Promise<void> {
  const header = await readDicomHeader(boundedSource(bytes, 32 + bytes.length / 4));
  if (!header.ok) return;
  const { rows, columns } = header.description;
  const box = { row: Math.floor(rows / 2), column: 0, rows: Math.ceil(rows / 2), columns };
  for (const boxes of [[], [box]]) await readLeaving(header, BASIC_PROFILE, { rows, columns, boxes, isClean: false });
  await readLeaving(header, FIRST_DEIDENTIFICATION, { rows, columns, boxes: [], isClean: false });
}

async function readLeaving(header: ReadHeader, settings: DeidentifySettings, burnedIn: BurnedIn): Promise<void> {
  const how = { settings, replacements, patientName: 'Anonymous 1', burnedIn, report: createReport() };
  const done = await deidentify(header, how);
  if (!done.ok) return;
  const again = await readDicomHeader(createMemorySource(await joined(done.pieces, done.source)));
  if (!again.ok) throw new Error(`what leaves is no file: ${again.why} ${again.detail}`);
  const judged = await stillIdentifies(again, settings, (name) => name === 'Anonymous 1');
  if (!judged.ok) throw new Error('what leaves cannot be looked through');
  if (judged.tags.length > 0) throw new Error(`what leaves still identifies: ${judged.tags.map((tag) => tag.toString(16)).join(' ')}`);
}

async function joined(pieces: readonly Piece[], source: ByteSource): Promise<Uint8Array> {
  const parts = await Promise.all(pieces.map((piece) => ('bytes' in piece ? piece.bytes : source.read(piece.offset, piece.length))));
  return new Uint8Array(Buffer.concat(parts));
}
