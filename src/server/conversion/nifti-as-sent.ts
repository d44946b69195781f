import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { mostInflated } from '#imaging/inflate-limits.ts';
import { readNifti, type NiftiRefusal } from '#imaging/nifti/read-nifti.ts';
import type { Conversion, ConvertedVolume, Converter, ConverterFile } from './converter.ts';

const inflate = promisify(gunzip);

const NIFTI_MAX_BYTES = 1_500_000_000;

/**
 * A series that is a volume already: nothing is converted. A gzip wrapper is taken off, its check sums are compared, and what is no NIfTI, or less
 * of one than its header says, is refused.
 */
export function createNiftiAsSent({ maxInputBytes = NIFTI_MAX_BYTES } = {}): Converter {
  return {
    name: 'as sent',
    maxInputBytes,

    async convert({ files }, signal): Promise<Conversion> {
      const volumes: ConvertedVolume[] = [];
      for (const [index, file] of files.entries()) {
        signal.throwIfAborted();
        const bytes = await unwrap(file, maxInputBytes);
        if (bytes === 'too large') return { ok: false, why: 'A volume is larger than its limit once it is unpacked.' };
        if (bytes === 'damaged') return { ok: false, why: 'A compressed volume is damaged.' };
        // The device has read it by the same code; what is here is what arrived.
        const read = await readNifti(createMemorySource(bytes));
        if (!read.ok) return { ok: false, why: WORDS[read.why] };
        volumes.push({ name: volumeName(file.name, index, files), bytes, sidecar: null });
      }
      return { ok: true, volumes };
    },
  };
}

async function unwrap({ bytes }: ConverterFile, maxOutputLength: number): Promise<Uint8Array | 'too large' | 'damaged'> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: Math.min(maxOutputLength, mostInflated('volume', bytes.length)) });
  } catch (error) {
    return error instanceof RangeError ? 'too large' : 'damaged';
  }
}

const WORDS: Record<NiftiRefusal['why'], string> = {
  'not-nifti': 'A file is not a NIfTI volume.',
  'no-slices': 'A volume has no slices.',
  'image-missing': 'A file is the header of a NIfTI pair, without its image.',
  'cut-off': 'A volume is cut off: it ends before its header says.',
  unsupported: 'A volume has values or sizes that are none of a picture.',
};

function volumeName(name: string, index: number, files: readonly ConverterFile[]): string {
  const stem = name.replace(/\.nii(?:\.gz)?$/i, '');
  const isAlone = files.filter((other) => other.name.replace(/\.nii(?:\.gz)?$/i, '') === stem).length === 1;
  return isAlone ? stem : `${stem}_${index + 1}`;
}
