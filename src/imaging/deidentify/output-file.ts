import type { ByteSource } from '#imaging/byte-source.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { SentFacts } from '#model/uploads/deidentified.ts';
import { joinBytes } from '#model/join-bytes.ts';
import type { Piece } from './deidentify.ts';

/** 00001: a file name without patient data. */
export function placeOf(n: number): string {
  return String(n + 1).padStart(5, '0');
}

export function lengthOf(piece: Piece): number {
  return 'bytes' in piece ? piece.bytes.length : piece.length;
}

/** The file made of the pieces, without joining them. */
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

/** Facts of the new header, so that the rules for dates and descriptions are not repeated. */
export function sentFacts({ description }: ReadHeader): SentFacts {
  const { studyInstanceUid, patientSex, studyDate, studyTime, seriesInstanceUid, seriesDescription } = description;
  return { studyInstanceUid, patientSex, studyDate, studyTime, seriesInstanceUid, seriesDescription };
}
