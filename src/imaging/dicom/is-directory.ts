import type { ByteSource } from '#imaging/byte-source.ts';
import { DICM_MARK, DICM_MARK_END, isDicmMark } from '#model/dicm-mark.ts';
import { uidText } from './find-data-set.ts';
import { scanElements } from './scan-elements.ts';

/** Media Storage SOP Class UID (0002,0002), and what it says of a DICOMDIR (PS3.10 8.6). */
const MEDIA_STORAGE_SOP_CLASS_UID = 0x00020002;
const DIRECTORY_STORAGE = '1.2.840.10008.1.3.10';

/** The meta information ends far before this, but for private information of any length behind what is looked for. */
const ENOUGH_BYTES = 1024;

/** Whether a file is the directory of a disc, under whatever name: it lists the images beside it and is none. */
export async function isDirectory(source: ByteSource): Promise<boolean> {
  const bytes = await source.read(0, Math.min(ENOUGH_BYTES, source.size));
  if (!isDicmMark(bytes.subarray(DICM_MARK.offset, DICM_MARK_END))) return false;
  const { elements } = scanElements(bytes, DICM_MARK_END, { explicit: true, bigEndian: false }, { fileSize: source.size, onlyGroup: 2 });
  const uid = elements.get(MEDIA_STORAGE_SOP_CLASS_UID);
  return uid !== undefined && uidText(bytes, uid) === DIRECTORY_STORAGE;
}
