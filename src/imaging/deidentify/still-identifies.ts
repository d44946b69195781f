import { DICM_PREFIX, DICM_PREFIX_END, isDicmPrefix } from '#model/files/dicm-prefix.ts';
import { endsAtPixels, readElementTree, type TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeElement } from '#imaging/dicom/write-dicom.ts';
import { chooseActions, knownVr, modeAfter, modeOfItem, type Mode } from './choose-action.ts';
import { codestreamTexts } from './codestream-texts.ts';
import { rewriteCsa } from './csa-header.ts';
import { DUMMY_TEXT, dummyOf } from './values/dummy-values.ts';
import { MARK } from './marks.ts';
import type { Action } from './profile.ts';
import { LONGEST_HEADER, readTail } from './read-tail.ts';
import { isMadePatientId, isMadeUid } from './values/replacements.ts';
import type { DeidentifySettings } from './settings.ts';
import { latin1, LONGEST_TEXT } from './values/value-text.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { isStandardUid } from './write-set.ts';

/**
 * Independent second pass without the original: the tags of a file that claims to be de-identified but holds what the profile removes. It
 * knows what `deidentify` writes for each value and accepts nothing else. Values that cannot be told from an original are not judged: a
 * shifted date, a cleaned or kept text. Values for converters are accepted whatever the team's settings: the user may have chosen to keep
 * them for a series, and they identify nobody.
 */
export async function stillIdentifies(
  header: ReadHeader,
  settings: DeidentifySettings,
  isGivenName: IsGivenName,
): Promise<StillIdentifies> {
  const { source, description, dataSet } = header;
  // The device sends a deflated data set inflated: bytes before and after a deflated one are not in `source`.
  if (dataSet.position === 0 && description.transferSyntaxUid === TRANSFER_SYNTAX.deflated) return { ok: false };
  const end = description.pixelData?.offset ?? source.size;
  const tail = end > LONGEST_HEADER ? 'header-too-long' : await readTail(header);
  if (typeof tail === 'string') return { ok: false };
  const bytes = await source.read(0, end);
  const tree = readElementTree(bytes, dataSet.position, dataSet.encoding);
  const after = readElementTree(tail.bytes, 0, dataSet.encoding);
  if (!tree.ok || !after.ok || after.end < tail.bytes.length) return { ok: false };
  // Bytes after padding are never walked.
  const isWalked = description.pixelData ? endsAtPixels(bytes, tree.end, dataSet.encoding) : tree.end === bytes.length;
  if (!isWalked) return { ok: false };
  const texts = await codestreamTexts(header);
  if (texts === 'damaged') return { ok: false };
  const found = new Set<number>(unusualHead(bytes.subarray(0, dataSet.position), settings));
  // Comments inside compressed frames: the device removes them all.
  if (texts.length > 0) found.add(TAG.PixelData);
  const timesMark = tree.elements.find(({ tag }) => tag === MARK.LongitudinalTemporalInformationModified);
  const areTimesMoved = timesMark !== undefined && textOf(timesMark, bytes) === 'MODIFIED';
  judge(tree.elements, bytes, 'table');
  judge(after.elements, tail.bytes, 'table');
  const mark = tree.elements.find(({ tag }) => tag === MARK.PatientIdentityRemoved);
  if (!mark || textOf(mark, bytes) !== 'YES') found.add(MARK.PatientIdentityRemoved);
  return { ok: true, tags: [...found].sort((a, b) => a - b) };

  function judge(elements: readonly TreeElement[], within: Uint8Array, mode: Mode): void {
    const actions = chooseActions(elements, mode, { ...settings, retain: { ...settings.retain, conversion: true } }, within);
    elements.forEach((element, index) => {
      const action = actions[index] ?? 'remove';
      if ((element.tag & 0xffff) === 0) {
        if (element.length > GROUP_LENGTH_BYTES) found.add(element.tag);
      } else if (element.items && action !== 'remove' && action !== 'empty') {
        for (const item of element.items)
          judge(item.elements, within, modeOfItem(modeAfter(action, mode, element.tag), item.elements, within));
      } else if (element.length > 0 && !mayPass(element, action, within)) found.add(element.tag);
    });
  }

  function mayPass(element: TreeElement, action: Action, within: Uint8Array): boolean {
    const { tag } = element;
    if (action === 'remove') return false;
    if (element.length > LONGEST_TEXT && action !== 'keep' && action !== 'exact' && action !== 'csa') return false;
    if (tag === MARK.PatientIdentityRemoved || tag === MARK.LongitudinalTemporalInformationModified)
      return element.length <= LONGEST_TEXT && isMark(textOf(element, within));
    if (action === 'exact') return true;
    // A shifted time cannot be told from an original: the file must state that it was shifted.
    if (action === 'relative') return areTimesMoved || isDummy(element, within);
    if (action === 'csa') return isRewritten(within.subarray(element.offset, element.end));
    if (action === 'protocol') return textOf(element, within) === rewriteProtocol(within.subarray(element.offset, element.end));
    if (action === 'empty') return tag === TAG.PatientName && isGivenName(textOf(element, within));
    if (action === 'dummy') return isDummy(element, within);
    if (action === 'token') return isDummy(element, within) || TOKEN.test(textOf(element, within));
    return action !== 'uid' || areNewUids(tag, textOf(element, within));
  }
}

/** Whether a text is a name that the device may write for a patient, such as the team's anonymous names. */
export type IsGivenName = (name: string) => boolean;

/** Not ok: it cannot be walked to its end, or other bytes follow; the device would not have written it. */
export type StillIdentifies = { ok: true; tags: number[] } | { ok: false };

/** Retired, and wrong once something was removed: any other length is suspect. */
const GROUP_LENGTH_BYTES = 4;

/** Those that every device writes. The method is free text of the writer. */
function isMark(text: string): boolean {
  return ['YES', 'NO', 'REMOVED', 'MODIFIED', 'UNMODIFIED'].includes(text);
}

/** What a device writes before a data set: an empty preamble, and only numbers and UIDs as meta information (PS3.10 7.1). */
function unusualHead(bytes: Uint8Array, { retain }: DeidentifySettings): number[] {
  const isMarked = isDicmPrefix(bytes.subarray(DICM_PREFIX.offset, DICM_PREFIX_END));
  const tree = readElementTree(bytes, isMarked ? DICM_PREFIX_END : 0, { explicit: true, bigEndian: false });
  if (isMarked && bytes.subarray(0, DICM_PREFIX.offset).some((byte) => byte !== 0)) return [PREAMBLE];
  if (!tree.ok) return [META];
  return tree.elements.filter((element) => !isUsualMeta(element, textOf(element, bytes), retain.uids)).map(({ tag }) => tag);
}

function isUsualMeta({ tag, length }: TreeElement, text: string, areUidsKept: boolean): boolean {
  if (tag === META || tag === META_VERSION) return length <= GROUP_LENGTH_BYTES;
  if (!META_UIDS.has(tag) || length > LONGEST_TEXT || !/^[\d.]*$/.test(text)) return false;
  return tag !== MEDIA_INSTANCE_UID || areUidsKept || areNewUids(TAG.SOPInstanceUID, text);
}

/** Not an element: its tag is never used. */
export const PREAMBLE = 0;
const META = 0x00020000;
const META_VERSION = 0x00020001;
const MEDIA_INSTANCE_UID = 0x00020003;
const META_UIDS: ReadonlySet<number> = new Set([0x00020002, MEDIA_INSTANCE_UID, 0x00020010, 0x00020012]);

const TOKEN = new RegExp(`^${DUMMY_TEXT}-[0-9A-F]{8}$`);

/** A Siemens header as the device writes it: it holds only what would be written again. */
function isRewritten(bytes: Uint8Array): boolean {
  const again = rewriteCsa(bytes)?.bytes;
  return again?.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
}

function isDummy(element: TreeElement, bytes: Uint8Array): boolean {
  const text = textOf(element, bytes);
  if (element.tag === TAG.PatientID) return isMadePatientId(text);
  const vr = knownVr(element);
  if (vr === 'UI') return areNewUids(element.tag, text);
  const dummy = dummyOf(vr);
  if (dummy === undefined) return false;
  const [, value = new Uint8Array(0)] = writeElement({ tag: element.tag, vr, value: dummy }, { explicit: false, bigEndian: false });
  return latin1(value) === text;
}

function areNewUids(tag: number, text: string): boolean {
  return text
    .split('\\')
    .map((uid) => uid.trim())
    .every((uid) => uid === '' || isMadeUid(uid) || isStandardUid(tag, uid));
}

function textOf({ offset, end }: TreeElement, bytes: Uint8Array): string {
  return latin1(bytes.subarray(offset, end));
}
