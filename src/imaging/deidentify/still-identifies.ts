import { DICM_MARK, DICM_MARK_END, isDicmMark } from '#model/dicm-mark.ts';
import { endsAtPixels, readElementTree, type TreeElement } from '#imaging/dicom/element-tree.ts';
import type { ReadHeader } from '#imaging/dicom/read-header.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeElement } from '#imaging/dicom/write-dicom.ts';
import { chooseActions, knownVr, type Mode } from './choose-action.ts';
import { codestreamTexts } from './codestream-texts.ts';
import { rewriteCsa } from './csa-header.ts';
import { DUMMY_TEXT, dummyOf } from './dummy-values.ts';
import { MARK } from './marks.ts';
import type { Action } from './profile.ts';
import { LONGEST_HEADER, readTail } from './read-tail.ts';
import { isMadePatientId, isMadeUid } from './replacements.ts';
import type { DeidentifySettings } from './settings.ts';
import { latin1, LONGEST_TEXT } from './value-text.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { isStandardUid } from './write-set.ts';

/**
 * The second pass, by somebody who never saw the original: the tags of a file that says it was de-identified and holds what the profile takes out.
 * It knows what `deidentify` puts in place of each value, and lets nothing else pass. What cannot be told from an original is not judged: a
 * date that was moved, a text that was cleaned or kept. What converters read may stand in a file whatever its team usually keeps: a person may have said
 * so of a series, and it names nobody.
 */
export async function stillIdentifies(
  header: ReadHeader,
  settings: DeidentifySettings,
  isGivenName: IsGivenName,
): Promise<StillIdentifies> {
  const { source, description, dataSet } = header;
  // A device sends what a deflated data set inflates to: what stands in front of one, and behind it, is not in `source`.
  if (dataSet.position === 0 && description.transferSyntaxUid === TRANSFER_SYNTAX.deflated) return { ok: false };
  const end = description.pixelData?.offset ?? source.size;
  const tail = end > LONGEST_HEADER ? 'header-too-long' : await readTail(header);
  if (typeof tail === 'string') return { ok: false };
  const bytes = await source.read(0, end);
  const tree = readElementTree(bytes, dataSet.position, dataSet.encoding);
  const after = readElementTree(tail.bytes, 0, dataSet.encoding);
  if (!tree.ok || !after.ok || after.end < tail.bytes.length) return { ok: false };
  // What stands behind padding is walked by nobody.
  const isWalked = description.pixelData ? endsAtPixels(bytes, tree.end, dataSet.encoding) : tree.end === bytes.length;
  if (!isWalked) return { ok: false };
  const texts = await codestreamTexts(header);
  if (texts === 'damaged') return { ok: false };
  const found = new Set<number>(unusualHead(bytes.subarray(0, dataSet.position), settings));
  // Comments inside compressed frames: a device leaves none.
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
          judge(item.elements, within, action === 'dummy' ? 'dummies' : action === 'clean' ? 'cleaned' : mode);
      } else if (element.length > 0 && !mayPass(element, action, within)) found.add(element.tag);
    });
  }

  function mayPass(element: TreeElement, action: Action, within: Uint8Array): boolean {
    const { tag } = element;
    if (action === 'remove') return false;
    if (tag === MARK.PatientIdentityRemoved || tag === MARK.LongitudinalTemporalInformationModified) return isMark(textOf(element, within));
    if (action === 'exact') return true;
    // A time that was moved cannot be told from an original: the file has to say that it was.
    if (action === 'relative') return areTimesMoved || isDummy(element, within);
    if (action === 'csa') return isRewritten(within.subarray(element.offset, element.end));
    if (action === 'protocol') return textOf(element, within) === rewriteProtocol(within.subarray(element.offset, element.end));
    if (element.length > LONGEST_TEXT) return action === 'keep';
    if (action === 'empty') return tag === TAG.PatientName && isGivenName(textOf(element, within));
    if (action === 'dummy') return isDummy(element, within);
    if (action === 'token') return isDummy(element, within) || TOKEN.test(textOf(element, within));
    return action !== 'uid' || areNewUids(tag, textOf(element, within));
  }
}

/** Whether a text is a name that the device was given for a patient, such as the team's anonymous names. */
export type IsGivenName = (name: string) => boolean;

/** Not ok: it cannot be walked to its end, or bytes follow that are no elements; the device would not have made it. */
export type StillIdentifies = { ok: true; tags: number[] } | { ok: false };

/** Retired, and wrong once something was taken out: of no other length it is one. */
const GROUP_LENGTH_BYTES = 4;

/** Those that every device writes. How it was done is told in words, by whoever did it. */
function isMark(text: string): boolean {
  return ['YES', 'NO', 'REMOVED', 'MODIFIED', 'UNMODIFIED'].includes(text);
}

/** What a device writes in front of a data set: an empty preamble, and of the meta information (PS3.10 7.1) numbers and UIDs alone. */
function unusualHead(bytes: Uint8Array, { retain }: DeidentifySettings): number[] {
  const isMarked = isDicmMark(bytes.subarray(DICM_MARK.offset, DICM_MARK_END));
  const tree = readElementTree(bytes, isMarked ? DICM_MARK_END : 0, { explicit: true, bigEndian: false });
  if (isMarked && bytes.subarray(0, DICM_MARK.offset).some((byte) => byte !== 0)) return [PREAMBLE];
  if (!tree.ok) return [META];
  return tree.elements.filter((element) => !isUsualMeta(element, textOf(element, bytes), retain.uids)).map(({ tag }) => tag);
}

function isUsualMeta({ tag, length }: TreeElement, text: string, areUidsKept: boolean): boolean {
  if (tag === META || tag === META_VERSION) return length <= GROUP_LENGTH_BYTES;
  if (!META_UIDS.has(tag) || !/^[\d.]*$/.test(text)) return false;
  return tag !== MEDIA_INSTANCE_UID || areUidsKept || areNewUids(TAG.SOPInstanceUID, text);
}

/** No element: it has the tag that none has. */
export const PREAMBLE = 0;
const META = 0x00020000;
const META_VERSION = 0x00020001;
const MEDIA_INSTANCE_UID = 0x00020003;
const META_UIDS: ReadonlySet<number> = new Set([0x00020002, MEDIA_INSTANCE_UID, 0x00020010, 0x00020012]);

const TOKEN = new RegExp(`^${DUMMY_TEXT}-[0-9A-F]{8}$`);

/** A header of Siemens as a device writes it: nothing is in it that is not written again. */
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
