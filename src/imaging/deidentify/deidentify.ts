import { createTextDecoder } from '#imaging/dicom/elements/character-sets.ts';
import { endsAtPixels, readElementTree, type TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeFileHead } from '#imaging/dicom/write-dicom.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import type { DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { blackOut, type PixelPiece } from './black-out.ts';
import { codestreamTexts, patched } from './codestream-texts.ts';
import { identityOf } from './values/identity.ts';
import { MARK, marksOf } from './marks.ts';
import { hasMeasurementGroup } from './measurement-content.ts';
import { pictureRisks } from './picture-risks.ts';
import type { Replacements } from './values/replacements.ts';
import { noteRisks, type DeidentifyReport } from './report.ts';
import type { DeidentifySettings } from './settings.ts';
import { LONGEST_HEADER, readTail } from './read-tail.ts';
import { hourOf } from './values/shift-times.ts';
import { latin1, latin1Bytes } from './values/value-text.ts';
import { writeSet, type WritesWith } from './write-set.ts';

/**
 * A DICOM file de-identified by the Basic Application Level Confidentiality Profile of PS3.15 with the options of the settings. The pixel
 * data is a byte range of the source in every transfer syntax, except for redaction boxes and for data around the samples
 * (codestream-texts.ts); everything before and after it is rewritten. A deflated data set is uploaded inflated, because its pixel data is a
 * range of `source` but not of the file.
 */
export async function deidentify(header: ReadHeader, how: DeidentifyWith): Promise<Deidentified> {
  const { source, description, dataSet } = header;
  if (description.sopClassUid === MEDIA_DIRECTORY) return { ok: false, why: 'directory' };
  const { pixelData } = description;
  const headerEnd = pixelData?.offset ?? source.size;
  if (headerEnd > LONGEST_HEADER) return { ok: false, why: 'header-too-long' };
  const bytes = await source.read(0, headerEnd);
  const tree = readElementTree(bytes, dataSet.position, dataSet.encoding);
  if (!tree.ok) return tree;
  if (pixelData && !endsAtPixels(bytes, tree.end, dataSet.encoding)) return { ok: false, why: 'damaged' };
  // The coding is unknown, and the text would be copied unchanged into the new header.
  if (uidOf(outgoingSyntax(header)) === '') return { ok: false, why: 'damaged' };
  const tail = await readTail(header);
  if (typeof tail === 'string') return { ok: false, why: tail };
  const told = burnedInOf(header, how);
  const blackedOut = told && told.boxes.length > 0 ? await blackOut(header, told.boxes) : null;
  if (blackedOut && !blackedOut.ok) return blackedOut;
  const texts = await codestreamTexts(header);
  if (texts === 'damaged') return { ok: false, why: 'damaged' };
  const pixelPieces = blackedOut?.pieces ?? (tail.pixels ? [tail.pixels] : []);
  const changed = texts.length > 0 ? patched(blackedOut?.source ?? source, pixelPieces, texts) : blackedOut;

  const top = new Map(tree.elements.map((element) => [element.tag, element]));
  const text = (tag: number) => textAt(bytes, top.get(tag));
  const writes = writesWith(bytes, text, how);
  const pixels = { isBlackedOut: blackedOut !== null, isClean: told?.isClean ?? false };
  const marks = marksOf(how.settings, text(MARK.DeidentificationMethodCodeSequence), pixels, {
    hasMeasurements: hasMeasurementGroup(tree.elements, bytes),
  });
  const own = how.settings.retain.uids ? (uid: string) => uid : how.replacements.uid;
  const sopInstanceUid = description.sopInstanceUid && own(description.sopInstanceUid);
  const head = joinBytes([
    ...writeFileHead({
      sopClassUid: uidOf(description.sopClassUid),
      sopInstanceUid: uidOf(sopInstanceUid),
      transferSyntaxUid: outgoingSyntax(header),
    }),
    ...writeSet(tree.elements, dataSet.encoding, 'table', writes, marks),
    ...(pixelData ? [bytes.subarray(tree.end, headerEnd)] : []),
  ]);
  how.report.files += 1;
  noteRisks(how.report, pictureRisks(description, text(MARK.BurnedInAnnotation)));
  if (blackedOut) how.report.pictures.blackedOut += 1;
  return {
    ok: true,
    sopInstanceUid,
    source: changed?.source ?? source,
    pieces: [{ bytes: head }, ...(changed?.pieces ?? pixelPieces), ...writeTail(tail.bytes, header, writes)],
  };
}

export interface DeidentifyWith {
  settings: DeidentifySettings;
  replacements: Replacements;
  /** Shown as the patient's name; '' leaves it empty. ASCII. */
  patientName: string;
  /** The user's decisions about text in the images; absent: none. */
  burnedIn?: BurnedIn | undefined;
  /** Counts the changes over all files that share it. */
  report: DeidentifyReport;
}

export type Deidentified =
  | { ok: true; pieces: Piece[]; source: ByteSource; sopInstanceUid: string }
  | { ok: false; why: DeidentifyRefusal };

/** Joined in order they are the file. A range refers to the source; with painted pieces, also to the given header. */
export type Piece = { bytes: Uint8Array<ArrayBuffer> } | PixelPiece;

const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10';

/** The user saw images of one size. */
function burnedInOf({ description }: ReadHeader, { burnedIn }: DeidentifyWith): BurnedIn | null {
  const { rows, columns, pixelData } = description;
  return pixelData && burnedIn?.rows === rows && burnedIn.columns === columns ? burnedIn : null;
}

/** An invalid UID can hold anything. */
function uidOf(text: string): string {
  return /^[\d.]*$/.test(text) ? text : '';
}

function outgoingSyntax({ description: { transferSyntaxUid } }: ReadHeader): string {
  return transferSyntaxUid === TRANSFER_SYNTAX.deflated ? TRANSFER_SYNTAX.explicitLittleEndian : transferSyntaxUid;
}

/** Padding and signatures are removed like other attributes in the table. Bytes that are not elements are dropped. */
function writeTail(bytes: Uint8Array, { dataSet }: ReadHeader, writes: WritesWith): Piece[] {
  const tree = readElementTree(bytes, 0, dataSet.encoding);
  const written = tree.ok ? joinBytes(writeSet(tree.elements, dataSet.encoding, 'table', { ...writes, bytes })) : new Uint8Array(0);
  return written.length > 0 ? [{ bytes: written }] : [];
}

function writesWith(bytes: Uint8Array, text: (tag: number) => string, how: DeidentifyWith): WritesWith {
  const dayShift = how.settings.dates === 'shift' ? how.replacements.dayShift(text(TAG.PatientID) || text(TAG.PatientName)) : 0;
  const decodeText = createTextDecoder(text(TAG.SpecificCharacterSet).split('\\'));
  const decode = (letters: string) => decodeText(latin1Bytes(letters));
  const identity = identityOf({ names: NAMES.map(text), identifiers: IDENTIFIERS.map(text), decode });
  return { ...how, bytes, identity, dayShift, timeShift: timeShiftOf(text, how.replacements), decodeText };
}

/**
 * Seconds by which the times of a study are shifted: its first hour becomes the start of a day, plus less than an hour that depends on the
 * study. So no time passes midnight unless the study took most of a day. Without a start time it can be any second.
 */
function timeShiftOf(text: (tag: number) => string, { timeShift }: Replacements): number {
  const study = text(TAG.StudyInstanceUID);
  const hour = hourOf(text(TAG.StudyTime)) ?? hourOf(text(SERIES_TIME));
  return hour === null ? timeShift(study, 24 * HOUR_SECONDS) : (1 - hour) * HOUR_SECONDS + timeShift(study, HOUR_SECONDS);
}

const SERIES_TIME = 0x00080031;
const HOUR_SECONDS = 3600;

/** Names of the patient, the mother, the guardian, and of requesting, reading, performing and operating staff. */
const NAMES = [
  ...[TAG.PatientName, 0x00101001, 0x00101005, 0x00101060, 0x00102297],
  ...[0x00080090, 0x0008009c, 0x00081048, 0x00081050, 0x00081060, 0x00081070, 0x00321032, 0x00400006],
];
/** Identifiers of patient, visit and request; date of birth; place. */
const IDENTIFIERS = [TAG.PatientID, 0x00101000, 0x00380010, 0x00080050, 0x00200010, TAG.PatientBirthDate, 0x00080080];

function textAt(bytes: Uint8Array, element: TreeElement | undefined): string {
  return element ? latin1(bytes.subarray(element.offset, element.end)) : '';
}
