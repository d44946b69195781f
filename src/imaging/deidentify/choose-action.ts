import type { TreeElement } from '#imaging/dicom/element-tree.ts';
import { actionOf, ATTRIBUTES, isCurve, isOverlay, isPrivate, type Action } from './profile.ts';
import { isSafePrivate } from './safe-private.ts';
import type { DeidentifySettings } from './settings.ts';

/**
 * How a set is treated: by the table; by the table, and its free texts are cleaned (an option asked for that sequence); or what a report holds
 * is replaced by dummies and only its shape stays (the table asks for a dummy in place of a sequence).
 */
export type Mode = 'table' | 'cleaned' | 'dummies';

/** What becomes of each element of a set, in its order: an element of a vendor is judged with the creator that stands before it. */
export function chooseActions(
  elements: readonly TreeElement[],
  mode: Mode,
  settings: DeidentifySettings,
  textOf: (e: TreeElement) => string,
): Action[] {
  const safe = settings.retain.safePrivate ? safePrivateOf(elements, textOf) : NONE;
  return elements.map((element) => {
    if (isPrivate(element.tag)) return safe.has(element) ? 'keep' : 'remove';
    return choosePublic(element, mode, settings);
  });
}

const NONE: ReadonlySet<TreeElement> = new Set();

function choosePublic(element: TreeElement, mode: Mode, settings: DeidentifySettings): Action {
  const { tag, vr, items, isDamaged } = element;
  const attribute = ATTRIBUTES.get(tag);
  const group = tag >>> 16;
  if (isDamaged || isCurve(tag) || isOverlay(tag) || group < FIRST_GROUP || group === DELIMITERS) return 'remove';
  if (BEYOND_THE_TABLE.has(tag)) return 'remove';
  if (attribute) {
    const isNoSequence = attribute.vr === 'SQ' && items === null && element.length > 0;
    return isNoSequence ? 'remove' : actionOf(attribute, settings);
  }
  if (items) return 'walk';
  return mode === 'dummies' ? chooseDummy(knownVr(element)) : chooseUnlisted(vr, mode, settings);
}

/**
 * Attributes that the table does not name, and that say who somebody is all the same: by a date, a number of an order, an address that UIDs are
 * part of, values that somebody else has encrypted; retired ones, whose kind a data set of implicit VR does not tell; what people write down.
 */
const BEYOND_THE_TABLE: ReadonlySet<number> = new Set([
  // Dates of birth and death in another calendar, as texts.
  ...[0x00100033, 0x00100034],
  // Numbers of orders (retired), of a document in the clinic's system, of who has printed a film.
  ...[0x00401006, 0x00401007, 0x00402006, 0x00402007, 0x0040e001, 0x21000160],
  // Addresses of the study, of its storage, of a person.
  ...[0x00081190, 0x00287fe0, 0x00404073, 0x0040a992, 0x0040e010, 0x0074100a, 0x0074100c],
  // Encrypted attributes, and what they were made of.
  ...[0x04000500, 0x04000520],
  // Names of an author, an evaluator, a reviewer.
  ...[0x0040a067, 0x00142006, 0x00140104],
  // Title of a document; comments.
  ...[0x00400400, 0x00420010, 0x30040006],
]);

/** Groups below hold commands and the file meta information, which is written anew. */
const FIRST_GROUP = 0x0004;
const DELIMITERS = 0xfffe;

/** The VR that is written, or where none is, or one that does not exist, that of the attribute. */
export function knownVr({ tag, vr }: TreeElement): string {
  const isWritten = PLAIN_VRS.has(vr) || FREE_TEXT_VRS.has(vr) || OTHER_VRS.has(vr);
  return isWritten ? vr : (ATTRIBUTES.get(tag)?.vr ?? CONTENT_VRS[tag] ?? vr);
}

/** Names, and dates, which have rules of their own. */
const OTHER_VRS: ReadonlySet<string> = new Set(['PN', 'DA', 'DT']);

/**
 * What the table does not name stays. But a name of a person is a name, a date is a date, and what is of no known kind may be anything: newer and
 * retired attributes and those of faulty devices are no way out.
 */
function chooseUnlisted(vr: string, mode: Mode, { dates }: DeidentifySettings): Action {
  if (vr === 'PN') return 'empty';
  if (vr === 'DA' || vr === 'DT') return dates === 'remove' ? 'empty' : dates;
  if (FREE_TEXT_VRS.has(vr)) return mode === 'cleaned' ? 'clean' : 'keep';
  return vr === '' || PLAIN_VRS.has(vr) ? 'keep' : 'remove';
}

/** Inside of what must say nothing: codes and coordinates give it its shape and stay. */
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

/** VRs of what content items and graphics are made of, for data sets that do not write them (PS3.3 C.17.3, C.10.5). */
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

/** Elements of safe blocks, with the creators of these blocks (PS3.5 7.8.1). */
function safePrivateOf(elements: readonly TreeElement[], textOf: (e: TreeElement) => string): Set<TreeElement> {
  const creators = new Map<number, TreeElement>();
  const safe = new Set<TreeElement>();
  for (const element of elements) {
    const { tag, items, isDamaged } = element;
    if (!isPrivate(tag)) continue;
    const number = tag & 0xffff;
    if (number >= 0x10 && number <= 0xff) creators.set(tag, element);
    const creator = creators.get((((tag >>> 16) << 16) | (number >>> 8)) >>> 0);
    if (number < 0x1000 || !creator || items || isDamaged || !isSafePrivate(textOf(creator), tag)) continue;
    safe.add(creator);
    safe.add(element);
  }
  return safe;
}
