import { describe, expect, test } from 'vitest';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { NOTE, realData } from './real-data.ts';

/** As pydicom reads them. */
const NAMES: Record<string, string> = {
  'chrFren.dcm': 'Buc^Jérôme',
  'chrFrenMulti.dcm': 'Buc^Jérôme',
  'chrGerm.dcm': 'Äneas^Rüdiger',
  'chrH31.dcm': 'Yamada^Tarou=山田^太郎=やまだ^たろう',
  'chrI2.dcm': 'Hong^Gildong=洪^吉洞=홍^길동',
  'chrJapMulti.dcm': 'やまだ^たろう',
  'chrKoreanMulti.dcm': '김희중',
  'chrX1.dcm': 'Wang^XiaoDong=王^小東=',
};

describe.skipIf(!realData)(`names in other scripts${NOTE}`, () => {
  test.each(Object.entries(NAMES))('%s', async (file, name) => {
    const read = await readDicomHeader(realData!.source(`charsets/${file}`));
    expect(read.ok && read.description.patientName).toBe(name);
  });
});
