import type { ByteSource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import type { SentFacts } from '#model/deidentified.ts';
import { joinBytes } from '#model/join-bytes.ts';
import type { Piece } from './deidentify.ts';

/** 00001: a name for a file that says nothing of anybody. */
export function placeOf(n: number): string {
  return String(n + 1).padStart(5, '0');
}

export function lengthOf(piece: Piece): number {
  return 'bytes' in piece ? piece.bytes.length : piece.length;
}

/** The file that its pieces make, without putting it together. */
export function sourceOfPieces({ source, pieces }: { source: ByteSource; pieces: readonly Piece[] }): ByteSource {
  return {
    size: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
    async read(offset, length) {
      const parts: Uint8Array[] = [];
      let start = 0;
      for (const piece of pieces) {
        const [from, to] = [Math.max(offset, start) - start, Math.min(offset + length, start + lengthOf(piece)) - start];
        if (from < to) parts.push('bytes' in piece ? piece.bytes.subarray(from, to) : await source.read(piece.offset + from, to - from));
        start += lengthOf(piece);
      }
      return parts.length === 1 ? (parts[0] as Uint8Array) : joinBytes(parts);
    },
  };
}

/** What the header that leaves says: nobody has to know a second time what the rules make of a date or a description. Null: it is none. */
export async function sentFacts(leaving: ByteSource): Promise<SentFacts | null> {
  const read = await readDicomHeader(leaving);
  if (!read.ok) return null;
  const { studyInstanceUid, patientSex, studyDate, studyTime, seriesInstanceUid, seriesDescription } = read.description;
  return { studyInstanceUid, patientSex, studyDate, studyTime, seriesInstanceUid, seriesDescription };
}
