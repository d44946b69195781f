import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { mostInflated } from '#imaging/inflate-limits.ts';
import { readNifti, type NiftiRefusal } from '#imaging/nifti/read-nifti.ts';
import { marked } from '#language/t.ts';
import type { Conversion, ConvertedVolume, Converter, ConverterFile } from './converter.ts';

const inflate = promisify(gunzip);

const NIFTI_MAX_BYTES = 1_500_000_000;

/**
 * A series that is already a volume is not converted. Gzip is removed, its checksums are verified, and a file that is not NIfTI, or shorter than
 * its header states, is refused.
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
        if (bytes === 'too large') return { ok: false, why: marked('A volume exceeds the size limit when unpacked.') };
        if (bytes === 'damaged') return { ok: false, why: marked('A compressed volume is damaged.') };
        // The device has checked it with the same code; this checks what arrived.
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
  'not-nifti': marked('A file is not a NIfTI volume.'),
  'no-slices': marked('A volume has no slices.'),
  'image-missing': marked('A file is the header of a NIfTI pair, and its image file is missing.'),
  'cut-off': marked('A volume is incomplete: it is shorter than its header states.'),
  unsupported: marked('A volume has values or dimensions that cannot be displayed.'),
};

function volumeName(name: string, index: number, files: readonly ConverterFile[]): string {
  const stem = name.replace(/\.nii(?:\.gz)?$/i, '');
  const isAlone = files.filter((other) => other.name.replace(/\.nii(?:\.gz)?$/i, '') === stem).length === 1;
  return isAlone ? stem : `${stem}_${index + 1}`;
}
