import { UNDEFINED_LENGTH } from '#imaging/dicom/elements/element-head.ts';
import type { TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';
import { itemHead, writeElement, writeHead, type DicomElement, type DicomValue } from '#imaging/dicom/write-dicom.ts';
import { chooseActions, FREE_TEXT_VRS, knownVr, modeAfter, modeOfItem, type Mode, type ToldOfConversion } from './choose-action.ts';
import { DUMMY_TEXT, dummyOf } from './values/dummy-values.ts';
import { bytesNamePerson, cleanText, looksLikeName, withoutPerson, type Identity } from './values/identity.ts';
import { actionOf, ATTRIBUTES, isPrivate, type Action } from './profile.ts';
import type { Replacements } from './values/replacements.ts';
import type { Done } from '#model/uploads/deidentified.ts';
import { note, noteSuspicious, type DeidentifyReport } from './report.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { rewriteCsa } from './csa-header.ts';
import { shiftDates } from './values/shift-dates.ts';
import { shiftTime } from './values/shift-times.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { latin1, latin1Bytes, LONGEST_TEXT, readsAsText } from './values/value-text.ts';

/** Encoding of the elements of one object. */
export interface WritesWith {
  bytes: Uint8Array;
  settings: DeidentifySettings;
  replacements: Replacements;
  identity: Identity;
  /** Replaces the patient's name; may be empty. */
  patientName: string;
  dayShift: number;
  /** Seconds by which acquisition times are shifted. */
  timeShift: number;
  decodeText: (bytes: Uint8Array) => string;
  report: DeidentifyReport;
}

/** The de-identified elements of a data set, in pieces; `added` replaces elements with the same tag. Both in tag order. */
export function writeSet(
  elements: readonly TreeElement[],
  encoding: Encoding,
  mode: Mode,
  how: WritesWith,
  added: readonly DicomElement[] = [],
): Uint8Array[] {
  const actions = chooseActions(elements, mode, how.settings, how.bytes, toldBy(how.report));
  const pieces: Uint8Array[] = [];
  const left = [...added];
  // Neighbouring elements that are kept form one piece.
  let run: { from: number; to: number } | null = null;
  elements.forEach((element, index) => {
    while (left[0] && left[0].tag < element.tag) write(writeElement(left.shift()!, encoding));
    // Group lengths are retired, and would be wrong (PS3.5 7.2).
    if ((element.tag & 0xffff) === 0 || added.some(({ tag }) => tag === element.tag)) return;
    const written = writeOne(element, actions[index] ?? 'remove', encoding, mode, how);
    if (written !== 'same') write(written);
    else if (run?.to === element.start) run.to = element.end;
    else {
      write([]);
      run = { from: element.start, to: element.end };
    }
  });
  write(left.flatMap((element) => writeElement(element, encoding)));
  return pieces;

  function write(parts: readonly Uint8Array[]): void {
    if (run) pieces.push(how.bytes.subarray(run.from, run.to));
    run = null;
    pieces.push(...parts);
  }
}

function toldBy({ forConversion: { kept, lost } }: DeidentifyReport): ToldOfConversion {
  return { kept: (creator) => kept.set(creator, (kept.get(creator) ?? 0) + 1), lost: (need) => lost.add(need) };
}

/** An element after its action: the bytes that replace it (none: removed), or that it is kept unchanged. */
function writeOne(element: TreeElement, action: Action, encoding: Encoding, mode: Mode, how: WritesWith): Uint8Array[] | 'same' {
  const { tag, items } = element;
  const done = (what: Done) => note(how.report, what, tag);
  if (action === 'remove') {
    done('removed');
    return [];
  }
  if (items) return writeItems(element, action, encoding, mode, how);
  if (element.length === 0) return 'same';
  const attribute = ATTRIBUTES.get(tag);
  const vr = knownVr(element);
  const as = (what: Done, value: DicomValue) => {
    done(what);
    return writeElement({ tag, vr, value }, encoding);
  };
  const isLong = element.length > LONGEST_TEXT;
  if (isLong && (action === 'uid' || action === 'shift' || action === 'clean')) return as('emptied', '');
  switch (action) {
    case 'empty':
      return tag === TAG.PatientName && how.patientName !== '' ? as('replaced', how.patientName) : as('emptied', '');
    case 'dummy':
      return writeDummy();
    case 'uid':
      return as('new-uid', newUids(tag, textOf(element, how), how.replacements));
    case 'shift':
      return writeShifted();
    case 'clean':
      return writeCleaned();
    case 'exact':
      return writeUnlessNamed();
    case 'csa':
      return as('cleaned', rewriteCsa(how.bytes.subarray(element.offset, element.end))?.bytes ?? '');
    case 'protocol':
      return as('cleaned', latin1Bytes(padded(rewriteProtocol(how.bytes.subarray(element.offset, element.end)) ?? '')));
    case 'relative':
      return writeRelative();
    case 'token':
      return as('replaced', `${DUMMY_TEXT}-${how.replacements.token(textOf(element, how))}`);
    default:
      return writeKept();
  }

  function writeDummy(): Uint8Array[] {
    if (tag === TAG.PatientID) return as('replaced', how.replacements.patientId(textOf(element, how)));
    const value = vr === 'UI' ? newUids(tag, textOf(element, how), how.replacements) : dummyOf(vr);
    if (value !== undefined) return as('replaced', value);
    done('removed');
    return [];
  }

  function writeShifted(): Uint8Array[] {
    const shifted = shiftDates(textOf(element, how), how.dayShift);
    return shifted === null ? as('emptied', '') : as('shifted', shifted);
  }

  function writeRelative(): Uint8Array[] {
    const moved = shiftTime(textOf(element, how), how.timeShift);
    return moved === null ? basically() : as('shifted', moved);
  }

  function writeCleaned(): Uint8Array[] | 'same' {
    const text = FREE_TEXT_VRS.has(vr) || isPrivate(tag) ? textOf(element, how) : '';
    const cleaned = cleanText(text, how.identity);
    if (cleaned !== '') noteIfSuspicious(latin1Bytes(cleaned));
    if (cleaned !== '' && cleaned === text) return 'same';
    if (cleaned !== '') return as('cleaned', latin1Bytes(padded(cleaned)));
    return basically();
  }

  /** The action without any option. */
  function basically(): Uint8Array[] {
    const basic = attribute ? actionOf(attribute, BASIC_PROFILE) : 'empty';
    return writeOne(element, basic, encoding, mode, how) as Uint8Array[];
  }

  function writeKept(): Uint8Array[] | 'same' {
    if (attribute) done('kept');
    if (!mayNamePerson(element, how)) return attribute || CODED.has(tag) ? 'same' : writeUnlessNamed();
    if (isLong) return as('emptied', '');
    const text = textOf(element, how);
    const left = withoutPerson(text, how.identity);
    if (left === text) {
      noteIfSuspicious(how.bytes.subarray(element.offset, element.end));
      return 'same';
    }
    return as('cleaned', latin1Bytes(padded(left)));
  }

  /** Non-text values with an identifying word are removed: it may occur elsewhere in them. */
  function writeUnlessNamed(): Uint8Array[] | 'same' {
    if (!bytesNamePerson(how.bytes.subarray(element.offset, element.end), how.identity)) return 'same';
    return as('emptied', '');
  }

  function noteIfSuspicious(bytes: Uint8Array): void {
    const text = how.decodeText(bytes).trim();
    if (tag !== CODE_MEANING && looksLikeName(text)) noteSuspicious(how.report, tag, text);
  }
}

/** A sequence that is kept, with its items written one by one; each length stays as written, known or undefined. */
function writeItems(element: TreeElement, action: Action, surrounding: Encoding, mode: Mode, how: WritesWith): Uint8Array[] {
  const { tag, vr, length, items, encoding } = element;
  if (action === 'empty') {
    note(how.report, 'emptied', tag);
    return [writeHead(tag, vr, 0, surrounding)];
  }
  const inner = modeAfter(action, mode, tag);
  if (inner !== mode) note(how.report, inner === 'dummies' ? 'replaced' : 'cleaned', tag);
  const written = (items ?? []).flatMap(({ elements, hasUndefinedLength }) => {
    const parts = writeSet(elements, encoding, modeOfItem(inner, elements, how.bytes), how);
    const itemLength = hasUndefinedLength ? UNDEFINED_LENGTH : lengthOf(parts);
    const end = hasUndefinedLength ? [itemHead(TAG.ItemDelimitation, 0, encoding.bigEndian)] : [];
    return [itemHead(TAG.Item, itemLength, encoding.bigEndian), ...parts, ...end];
  });
  if (length !== UNDEFINED_LENGTH) return [writeHead(tag, vr, lengthOf(written), surrounding), ...written];
  return [writeHead(tag, vr, length, surrounding), ...written, itemHead(TAG.SequenceDelimitation, 0, encoding.bigEndian)];
}

/**
 * The UIDs of the standard (SOP classes, well-known palettes and frames of reference) identify nobody and must not change; those of a
 * study, series or instance are replaced, whatever their root.
 */
function newUids(tag: number, text: string, replacements: Replacements): string {
  return text
    .split('\\')
    .map((uid) => uid.trim())
    .map((uid) => (uid === '' || isStandardUid(tag, uid) ? uid : replacements.uid(uid)))
    .join('\\');
}

export function isStandardUid(tag: number, uid: string): boolean {
  return uid.startsWith(STANDARD_ROOT) && !OWN_UIDS.has(tag);
}

const STANDARD_ROOT = '1.2.840.10008.';
const OWN_UIDS: ReadonlySet<number> = new Set([TAG.SOPInstanceUID, TAG.StudyInstanceUID, TAG.SeriesInstanceUID]);

/** Texts that may contain an identifying word. With an unknown VR: what reads as text and is not a coded text. */
function mayNamePerson(element: TreeElement, { bytes }: WritesWith): boolean {
  const { tag, offset, end } = element;
  const vr = knownVr(element);
  if (vr !== '') return FREE_TEXT_VRS.has(vr);
  return tag >>> 16 !== 0x0028 && !CODED.has(tag) && readsAsText(bytes.subarray(offset, end));
}

const CODED: ReadonlySet<number> = new Set([TAG.SpecificCharacterSet, TAG.ImageType, TAG.SOPClassUID, TAG.Modality, TAG.BodyPartExamined]);
/** `Neoplasm, Primary` is written like a name. */
const CODE_MEANING = 0x00080104;

/** Pads an odd length with a space here, because the writer would pad bytes with a NUL. */
function padded(text: string): string {
  return text.length % 2 === 0 ? text : `${text} `;
}

function textOf({ offset, end }: TreeElement, { bytes }: WritesWith): string {
  return latin1(bytes.subarray(offset, end));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
