import { beginsAsDicom, DICOM_BEGIN_BYTES } from '#model/begins-as-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';

/** Tells of a file that comes in blocks and has the name of no image, as soon as enough of it has come, whether it is DICOM. */
export class DicomBegin {
  #begin: Uint8Array = new Uint8Array(0);
  #verdict: 'dicom' | 'no-dicom' | null = null;

  /** Null: more has to come. */
  add(bytes: Uint8Array): 'dicom' | 'no-dicom' | null {
    if (this.#verdict !== null) return this.#verdict;
    this.#begin = joinBytes([this.#begin, bytes.subarray(0, DICOM_BEGIN_BYTES - this.#begin.length)]);
    return this.#begin.length < DICOM_BEGIN_BYTES ? null : this.end();
  }

  /** Nothing more comes. */
  end(): 'dicom' | 'no-dicom' {
    this.#verdict ??= beginsAsDicom(this.#begin) ? 'dicom' : 'no-dicom';
    return this.#verdict;
  }
}
