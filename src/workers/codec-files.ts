import charls from '@cornerstonejs/codec-charls/decodewasm?url';
import openjpeg from '@cornerstonejs/codec-openjpeg/decodewasm?url';
import type { CodecFile } from '#imaging/dicom/codecs/codecs.ts';

/** Files of the build that the service worker caches with the page, so that they load offline as well. */
const ADDRESSES: Record<CodecFile, string> = { charls, openjpeg };

export async function fetchCodecFile(file: CodecFile): Promise<Uint8Array> {
  const answer = await fetch(ADDRESSES[file]);
  if (!answer.ok) throw new Error(`codec ${file}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
