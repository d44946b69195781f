import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { mergeStudy } from '#model/studies/study-merging.ts';
import { seriesToRegistration } from '#model/uploads/registration.ts';
import { mergeInstance, sliceCount } from '#model/studies/series.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { describedBy, readFile } from './read-file.ts';

const read = (bytes: Uint8Array, path: string) => readFile(createMemorySource(bytes), path);
const VOLUME = writeNifti({ dims: [4, 5, 6] });
const SHA256 = '0123456789abcdef'.repeat(4);

describe('a NIfTI file', () => {
  it.each([
    ['plain', 'disc/brain.nii', VOLUME],
    ['compressed', 'disc/brain.nii.gz', gzipSync(VOLUME)],
    ['compressed under a plain name', 'disc/brain.nii', gzipSync(VOLUME)],
    ['plain under a compressed name', 'disc/brain.nii.gz', VOLUME],
  ])('that is %s is a separate study with one series', async (_, path, bytes) => {
    const reading = describedBy(await read(bytes, path), SHA256);
    if (!reading.ok) throw new Error(reading.problem);
    const facts = mergeInstance(null, { fileId: '1', size: bytes.length, description: reading.description });
    expect(facts).toMatchObject({ type: 'nii', seriesDescription: 'brain', modalityCode: 'CT', cnt: 1, drawable: true });
    expect(sliceCount(facts)).toBe(6);
    expect(mergeStudy(null, reading.description)).toMatchObject({ patientName: 'brain', key: reading.description.studyInstanceUid });
    expect(seriesToRegistration(facts, { id: '1', idx: 0, files: { count: 1, bytes: 1, names: [] } })).toMatchObject({ type: 'nii' });
  });

  it('with other content is another study', async () => {
    const [one, other] = [SHA256, SHA256.replace('0', '1')].map(async (sha256) => describedBy(await read(VOLUME, 'brain.nii'), sha256));
    const uids = (await Promise.all([one, other])).map((reading) => reading?.ok && reading.description.studyInstanceUid);
    expect(new Set(uids).size).toBe(2);
  });

  it.each([
    ['not-nifti', 'text.nii', new TextEncoder().encode('no image'.repeat(100))],
    ['nifti-no-slices', 'empty.nii', writeNifti({ dims: [4, 5, 0] })],
    ['nifti-image-missing', 'pair.nii', writeNifti({ dims: [4, 5, 6], isPair: true })],
    ['nifti-unsupported', 'complex.nii', writeNifti({ dims: [4, 5, 6], datatype: 32 })],
    ['cut-off', 'cut.nii', VOLUME.subarray(0, 500)],
    ['cut-off', 'cut.nii.gz', gzipSync(VOLUME).subarray(0, 60)],
    ['not-dicom', 'volume.dcm', VOLUME],
  ])('is excluded as %s: %s', async (problem, path, bytes) => {
    expect(await read(bytes, path)).toEqual({ ok: false, problem });
  });
});

describe('a DICOM file', () => {
  const directory = writeDicom({ elements: elements({ SOPClassUID: '1.2.840.10008.1.3.10' }) });
  const report = writeDicom({ elements: elements({ SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.11', Modality: 'SR', SeriesNumber: 1 }) });
  const image = smallFile();

  it('is read with any transfer syntax, as long as it is complete', async () => {
    expect((await read(image, 'a.dcm')).ok).toBe(true);
    expect((await read(smallFile({}, { transferSyntaxUid: '1.2.3.4.5' }), 'a.dcm')).ok).toBe(true);
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['dicom-directory', directory],
    ['no-pixel-data', report],
    ['cut-off', image.subarray(0, image.length - 1)],
    ['cut-off', image.subarray(0, 200)],
    ['not-dicom', new TextEncoder().encode('no image'.repeat(100))],
  ])('is excluded as %s', async (problem, bytes) => {
    expect(await read(bytes, 'IM_0001')).toEqual({ ok: false, problem });
  });
});
