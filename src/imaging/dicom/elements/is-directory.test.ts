import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { isDirectory } from './is-directory.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';

const DIRECTORY = elements({ SOPClassUID: '1.2.840.10008.1.3.10' });
const asked = (bytes: Uint8Array) => isDirectory(createMemorySource(bytes));

test('a DICOMDIR is recognised by its meta information, in any encoding and wherever it ends [FILE-017]', async () => {
  const directory = writeDicom({ elements: DIRECTORY });
  expect(await asked(directory)).toBe(true);
  expect(await asked(writeDicom({ elements: DIRECTORY, transferSyntaxUid: '1.2.840.10008.1.2.2' }))).toBe(true);
  expect(await asked(directory.subarray(0, directory.length - 4))).toBe(true);
});

test('nothing else is recognised as a directory', async () => {
  expect(await asked(smallFile())).toBe(false);
  expect(await asked(new Uint8Array(0))).toBe(false);
  expect(await asked(new TextEncoder().encode('1.2.840.10008.1.3.10 '.repeat(100)))).toBe(false);
  const directory = writeDicom({ elements: DIRECTORY });
  for (const length of [131, 132, 140, 150]) expect(await asked(directory.subarray(0, length))).toBe(false);
});
