import { describe, expect, test } from 'vitest';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { NOTE, realData } from './real-data.ts';
import { bytesToText } from './shown-as-bytes.ts';

const NAMES = Object.values(realData?.sets ?? {}).flatMap(({ names = [] }) => names);

describe.skipIf(!realData)(`names in other scripts${NOTE}`, () => {
  test.each(NAMES)('$path ($charset)', async ({ path, patientName_dcmdump_U8, patientName_pydicom }) => {
    const read = await readDicomHeader(realData!.source(path));
    if (!read.ok) throw new Error(read.detail);
    expect(read.description.patientName).toBe(bytesToText(patientName_dcmdump_U8 ?? patientName_pydicom ?? ''));
  });

  test.each([
    ['charsets/chrH31.dcm', 'Yamada, Tarou'],
    ['charsets/chrJapMulti.dcm', 'やまだ, たろう'],
    ['charsets/chrFrenMulti.dcm', 'Buc, Jérôme'],
  ])('%s is shown as %s', async (path, text) => {
    const read = await readDicomHeader(realData!.source(path));
    expect(read.ok && patientNameToText(read.description.patientName)).toBe(text);
  });
});
