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
 * What is done with an element: removed, emptied, given a dummy value, another UID, kept, moved by days, cleaned of words; a sequence that is
 * walked stays, and its items are treated one by one. For converters: stays byte for byte, its value is known to name nobody; is written anew with its
 * numbers alone (headers and protocol of Siemens); a time of day moved by the same seconds in all files of a study; a word that differs where the original does.
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
 * Overlays (60xx). The table removes their data and comments; what describes a plane goes with them, because a plane of which only the size is
 * left is no valid one, and would have a viewer draw the unused bits of the pixels, where names were written in former times.
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
 * Where the table leaves a choice to the type that an attribute has in its IOD, what is right for every type is taken: an empty value where the
 * choice is between none and an empty one (types 2 and 3 both allow it), a dummy where one of the choices is a dummy (types 1, 2 and 3 all allow
 * it). Nothing of the original stays either way, and no object becomes invalid because its IOD is unknown here. References to other images stay,
 * with their UIDs replaced like those of the images.
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
