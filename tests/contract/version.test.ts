import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONTRACT_VERSION } from '#contract/version.ts';
import { compareWire, wireSchema, type WrittenWire } from './wire-schema.ts';

const SCHEMA_FILE = fileURLToPath(new URL('schema.json', import.meta.url));
const WRITE = process.env['LIGHTSHIP_TEST_WRITE'] === '1';
const COMMAND = [
  'LIGHTSHIP_TEST_WRITE=1 npx vitest run -c config/vitest.config.ts --project contract tests/contract/version.test.ts',
  'npx oxfmt -c config/oxfmt.json tests/contract/schema.json',
].join('\n');

const HOW_TO = {
  same: '',
  changed: [
    'The wire differs from tests/contract/schema.json, and CONTRACT_VERSION is still that of the file.',
    'Pages and devices of the old version go on calling for weeks: an upload that waits on a device was written by one. Ask first whether',
    'they can (a field that is new must be optional in what comes in; nothing that they read may go).',
    'Then let CONTRACT_VERSION in src/contract/version.ts grow by one, add golden payloads of the old form, and write the file:',
    COMMAND,
  ].join('\n'),
  'to be written': `CONTRACT_VERSION has grown. Write the wire down, and look at the difference that you commit:\n${COMMAND}`,
};

describe('the contract', () => {
  it('matches the one that was recorded for its version', () => {
    const today = { version: CONTRACT_VERSION, ...wireSchema() };
    let verdict = compareWire(readWritten(), today);
    if (WRITE && verdict === 'to be written') {
      writeFileSync(SCHEMA_FILE, `${JSON.stringify(today, null, 2)}\n`);
      verdict = compareWire(readWritten(), today);
    }
    expect(verdict, HOW_TO[verdict]).toBe('same');
  });
});

describe('a contract', () => {
  const written: WrittenWire = { version: 4, calls: { login: { method: 'POST' } } };

  it('that equals the recorded one is unchanged', () => {
    expect(compareWire(written, structuredClone(written))).toBe('same');
  });

  it('that differs with the same or a smaller version has changed', () => {
    expect(compareWire(written, { ...written, calls: {} })).toBe('changed');
    expect(compareWire(written, { ...written, version: 3 })).toBe('changed');
  });

  it('with a larger version must be recorded, whether it differs or not', () => {
    expect(compareWire(written, { ...written, version: 5, calls: {} })).toBe('to be written');
    expect(compareWire(written, { ...written, version: 5 })).toBe('to be written');
    expect(compareWire(null, written)).toBe('to be written');
  });
});

function readWritten(): WrittenWire | null {
  return existsSync(SCHEMA_FILE) ? (JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as WrittenWire) : null;
}
