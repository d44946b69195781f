import { BasicProfile, DicomDeidentifier } from '@umessen/dicom-deidentifier';
import dicomParser from 'dicom-parser';
import { describe, expect, test } from 'vitest';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { identifyingFile, LISTED, secretOf } from '#tests/fixtures/identifying-file.ts';
import type { ActionCode } from './profile.ts';

/**
 * One object with a value for every attribute of table E.1-1, after the Basic Profile. What may be left of each is said twice by others: by the
 * standard's definition of the action code (PS3.15 E.3), and by another implementation, whose table is of an older edition.
 */
type Outcome = 'absent' | 'empty' | 'same' | 'other';

/** PS3.15 table E.1-1a: X remove, Z empty or dummy, D dummy, U other UID; combined: by type, so each of them is right for some object. */
const ALLOWED: Record<ActionCode, readonly Outcome[]> = {
  X: ['absent'],
  Z: ['empty', 'other'],
  D: ['other'],
  U: ['other'],
  'X/Z': ['absent', 'empty'],
  'X/D': ['absent', 'other'],
  'Z/D': ['empty', 'other'],
  'X/Z/D': ['absent', 'empty', 'other'],
  'X/Z/U*': ['absent', 'empty', 'other'],
};

const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const original = identifyingFile();
const ours = await Promise.all(
  SYNTAXES.map(async (transferSyntaxUid) => {
    const file = identifyingFile({ transferSyntaxUid });
    return { file, bytes: (await deidentified(file)).bytes };
  }),
);
const theirs = new Uint8Array(new DicomDeidentifier({ profileOptions: [BasicProfile] }).deidentify(original));

describe('every attribute of table E.1-1', () => {
  test('is in the tested object', () => {
    expect(LISTED.length).toBe(611);
    for (const { tag, name } of LISTED) expect(dicomParser.parseDicom(original).elements[keyOf(tag)], name).toBeDefined();
  });

  test.each(LISTED.map((attribute) => [keyOf(attribute.tag), attribute.name, attribute] as const))(
    '%s %s',
    (_key, _name, { tag, action }) => {
      for (const { file, bytes } of ours) expect(ALLOWED[action]).toContain(outcomeOf(tag, file, bytes));
      // What the other implementation takes out, ours may not leave.
      if (outcomeOf(tag, original, theirs) !== 'same') expect(outcomeOf(tag, original, ours[0]!.bytes)).not.toBe('same');
    },
  );

  test('leaves nothing of its value anywhere, in any encoding', () => {
    for (const { bytes } of ours) {
      const text = Buffer.from(bytes).toString('latin1');
      // The reason for a reference to another image is a code, and stays.
      for (const { tag, name } of LISTED.filter(({ action }) => action !== 'X/Z/U*'))
        expect(text.includes(secretOf(tag)), name).toBe(false);
      for (const secret of ['19570312', '101112', '1.2.3.', '57.31', '057Y', 'secret.example'])
        expect(text.includes(secret), secret).toBe(false);
    }
  });

  test('is also removed by the other implementation, when its edition of the table has the attribute', () => {
    const agreed = LISTED.filter(({ tag }) => outcomeOf(tag, original, theirs) !== 'same');
    expect(agreed.length).toBeGreaterThan(400);
  });
});

/** Of an element of the object: what the file that may leave has of it. */
function outcomeOf(tag: number, before: Uint8Array, after: Uint8Array): Outcome {
  const value = valueOf(tag, after);
  if (value === null) return 'absent';
  if (value === '') return 'empty';
  return trimmed(value) === trimmed(valueOf(tag, before) ?? '') ? 'same' : 'other';
}

const parsed = new Map<Uint8Array, dicomParser.DataSet>();

function valueOf(tag: number, file: Uint8Array): string | null {
  const dataSet = parsed.get(file) ?? dicomParser.parseDicom(file);
  parsed.set(file, dataSet);
  const element = dataSet.elements[keyOf(tag)];
  if (!element) return null;
  return Buffer.from(dataSet.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)).toString('latin1');
}

/** Without what fills a value up to an even length. */
function trimmed(value: string): string {
  return value.replace(/[\0 ]+$/, '');
}

function keyOf(tag: number): string {
  return `x${tag.toString(16).padStart(8, '0')}`;
}
