import { matchesGlob } from 'node:path';

/** Rooms of the product whose tests are tested: small faults are planted in `sources`, one at a time, and `tests` must notice each. */
export interface Room {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Of these. They take seconds each time, and notice what the others notice. */
  readonly longTests: readonly string[];
  /** How the project of config/vitest.config.ts that has these tests runs them. */
  readonly project: 'unit' | 'server';
}

/** Doubles and benches of the tests, and suites that several adapters run: a fault in them says nothing about the product. */
const NOT_PRODUCT = [
  '!**/*.test.{ts,tsx}',
  '!**/*.conformance.ts',
  '!**/*.example.ts',
  '!**/*-test-bench.ts',
  '!**/{fake,test,lossy}-*.ts',
];

/** They hand what stands beside them to React, which no unit test renders; the browser tests hold them. */
const HOOKS = '!**/use-*.ts';

const room = (name: string, folder: string, project: Room['project'], longTests: readonly string[] = []): Room => ({
  name,
  sources: [`${folder}/**/*.ts`, ...NOT_PRODUCT, HOOKS],
  tests: [`${folder}/**/*.test.ts`],
  longTests,
  project,
});

export const ROOMS: readonly Room[] = [
  room('sw', 'sw', 'unit'),
  room('transfer', 'src/transfer', 'unit'),
  room('localdb', 'src/localdb', 'unit', ['src/localdb/{fault-points,cost}.test.ts']),
  room('storage', 'src/server/storage', 'server'),
  room('receive', 'src/server/rules/receive', 'server', ['src/server/rules/receive/{faults,repeats}.test.ts']),
  room('dicom', 'src/imaging/dicom', 'unit', ['src/imaging/dicom/{hostile,too-many-elements,codecs/damaged-streams}.test.ts']),
  room('deidentify', 'src/imaging/deidentify', 'unit', ['src/imaging/deidentify/{every-attribute,hostile}.test.ts']),
];

/** Whether faults are planted in the file (a path from the checkout's folder) when the room is run. */
export function isSourceOf({ sources }: Room, file: string): boolean {
  return sources.every((one) => (one.startsWith('!') ? !matchesGlob(file, one.slice(1)) : matchesGlob(file, one)));
}
