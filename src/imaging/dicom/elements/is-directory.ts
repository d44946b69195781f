import type { ByteSource } from '#imaging/byte-source.ts';
import { DICM_PREFIX, DICM_PREFIX_END, isDicmPrefix } from '#model/files/dicm-prefix.ts';
import { uidText } from './find-data-set.ts';
import { scanElements } from './scan-elements.ts';

/** Media Storage SOP Class UID (0002,0002), and its value in a DICOMDIR (PS3.10 8.6). */
const MEDIA_STORAGE_SOP_CLASS_UID = 0x00020002;
const DIRECTORY_STORAGE = '1.2.840.10008.1.3.10';

/** The meta information is far shorter, except for private information after the element that is looked for. */
const ENOUGH_BYTES = 1024;

/** Whether a file is a DICOMDIR, under any name: it lists the images next to it and is not one. */
export async function isDirectory(source: ByteSource): Promise<boolean> {
  const bytes = await source.read(0, Math.min(ENOUGH_BYTES, source.size));
  if (!isDicmPrefix(bytes.subarray(DICM_PREFIX.offset, DICM_PREFIX_END))) return false;
  const { elements } = scanElements(bytes, DICM_PREFIX_END, { explicit: true, bigEndian: false }, { fileSize: source.size, onlyGroup: 2 });
  const uid = elements.get(MEDIA_STORAGE_SOP_CLASS_UID);
  return uid !== undefined && uidText(bytes, uid) === DIRECTORY_STORAGE;
}
