import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codestreamTexts, patched } from '#imaging/deidentify/codestream-texts.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { ATTRIBUTES, isPrivate } from '#imaging/deidentify/profile.ts';
import { BASIC_PROFILE } from '#imaging/deidentify/settings.ts';
import { stillIdentifies } from '#imaging/deidentify/still-identifies.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { NOTE, realData } from './real-data.ts';

const codecs = createNodeCodecs();
const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 ? [set] : []));

describe.skipIf(!realData)(`real files after the Basic Profile${NOTE}`, () => {
  test.each(SETS)('%s: no patient data is left, and the pixels are unchanged', async (set) => {
    let judged = 0;
    for (const path of spread(realData!.files.flatMap((file) => (file.set === set ? [file.path] : [])))) {
      const header = await readDicomHeader(realData!.source(path));
      if (!header.ok || header.description.sopClassUid === MEDIA_DIRECTORY) continue;
      const { bytes } = await deidentified(realData!.source(path));
      const after = await readDicomHeader(createMemorySource(bytes));
      if (!after.ok) throw new Error(`${path}: ${after.why}`);
      await expectSamePixels(header, after, path);
      await expectNothingOf(header, after, path);
      expect(await stillIdentifies(after, BASIC_PROFILE, (name) => name === 'Anonymous 1'), path).toEqual({ ok: true, tags: [] });
      judged += 1;
    }
    if (set !== 'odd-files') expect(judged).toBeGreaterThan(0);
  });
});

/** Of a long series some forty files: the others say the same. */
function spread(paths: readonly string[]): string[] {
  const step = Math.ceil(paths.length / 40);
  return paths.filter((_, index) => index % step === 0);
}

const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10';

async function expectSamePixels(before: ReadHeader, after: ReadHeader, path: string): Promise<void> {
  const [was, is] = [before.description, after.description].map((description) => description.pixelData);
  expect(is === null, path).toBe(was === null);
  if (!was || !is) return;
  // Of undefined length: to the end of the file, or of the fragments.
  const length = was.encapsulated ? Math.min(before.source.size - was.offset, after.source.size - is.offset) : was.length;
  // Texts beside the samples are overwritten where they stand; the frame decodes to what it was.
  const texts = await codestreamTexts(before);
  if (texts === 'damaged') throw new Error(`${path}: damaged`);
  const { source } = patched(before.source, [{ offset: was.offset, length }], texts);
  const [old, now] = [await source.read(was.offset, length), await after.source.read(is.offset, length)];
  if (texts.length > 0)
    expect(await decodeFrame(after.source, after.description, 0, codecs), path).toEqual(
      await decodeFrame(before.source, before.description, 0, codecs),
    );
  expect(Buffer.compare(old, now), `${path}: pixels`).toBe(0);
  expect(after.description).toMatchObject({
    rows: before.description.rows,
    columns: before.description.columns,
    numberOfFrames: before.description.numberOfFrames,
  });
}

/** Names, identifiers and dates of the original, wherever they may have been, are searched in all that is not pixels. */
async function expectNothingOf(before: ReadHeader, after: ReadHeader, path: string): Promise<void> {
  const bytes = await after.source.read(0, after.description.pixelData?.offset ?? after.source.size);
  const text = Buffer.from(bytes).toString('latin1');
  for (const secret of await secretsOf(before)) expect(text.includes(secret), `${path}: ${secret}`).toBe(false);
  if (!(await isReadByOthers(before))) return;
  const elements = Object.keys(parse(bytes).elements).map((key) => Number.parseInt(key.slice(1), 16));
  expect(
    elements.filter((tag) => isPrivate(tag) || ATTRIBUTES.get(tag)?.action === 'X'),
    path,
  ).toEqual([]);
}

/** Some samples have elements without VR in a syntax that says otherwise: they stay so, and only we read them. */
async function isReadByOthers({ source, description }: ReadHeader): Promise<boolean> {
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  return safely(() => parse(bytes).string('x00080018')) === description.sopInstanceUid;
}

async function secretsOf({ source, description }: ReadHeader): Promise<string[]> {
  const { patientName, patientId, studyInstanceUid, seriesInstanceUid, sopInstanceUid } = description;
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  const found = (keys: readonly string[]) => keys.map((key) => safely(() => parse(bytes).string(key)) ?? '');
  const words = [patientName, patientId, ...found(PEOPLE)].flatMap((name) => name.split(/[\^\s=\\,]+/));
  const secrets = [...words.filter((word) => word.length >= 5 && /^[\x20-\x7e]+$/.test(word)), description.studyDate, ...found(PLACES)];
  // Some samples have a name of the standard's or of a device's in place of a person's: those are no secrets.
  return [...secrets, studyInstanceUid, seriesInstanceUid, sopInstanceUid].filter(
    (secret) => secret.length >= 5 && !/^anonym/i.test(secret),
  );
}

/** Referring, performing and reading physician, operator: word by word. */
const PEOPLE = ['x00080090', 'x00081050', 'x00081060', 'x00081070'];
/** Accession number, date of birth, institution: as a whole, of which a word may be that of a maker. */
const PLACES = ['x00080050', 'x00100030', 'x00080080'];

function parse(bytes: Uint8Array): dicomParser.DataSet {
  return dicomParser.parseDicom(bytes, { untilTag: 'x7fe00010' });
}

function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const run = promisify(execFile);
const dcmdump = await run('dcmdump', ['--version']).then(
  () => true,
  () => false,
);
const WHY = dcmdump ? '' : ' (skipped: no dcmdump on PATH; it comes with the package dcmtk)';

describe.skipIf(!realData || !dcmdump)(`read by dcmtk${NOTE}${WHY}`, () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-deidentified-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(SETS.filter((set) => !['odd-files', 'dicomdir'].includes(set)))('%s', async (set) => {
    const path = await firstReadByOthers(set);
    const file = join(folder, `${set}.dcm`);
    await writeFile(file, (await deidentified(realData!.source(path))).bytes);
    const { stdout, stderr } = await run('dcmdump', ['--quote-nonascii', '--load-short', file], { maxBuffer: 64 * 1024 ** 2 });
    expect(stderr).not.toMatch(/^[EF]:/m);
    expect(stdout).toMatch(/^\(0012,0062\) CS \[YES\]/m);
    expect(stdout).not.toMatch(/^\(0010,0010\) PN \[(?!Anonymous 1\])/m);
    expect(stdout).toMatch(/^\(0028,0303\) CS \[REMOVED\]/m);
    // An odd group is a vendor's.
    expect(stdout).not.toMatch(/^ *\([0-9a-f]{3}[13579bdf],/m);
  });
});

async function firstReadByOthers(set: string): Promise<string> {
  for (const { path } of realData!.files.filter((file) => file.set === set)) {
    const header = await readDicomHeader(realData!.source(path));
    if (header.ok && (await isReadByOthers(header))) return path;
  }
  throw new Error(`${set} has no file that dicom-parser reads`);
}
