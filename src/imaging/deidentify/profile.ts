import type { DeidentifySettings } from './settings.ts';
import { TABLE_E1_1 } from './table-e1-1.ts';

/** A row of table E.1-1. */
export interface Attribute {
  tag: number;
  vr: string;
  action: ActionCode;
  options: string;
  name: string;
}

export type ActionCode = 'X' | 'Z' | 'D' | 'U' | 'X/Z' | 'X/D' | 'Z/D' | 'X/Z/D' | 'X/Z/U*';

/**
 * What is done with an element: removed, emptied, given a dummy value or another UID, kept, shifted by days, cleaned of words; a walked
 * sequence is kept and its items are treated one by one. For converters: kept byte for byte because its value identifies nobody; rewritten
 * with its numbers only (Siemens headers and protocol); a time of day shifted by the same seconds in all files of a study; a word that
 * differs where the originals differ.
 */
export type Action =
  | 'remove'
  | 'empty'
  | 'dummy'
  | 'uid'
  | 'keep'
  | 'shift'
  | 'clean'
  | 'walk'
  | 'exact'
  | 'csa'
  | 'protocol'
  | 'relative'
  | 'token';

export const ATTRIBUTES: ReadonlyMap<number, Attribute> = new Map(
  TABLE_E1_1.trim()
    .split('\n')
    .map(parseRow)
    .map((attribute) => [attribute.tag, attribute]),
);

function parseRow(row: string): Attribute {
  const [tag = '', vr = '', action = '', options = '', ...name] = row.split(' ');
  return { tag: Number.parseInt(tag.replace(',', ''), 16), vr, action: action as ActionCode, options, name: name.join(' ') };
}

/** (gggg,eeee) with an odd group. */
export function isPrivate(tag: number): boolean {
  return (tag >>> 16) % 2 === 1;
}

/** Curves (50xx). */
export function isCurve(tag: number): boolean {
  return tag >>> 24 === 0x50 && !isPrivate(tag);
}

/**
 * Overlays (60xx). The table removes their data and comments; the attributes of a plane are removed too, because a plane with only its size
 * is invalid and would make a viewer draw the unused bits of the pixels, which once held names.
 */
export function isOverlay(tag: number): boolean {
  return tag >>> 24 === 0x60 && !isPrivate(tag);
}

/** The action for an attribute of the table under the chosen options. */
export function actionOf({ vr, action, options }: Attribute, { dates, retain, clean }: DeidentifySettings): Action {
  const has = (option: string) => options.includes(option);
  const isKept = (has('u') && retain.uids) || (has('d') && retain.device) || (has('i') && retain.institution);
  if (isKept || (has('p') && retain.patientCharacteristics)) return vr === 'SQ' ? 'walk' : 'keep';
  if (has('t') && dates === 'keep') return 'keep';
  if (has('t') && dates === 'shift' && vr !== 'OB') return vr === 'DA' || vr === 'DT' ? 'shift' : 'keep';
  const isCleaned = (has('c') && clean.descriptors) || (has('s') && clean.structuredContent) || (has('g') && clean.graphics);
  if (isCleaned || (has('P') && retain.patientCharacteristics)) return 'clean';
  return BASIC[action];
}

/**
 * Where the action depends on the attribute type in the IOD, an action valid for every type is used: an empty value for remove or empty
 * (types 2 and 3 allow it), a dummy where that is a choice (types 1, 2 and 3 allow it). Either way the original value is removed, and no
 * object becomes invalid because its IOD is unknown here. References to other images are kept, with UIDs replaced like those of the images.
 */
const BASIC: Record<ActionCode, Action> = {
  X: 'remove',
  Z: 'empty',
  D: 'dummy',
  U: 'uid',
  'X/Z': 'empty',
  'X/D': 'dummy',
  'Z/D': 'dummy',
  'X/Z/D': 'dummy',
  'X/Z/U*': 'walk',
};
