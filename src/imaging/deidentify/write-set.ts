import { UNDEFINED_LENGTH } from '#imaging/dicom/element-head.ts';
import type { TreeElement } from '#imaging/dicom/element-tree.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';
import { itemHead, writeElement, writeHead, type DicomElement, type DicomValue } from '#imaging/dicom/write-dicom.ts';
import { chooseActions, FREE_TEXT_VRS, knownVr, type Mode, type ToldOfConversion } from './choose-action.ts';
import { DUMMY_TEXT, dummyOf } from './dummy-values.ts';
import { cleanText, looksLikeName, withoutPerson, type Identity } from './identity.ts';
import { actionOf, ATTRIBUTES, isPrivate, type Action } from './profile.ts';
import type { Replacements } from './replacements.ts';
import type { Done } from '#model/deidentified.ts';
import { note, noteSuspicious, type DeidentifyReport } from './report.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { rewriteCsa } from './csa-header.ts';
import { shiftDates } from './shift-dates.ts';
import { shiftTime } from './shift-times.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { latin1, latin1Bytes, LONGEST_TEXT, readsAsText } from './value-text.ts';

/** What the elements of one object are written with. */
export interface WritesWith {
  bytes: Uint8Array;
  settings: DeidentifySettings;
  replacements: Replacements;
  identity: Identity;
  /** What stands in place of the patient's name; may be empty. */
  patientName: string;
  dayShift: number;
  /** Seconds by which times of acquisition are moved. */
  timeShift: number;
  decodeText: (bytes: Uint8Array) => string;
  report: DeidentifyReport;
}

/** The elements of a data set as they may leave, in pieces; `added` take the place of what has their tag. Both in the order of tags. */
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
  // Elements that stay and stand side by side are one piece.
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

/** An element under its action: the bytes that take its place (none: it is left out), or that it stays as it is. */
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
      return 'same';
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

  /** As it would be with no option. */
  function basically(): Uint8Array[] {
    const basic = attribute ? actionOf(attribute, BASIC_PROFILE) : 'empty';
    return writeOne(element, basic, encoding, mode, how) as Uint8Array[];
  }

  function writeKept(): Uint8Array[] | 'same' {
    if (attribute) done('kept');
    if (!mayNamePerson(element, how)) return 'same';
    if (isLong) return as('emptied', '');
    const text = textOf(element, how);
    const left = withoutPerson(text, how.identity);
    if (left === text) {
      noteIfSuspicious(how.bytes.subarray(element.offset, element.end));
      return 'same';
    }
    return as('cleaned', latin1Bytes(padded(left)));
  }

  function noteIfSuspicious(bytes: Uint8Array): void {
    const text = how.decodeText(bytes).trim();
    if (tag !== CODE_MEANING && looksLikeName(text)) noteSuspicious(how.report, tag, text);
  }
}

/** A sequence that stays, with its items written one by one; each length as it was written, known or up to a delimiter. */
function writeItems(element: TreeElement, action: Action, surrounding: Encoding, mode: Mode, how: WritesWith): Uint8Array[] {
  const { tag, vr, length, items, encoding } = element;
  if (action === 'empty') {
    note(how.report, 'emptied', tag);
    return [writeHead(tag, vr, 0, surrounding)];
  }
  const inner = action === 'dummy' ? 'dummies' : action === 'clean' ? 'cleaned' : mode;
  if (inner !== mode) note(how.report, inner === 'dummies' ? 'replaced' : 'cleaned', tag);
  const written = (items ?? []).flatMap(({ elements, hasUndefinedLength }) => {
    const parts = writeSet(elements, encoding, inner, how);
    const itemLength = hasUndefinedLength ? UNDEFINED_LENGTH : lengthOf(parts);
    const end = hasUndefinedLength ? [itemHead(TAG.ItemDelimitation, 0, encoding.bigEndian)] : [];
    return [itemHead(TAG.Item, itemLength, encoding.bigEndian), ...parts, ...end];
  });
  if (length !== UNDEFINED_LENGTH) return [writeHead(tag, vr, lengthOf(written), surrounding), ...written];
  return [writeHead(tag, vr, length, surrounding), ...written, itemHead(TAG.SequenceDelimitation, 0, encoding.bigEndian)];
}

/**
 * The UIDs of the standard itself (SOP classes, well-known palettes and frames of reference) name nobody and must stay what they are; those of a
 * study, a series or an instance are its own, whatever root a device gave them.
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

/** Texts in which a word of the person may stand. Where no VR is known: what reads as text and is not one of the coded ones. */
function mayNamePerson(element: TreeElement, { bytes }: WritesWith): boolean {
  const { tag, offset, end } = element;
  const vr = knownVr(element);
  if (vr !== '') return FREE_TEXT_VRS.has(vr);
  return tag >>> 16 !== 0x0028 && !CODED.has(tag) && readsAsText(bytes.subarray(offset, end));
}

const CODED: ReadonlySet<number> = new Set([TAG.SpecificCharacterSet, TAG.ImageType, TAG.SOPClassUID, TAG.Modality, TAG.BodyPartExamined]);
/** `Neoplasm, Primary` is written as a name is. */
const CODE_MEANING = 0x00080104;

/** An odd length is filled up with a space here: the value is bytes, which the writer would fill up with a NUL. */
function padded(text: string): string {
  return text.length % 2 === 0 ? text : `${text} `;
}

function textOf({ offset, end }: TreeElement, { bytes }: WritesWith): string {
  return latin1(bytes.subarray(offset, end));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
