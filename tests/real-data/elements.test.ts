import dicomParser from 'dicom-parser';
import { describe, expect, test } from 'vitest';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { scanElements } from '#imaging/dicom/elements/scan-elements.ts';
import type { Element, ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { NOTE, realData } from './real-data.ts';

/** Read here, and not by dicom-parser: deflated, odd, or a directory. Files without a preamble it refuses, too. Our reader answers to the manifest. */
const ONLY_HERE = /_dfl$|Deflated|odd-files|DICOMDIR|SC_rgb_jpeg\.dcm/;

const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 && set !== 'odd-files' ? [set] : []));

describe.skipIf(!realData)(`elements and items match those of dicom-parser${NOTE}`, () => {
  test.each(SETS)('%s', async (set) => {
    let compared = 0;
    for (const { path } of realData!.files.filter((file) => file.set === set && !ONLY_HERE.test(file.path))) {
      const header = await readDicomHeader(realData!.source(path));
      if (!header.ok) continue;
      const bytes = await header.source.read(0, header.source.size);
      if (!hasPreamble(bytes)) continue;
      const { elements } = scanElements(bytes, header.dataSet.position, header.dataSet.encoding, { fileSize: bytes.length });
      const theirs = dicomParser.parseDicom(bytes).elements;
      const ours = [...elements.keys()].filter((tag) => tag >>> 16 !== 0x7fe0);
      expect(ours.map(toKey), path).toEqual(Object.keys(theirs).filter((key) => !/^x(0002|7fe0|fffc)/.test(key)));
      for (const tag of ours) expectSame(elements.get(tag), theirs[toKey(tag)]!, `${path} ${toKey(tag)}`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

/** Our length of a sequence without one counts its delimiter, theirs does not; items are compared where ours were opened. */
function expectSame(ours: Element | undefined, theirs: dicomParser.Element, where: string): void {
  const delimiter = theirs.hadUndefinedLength ? 8 : 0;
  expect([ours?.offset, ours?.length], where).toEqual([theirs.dataOffset, theirs.length + delimiter]);
  if (!ours?.items?.length) return;
  expect(ours.items.length, where).toBe(theirs.items?.length);
  ours.items.forEach((item, index) => expectSameItem(item, theirs.items![index]!, `${where} item ${index}`));
}

function expectSameItem(ours: ElementSet, theirs: dicomParser.Element, where: string): void {
  for (const [key, element] of Object.entries(theirs.dataSet?.elements ?? {})) {
    if (key !== 'xfffee00d') expectSame(ours.get(Number.parseInt(key.slice(1), 16)), element, `${where} ${key}`);
  }
}

function hasPreamble(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(128, 132)).toString('latin1') === 'DICM';
}

function toKey(tag: number): string {
  return `x${tag.toString(16).padStart(8, '0')}`;
}
