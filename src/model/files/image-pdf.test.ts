import { expect, it } from 'vitest';
import { imagePdf } from './image-pdf.ts';

const JPEG = Uint8Array.from({ length: 700 }, (_, at) => (at * 37) % 256);
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

it('is a page with the picture, and each object stands where the table says [MEAS-18]', () => {
  const pdf = latin1(imagePdf(JPEG, { width: 20, height: 30, title: 'Study 7' }));
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  expect(pdf.slice(table, table + 4)).toBe('xref');
  const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5, 6].map((id) => `${id} 0 obj`));
  expect(pdf).toContain('/Width 20 /Height 30');
  expect(pdf).toContain(`/Length 700 >>\nstream\n${latin1(JPEG)}\nendstream`);
});

it('has a title in any script', () => {
  expect(latin1(imagePdf(JPEG, { width: 1, height: 1, title: 'Ł' }))).toContain('/Title <feff0141>');
});
