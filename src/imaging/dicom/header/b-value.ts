import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { privateElement, type PrivatePlace } from '#imaging/dicom/elements/private-element.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { privateNumber } from './private-number.ts';

/**
 * Diffusion b-value in s/mm²: the standard element if present, otherwise the vendor's private one.
 */
export function readBValue(top: ElementSet, values: ElementValues, bytes: Uint8Array, bigEndian: boolean): number | null {
  const standard = values.number(top, TAG.DiffusionBValue);
  if (standard !== null) return standard;
  for (const source of PRIVATE_SOURCES) {
    const element = privateElement(top, values, source);
    const value = element && privateNumber(element, bytes, bigEndian);
    if (typeof value === 'number') return source.toBValue(value);
  }
  return orphanBValue(top, bytes, bigEndian) ?? sequenceNameBValue(top, values);
}

interface PrivateSource extends PrivatePlace {
  toBValue(value: number): number | null;
}

const PRIVATE_SOURCES: readonly PrivateSource[] = [
  { creator: 'SIEMENS MR HEADER', group: 0x0019, element: 0x0c, toBValue: notNegative },
  // The first of four numbers; recent systems add 1e9 if the directions count (0043,1039).
  { creator: 'GEMS_PARM_01', group: 0x0043, element: 0x39, toBValue: (value) => notNegative(value >= 1e9 ? value - 1e9 : value) },
  { creator: 'Philips Imaging DD 001', group: 0x2001, element: 0x03, toBValue: notNegative },
  { creator: 'Image Private Header', group: 0x0065, element: 0x09, toBValue: notNegative },
];

function notNegative(value: number): number | null {
  return value >= 0 && value < 1e6 ? value : null;
}

/** De-identification may remove the creator but not its element: an IS at the usual place of the Siemens block is unambiguous. */
function orphanBValue(top: ElementSet, bytes: Uint8Array, bigEndian: boolean): number | null {
  const element = top.get(0x0019100c);
  if (element?.vr !== 'IS' || top.get(0x00190010)) return null;
  const value = privateNumber(element, bytes, bigEndian);
  return value === null ? null : notNegative(value);
}

/** Siemens files without private elements still have it in the sequence name: `*ep_b800t`. */
function sequenceNameBValue(top: ElementSet, values: ElementValues): number | null {
  const written = /^\*?ep.*_?b(\d{1,5})(?:[t#]|$)/i.exec(values.text(top, TAG.SequenceName));
  return written ? Number(written[1]) : null;
}
