import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Conversion, ConvertedVolume, Converter, ConverterFile } from './converter.ts';

const inflate = promisify(gunzip);

const NIFTI_MAX_BYTES = 1_500_000_000;

/** A series that is a volume already: nothing is converted, a gzip wrapper is taken off, and what is no NIfTI is refused. */
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
        if (!isSingleFileNifti(bytes)) return { ok: false, why: 'A file is not a NIfTI volume.' };
        volumes.push({ name: volumeName(file.name, index, files), bytes, sidecar: null });
      }
      return { ok: true, volumes };
    },
  };
}

async function unwrap({ bytes }: ConverterFile, maxOutputLength: number): Promise<Uint8Array | 'too large' | 'damaged'> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength });
  } catch (error) {
    return error instanceof RangeError ? 'too large' : 'damaged';
  }
}

/** `n+1` at byte 344 (NIfTI-1) or `n+2` at byte 4 (NIfTI-2): header and voxels in one file. A header without its image is no volume. */
function isSingleFileNifti(bytes: Uint8Array): boolean {
  const text = (offset: number): string => String.fromCharCode(...bytes.subarray(offset, offset + 3));
  return bytes.length >= 352 && (text(344) === 'n+1' || text(4) === 'n+2');
}

function volumeName(name: string, index: number, files: readonly ConverterFile[]): string {
  const stem = name.replace(/\.nii(?:\.gz)?$/i, '');
  const isAlone = files.filter((other) => other.name.replace(/\.nii(?:\.gz)?$/i, '') === stem).length === 1;
  return isAlone ? stem : `${stem}_${index + 1}`;
}
