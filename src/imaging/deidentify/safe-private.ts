/**
 * Private elements that are known to say nothing of a person (PS3.15 table E.3.10-1): creator, group, low bytes of the element. Short on purpose:
 * what is here is needed to read a picture (directions and weights of diffusion, scale of PET, pitch), all else of a vendor goes.
 */
const SAFE: readonly (readonly [creator: string, group: number, elements: readonly number[]])[] = [
  ['SIEMENS MR HEADER', 0x0019, [0x0c, 0x0d, 0x0e, 0x27]],
  ['Philips Imaging DD 001', 0x2001, [0x03, 0x04]],
  ['Philips PET Private Group', 0x7053, [0x00, 0x09]],
  ['GEMS_PARM_01', 0x0043, [0x27, 0x39]],
  ['GEMS_ACQU_01', 0x0019, [0x23, 0x24, 0x27, 0x9e]],
  ['GEMS_SERS_01', 0x0025, [0x07]],
  ['GEMS_HELIOS_01', 0x0045, [0x01, 0x02]],
  ['ELSCINT1', 0x00e1, [0x21]],
  ['ELSCINT1', 0x01e1, [0x26, 0x50]],
  ['ELSCINT1', 0x01f1, [0x01, 0x07, 0x26, 0x27]],
];

export function isSafePrivate(creator: string, tag: number): boolean {
  return SAFE.some(([owner, group, elements]) => owner === creator && group === tag >>> 16 && elements.includes(tag & 0xff));
}
