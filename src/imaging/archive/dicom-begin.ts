import { looksLikeDicom, DICOM_SIGNATURE_BYTES } from '#model/files/looks-like-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';

/** Detects whether a streamed file without an image's name is DICOM, as soon as enough bytes have arrived. */
export class DicomBegin {
  #begin: Uint8Array = new Uint8Array(0);
  #verdict: 'dicom' | 'no-dicom' | null = null;

  /** Null: more bytes are needed. */
  add(bytes: Uint8Array): 'dicom' | 'no-dicom' | null {
    if (this.#verdict !== null) return this.#verdict;
    this.#begin = joinBytes([this.#begin, bytes.subarray(0, DICOM_SIGNATURE_BYTES - this.#begin.length)]);
    return this.#begin.length < DICOM_SIGNATURE_BYTES ? null : this.end();
  }

  /** No more bytes will come. */
  end(): 'dicom' | 'no-dicom' {
    this.#verdict ??= looksLikeDicom(this.#begin) ? 'dicom' : 'no-dicom';
    return this.#verdict;
  }
}
