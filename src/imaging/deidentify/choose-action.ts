import type { TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { ConversionNeed } from '#model/uploads/deidentified.ts';
import {
  CONVERTER_TEXTS,
  converterElementOf,
  imageAttributeOf,
  withoutCreator,
  type ConverterElement,
  type Holds,
} from './converter-elements.ts';
import { rewriteCsa } from './csa-header.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { areCoordinates, chooseCode, chooseInGroup, isMeasurementGroup } from './measurement-content.ts';
import { actionOf, ATTRIBUTES, isCurve, isOverlay, isPrivate, type Action } from './profile.ts';
import { safeVrOf } from './safe-private.ts';
import { keepsForConversion, type DeidentifySettings } from './settings.ts';
import { areNumbers, hasFormOf, mayHoldNumbers, saysNothing } from './values/value-form.ts';
import { latin1, LONGEST_TEXT, looksWritten, readsAsText } from './values/value-text.ts';

/**
 * How a set is treated: by the table; by the table with free text cleaned (an option selected for that sequence); or with report content
 * replaced by dummies so that only its structure remains (the table requires a dummy instead of a sequence). `measured`: with dummies, except for
 * what was measured, see [Note: Measurements of reports].
 */
export type Mode = 'table' | 'cleaned' | 'dummies' | 'measured';

/** How an item is treated in a sequence that is treated like this. */
export function modeOfItem(mode: Mode, elements: readonly TreeElement[], bytes: Uint8Array): Mode {
  return mode === 'dummies' && isMeasurementGroup(elements, bytes) ? 'measured' : mode;
}

/** How the items of a sequence are treated after its action. */
export function modeAfter(action: Action, mode: Mode, tag: number): Mode {
  if (action === 'dummy') return mode === 'measured' && tag === TAG.ContentSequence ? 'measured' : 'dummies';
  return action === 'clean' ? 'cleaned' : mode;
}

/** Receives what is kept for converters, and what they lose. */
export interface ToldOfConversion {
  kept(creator: string): void;
  lost(need: ConversionNeed): void;
}

/** The action for each element of a set, in order; a private element is judged by the private creator that precedes it. */
export function chooseActions(
  elements: readonly TreeElement[],
  mode: Mode,
  settings: DeidentifySettings,
  bytes: Uint8Array,
  told: ToldOfConversion = NOBODY,
): Action[] {
  const privately = choosePrivate(elements, mode, settings, bytes, told);
  return elements.map((element) =>
    isPrivate(element.tag) ? (privately.get(element) ?? 'remove') : choosePublic(element, elements, mode, settings, bytes, told),
  );
}

const NOBODY: ToldOfConversion = { kept: () => undefined, lost: () => undefined };

function choosePublic(
  element: TreeElement,
  set: readonly TreeElement[],
  mode: Mode,
  settings: DeidentifySettings,
  bytes: Uint8Array,
  told: ToldOfConversion,
): Action {
  const { tag, vr, items, isDamaged } = element;
  const attribute = ATTRIBUTES.get(tag);
  const group = tag >>> 16;
  if (isDamaged || isCurve(tag) || isOverlay(tag) || group < FIRST_GROUP || group === DELIMITERS) return 'remove';
  if (BEYOND_THE_TABLE.has(tag)) return 'remove';
  if (attribute) {
    const isNoSequence = attribute.vr === 'SQ' && items === null && element.length > 0;
    return isNoSequence ? 'remove' : chooseForConversion(element, actionOf(attribute, settings), settings, bytes, told);
  }
  if (items) return 'walk';
  const known = knownVr(element);
  const value = bytes.subarray(element.offset, element.end);
  if (tag === TAG.GraphicData && known === 'FL' && areCoordinates(value, element.encoding.bigEndian)) return 'keep';
  const content = mode === 'measured' ? chooseInGroup(element, set, bytes) : mode === 'cleaned' ? chooseCode(element, set, bytes) : null;
  if (content !== null) return content;
  if (vr !== 'UN' && element.length > 0 && !hasFormOf(known, value)) return 'remove';
  if (mode === 'dummies' || mode === 'measured') return chooseDummy(known);
  return vr === 'UN' && keepsForConversion(settings) ? chooseWithoutVr(element, bytes) : chooseUnlisted(vr, mode, settings);
}

/**
 * Attributes that the table does not name but that can still identify a person: dates, order numbers, addresses that contain UIDs,
 * encrypted values, retired attributes whose VR an implicit data set does not tell, and free text.
 */
const BEYOND_THE_TABLE: ReadonlySet<number> = new Set([
  // Dates of birth and death in another calendar, as texts.
  ...[0x00100033, 0x00100034],
  // Order numbers (retired), number of a document in the clinic's system, name of the person who printed a film.
  ...[0x00401006, 0x00401007, 0x00402006, 0x00402007, 0x0040e001, 0x21000160],
  // Addresses of the study, its storage or a person.
  ...[0x00081190, 0x00287fe0, 0x00404073, 0x0040a992, 0x0040e010, 0x0074100a, 0x0074100c],
  // Encrypted attributes, and what they were made from.
  ...[0x04000500, 0x04000520],
  // Names of an author, an evaluator, a reviewer.
  ...[0x0040a067, 0x00142006, 0x00140104],
  // Title of a document; comments.
  ...[0x00400400, 0x00420010, 0x30040006],
]);

/** Lower groups hold commands and the file meta information, which is written again. */
const FIRST_GROUP = 0x0004;
const DELIMITERS = 0xfffe;

/** The VR as written; if missing or invalid, the VR of the attribute. */
export function knownVr({ tag, vr }: TreeElement): string {
  const isWritten = PLAIN_VRS.has(vr) || FREE_TEXT_VRS.has(vr) || OTHER_VRS.has(vr);
  return isWritten ? vr : (ATTRIBUTES.get(tag)?.vr ?? CONTENT_VRS[tag] ?? vr);
}

/** Names and dates, which have their own rules. */
const OTHER_VRS: ReadonlySet<string> = new Set(['PN', 'DA', 'DT']);

/**
 * Elements that the table does not name are kept. Person names, dates and unknown VRs are exceptions, so that new, retired and faulty
 * attributes are no loophole.
 */
function chooseUnlisted(vr: string, mode: Mode, { dates }: DeidentifySettings): Action {
  if (vr === 'PN') return 'empty';
  if (vr === 'DA' || vr === 'DT') return dates === 'remove' ? 'empty' : dates;
  if (FREE_TEXT_VRS.has(vr)) return mode === 'cleaned' ? 'clean' : 'keep';
  return vr === '' || (PLAIN_VRS.has(vr) && vr !== 'UR') ? 'keep' : 'remove';
}

function chooseWithoutVr({ tag, offset, end, length }: TreeElement, bytes: Uint8Array): Action {
  const holds = imageAttributeOf(tag);
  return holds && (length === 0 || isOf(holds, bytes.subarray(offset, end))) ? 'exact' : 'remove';
}

function isOf(holds: Holds, value: Uint8Array): boolean {
  if (holds.what === 'numbers') return areNumbers(value, holds);
  return holds.what === 'text' && value.length < LONGEST_TEXT && holds.form.test(latin1(value));
}

/** Inside content to be blanked: codes and coordinates give it its structure and are kept. */
function chooseDummy(vr: string): Action {
  if (vr === 'UI') return 'uid';
  if (FREE_TEXT_VRS.has(vr) || ['PN', 'DA', 'DT', 'TM', 'DS', 'IS', 'FD', 'AS', 'UR'].includes(vr)) return 'dummy';
  return PLAIN_VRS.has(vr) && vr !== 'OB' ? 'keep' : 'remove';
}

export const FREE_TEXT_VRS: ReadonlySet<string> = new Set(['LO', 'LT', 'SH', 'ST', 'UC', 'UT']);
const PLAIN_VRS: ReadonlySet<string> = new Set([
  ...['AE', 'AS', 'AT', 'CS', 'DS', 'FD', 'FL', 'IS', 'OB', 'OD', 'OF', 'OL', 'OV', 'OW'],
  ...['SL', 'SQ', 'SS', 'SV', 'TM', 'UI', 'UL', 'UR', 'US', 'UV'],
]);

/** VRs of the elements of content items and graphics, for data sets without VRs (PS3.3 C.17.3, C.10.5). */
const CONTENT_VRS: Readonly<Record<number, string>> = {
  0x00080100: 'SH',
  0x00080102: 'SH',
  0x00080103: 'SH',
  0x00080104: 'LO',
  0x00081150: 'UI',
  0x0040a010: 'CS',
  0x0040a040: 'CS',
  0x0040a050: 'CS',
  0x0040a160: 'UT',
  0x0040a30a: 'DS',
  0x0040db73: 'UL',
  0x00700002: 'CS',
  0x00700003: 'CS',
  0x00700004: 'CS',
  0x00700005: 'CS',
  0x00700006: 'ST',
  0x00700020: 'US',
  0x00700021: 'US',
  0x00700022: 'FL',
  0x00700023: 'CS',
};

/** What dcm2niix needs to build volumes: see docs/decisions/435-fields-for-conversion.md. */
function chooseForConversion(
  element: TreeElement,
  action: Action,
  settings: DeidentifySettings,
  bytes: Uint8Array,
  told: ToldOfConversion,
): Action {
  const { tag, length } = element;
  if (length === 0) return action;
  const keeps = keepsForConversion(settings);
  const text = CONVERTER_TEXTS.get(tag);
  if (text && length < LONGEST_TEXT && text.form.test(latin1(bytes.subarray(element.offset, element.end)))) {
    if (keeps) return 'exact';
    told.lost(text.need);
  }
  if (keeps && action === 'dummy' && tag === TAG.ProtocolName) return 'token';
  return keeps && settings.dates === 'remove' && TIMES_OF_ACQUISITION.has(tag) ? 'relative' : action;
}

/** Acquisition DateTime, Acquisition Time: the interval between volumes, and the order of images with the same number. */
const TIMES_OF_ACQUISITION: ReadonlySet<number> = new Set([0x0008002a, 0x00080032]);

/** Private elements that are kept, with the creators of their blocks (PS3.5 7.8.1). */
function choosePrivate(
  elements: readonly TreeElement[],
  mode: Mode,
  settings: DeidentifySettings,
  bytes: Uint8Array,
  told: ToldOfConversion,
): Map<TreeElement, Action> {
  const creators = new Map<number, TreeElement>();
  const chosen = new Map<TreeElement, Action>();
  if (mode === 'dummies' || mode === 'measured') return chosen;
  for (const element of elements) {
    const { tag, isDamaged } = element;
    if (!isPrivate(tag)) continue;
    const number = tag & 0xffff;
    if (number >= 0x10 && number <= 0xff && !element.items && element.length <= LONGEST_CREATOR) creators.set(tag, element);
    if (number < 0x1000 || isDamaged) continue;
    const creator = creators.get((((tag >>> 16) << 16) | (number >>> 8)) >>> 0);
    const name = creator ? latin1(bytes.subarray(creator.offset, creator.end)) : '';
    const action = creator
      ? chooseOfMaker(element, converterElementOf(name, tag), name, settings, bytes, told)
      : chooseOfNobody(element, settings, bytes, told);
    if (action === 'remove') continue;
    if (element.length > 0) told.kept(name);
    if (creator) chosen.set(creator, 'exact');
    chosen.set(element, action);
  }
  return chosen;
}

/** An LO has at most 64 characters of at most four bytes. */
const LONGEST_CREATOR = 256;

/** Without a private creator, the form of the value tells which element with this number it is. */
function chooseOfNobody(element: TreeElement, settings: DeidentifySettings, bytes: Uint8Array, told: ToldOfConversion): Action {
  for (const candidate of withoutCreator(element.tag)) {
    const action = chooseOfMaker(element, candidate, '', settings, bytes, told);
    if (action !== 'remove') return action;
  }
  return 'remove';
}

function chooseOfMaker(
  element: TreeElement,
  read: ConverterElement | undefined,
  creator: string,
  settings: DeidentifySettings,
  bytes: Uint8Array,
  told: ToldOfConversion,
): Action {
  const value = bytes.subarray(element.offset, element.end);
  if (read && keepsForConversion(settings)) {
    const action = chooseRead(element, read.holds, value, told);
    if (action !== 'remove') return action;
  }
  const safe = settings.retain.safePrivate ? chooseSafe(element, safeVrOf(creator, element.tag), value) : 'remove';
  if (safe === 'remove' && read && element.length > 0) tellLost(read, value, told);
  return safe;
}

/** A value without the required form is removed. */
function chooseRead({ vr, items, length }: TreeElement, holds: Holds, value: Uint8Array, told: ToldOfConversion): Action {
  if (length === 0) return 'exact';
  if (holds.what === 'items') return items ? 'walk' : 'remove';
  if (items || holds.what === 'never') return 'remove';
  if (holds.what === 'numbers' && !mayHoldNumbers(vr, holds.vr)) return 'remove';
  if (holds.what === 'numbers' || holds.what === 'text') return isOf(holds, value) ? 'exact' : 'remove';
  if (holds.what === 'protocol') return rewriteProtocol(value) === null ? 'remove' : 'protocol';
  const rewritten = rewriteCsa(value);
  if (!rewritten?.bytes) return 'remove';
  for (const need of rewritten.lost.flatMap(needOfCsa)) told.lost(need);
  return 'csa';
}

/** By the standard VR of the element: numbers are kept, and text that reads like a person is cleaned. */
function chooseSafe({ vr: written, items, length }: TreeElement, vr: string | undefined, value: Uint8Array): Action {
  if (vr === undefined) return 'remove';
  if (length === 0) return 'exact';
  if (vr === 'SQ') return items ? 'walk' : 'remove';
  if (items) return 'remove';
  if (vr === 'UI') return 'uid';
  if (FREE_TEXT_VRS.has(vr) || vr === 'CS') return hasFormOf(vr, value) ? 'clean' : 'remove';
  const isBlob = vr === 'OB' || vr === 'OW' || vr === 'UN' || vr === 'AT';
  const mayStay = isBlob ? !readsAsText(value) && !looksWritten(value) : mayHoldNumbers(written, vr) && areNumbers(value, { vr, most: 0 });
  return mayStay ? 'exact' : 'remove';
}

function tellLost({ holds, need }: ConverterElement, value: Uint8Array, told: ToldOfConversion): void {
  if (holds.what === 'csa') {
    const rewritten = rewriteCsa(value);
    const names = rewritten ? [...rewritten.kept, ...rewritten.lost] : latin1(value).includes(MOSAIC_ENTRY) ? [MOSAIC_ENTRY] : [];
    for (const lost of names.flatMap(needOfCsa)) told.lost(lost);
  } else if (need && !(holds.what === 'numbers' && saysNothing(value, holds.vr, need === 'scale' ? 1 : 0))) told.lost(need);
}

const MOSAIC_ENTRY = 'NumberOfImagesInMosaic';

function needOfCsa(entry: string): ConversionNeed[] {
  if (entry === MOSAIC_ENTRY) return ['mosaic'];
  if (entry === 'SliceNormalVector' || entry === 'MrPhoenixProtocol' || entry === 'MrProtocol') return ['order'];
  return entry === 'B_value' || entry === 'DiffusionGradientDirection' ? ['diffusion'] : [];
}
