import { joinBytes } from '#model/join-bytes.ts';
import { gzipSync } from 'fflate';
import { createBudget } from '#imaging/archive/budget.ts';
import { walked } from '#tests/fixtures/walked.ts';
import { writeTar, paxRecord } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip, type WrittenEntry } from '#tests/fixtures/archives/write-zip.ts';
import type { Target } from './target.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const ENTRIES: WrittenEntry[] = [
  { name: 'a/1.dcm', bytes: text('slice one, slice one, slice one, slice one') },
  { name: 'a/2.dcm', bytes: text('slice two'), method: 0 },
  { name: 'b/', method: 0 },
];

/** Walked as the device walks it, archives in it included, all of it inflated. */
export const zipTarget: Target = {
  name: 'zip',
  seeds: () => [
    writeZip(ENTRIES),
    writeZip(ENTRIES.map((entry) => ({ ...entry, descriptor: true }))),
    writeZip(
      ENTRIES.map((entry) => ({ ...entry, zip64: true })),
      { zip64End: true },
    ),
    writeZip(ENTRIES, { before: new Uint8Array(40), after: new Uint8Array(9) }),
    writeZip(ENTRIES, { cutDirectory: true }),
    writeZip([
      { name: 'in/x.zip', bytes: writeZip(ENTRIES) },
      { name: Uint8Array.of(0x8e, 0x52, 0x93, 0x63), bytes: text('name') },
    ]),
  ],
  read: (bytes) => read(bytes, 'x.zip'),
  realPaths: ['archives/names-shift-jis.zip', 'archives/hospital-cd.zip', 'archives/truncated.zip'],
};

export const tarTarget: Target = {
  name: 'tar',
  testCases: 5_000,
  seeds: () => {
    const entries = [
      { name: 'a/', type: '5' },
      { name: 'a/1.dcm', bytes: text('slice one') },
      { name: 'long', type: 'L', bytes: text(`${'long/'.repeat(30)}2.dcm`) },
      { name: '2.dcm', bytes: text('slice two '.repeat(60)), prefix: 'b' },
      { name: 'pax', type: 'x', bytes: joinBytes([paxRecord('path', 'c/3.dcm'), paxRecord('size', '4')]) },
      { name: '3.dcm', bytes: text('thre') },
    ];
    const tar = writeTar(entries);
    return [tar, writeTar(entries, false), gzipSync(tar), joinBytes([gzipSync(tar.subarray(0, 900)), gzipSync(tar.subarray(900))])];
  },
  read: (bytes) => read(bytes, 'x.tar.gz'),
  realPaths: ['archives/gnu-longlink.tar', 'archives/pax-long-paths.tgz'],
};

async function read(bytes: Uint8Array, name: string): Promise<void> {
  const { files, problems } = await walked(bytes, name);
  const length = Object.values(files).reduce((sum, file) => sum + file.length, 0);
  if (length > createBudget(bytes.length).bytes) throw new Error(`${length} of ${bytes.length} bytes`);
  const paths = [...Object.keys(files), ...problems];
  const odd = paths.find((path) => path.split('/').some((part) => part === '..' || part === '') || path.length > 3200);
  if (odd !== undefined) throw new Error('A path that leads somewhere');
}
