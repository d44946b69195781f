import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';

interface Receipt {
  session: string;
  created_at: string;
  studies: {
    studyUuid: string;
    root: string;
    files: { name: string; size: number; sha256: string; original_sha256?: string; proved: boolean }[];
  }[];
}

const SESSION = '7c1e40ab-0000-4000-8000-000000000001';
const STUDIES = [
  { uuid: '7c1e40ab-0000-4000-8000-000000000011', names: ['1-01.dcm', '1-02.dcm', 'back\\slash.dcm'] },
  { uuid: '7c1e40ab-0000-4000-8000-000000000012', names: ['2/IM1', '2/IM2'] },
];

let base: string;
let folder: string;
let receiptPath: string;
let receipt: Receipt;

/** Two studies on the disk, and their receipt as the server writes it; the roots are made by sha256sum, which is no part of the product. */
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'lightship-receipt-'));
  folder = join(base, 'export');
  await mkdir(join(folder, '2'), { recursive: true });
  receipt = { session: SESSION, created_at: '2026-11-20 09:03:02', studies: [] };
  for (const { uuid, names } of STUDIES) {
    const files = await Promise.all(names.map(writeImage));
    const paths = names.map((name) => join(folder, name));
    receipt.studies.push({ studyUuid: uuid, root: await rootBySha256sum(paths), files });
  }
  receiptPath = join(base, `lightship-receipt-${SESSION}.json`);
  await writeFile(receiptPath, JSON.stringify(receipt));
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function writeImage(path: string): Promise<Receipt['studies'][number]['files'][number]> {
  const bytes = Buffer.from(`image ${path}`.repeat(1000));
  await writeFile(join(folder, path), bytes);
  return { name: basename(path), size: bytes.length, sha256: sha256(bytes), proved: true };
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** As docs/receipts.md tells it: names without folders, sorted as bytes. */
function rootBySha256sum(paths: readonly string[]): Promise<string> {
  const command = 'for path in "$@"; do (cd "$(dirname "$path")" && sha256sum "$(basename "$path")"); done | LC_ALL=C sort | sha256sum';
  return new Promise((resolve, reject) =>
    execFile('bash', ['-c', command, 'bash', ...paths], (error, stdout) => (error ? reject(error) : resolve(stdout.slice(0, 64)))),
  );
}

function checkReceipt(...given: string[]): Promise<{ code: number; said: string[] }> {
  // npm tells from where it was called, and these tests may run under it.
  const { INIT_CWD: _, ...env } = process.env;
  return new Promise((resolve) =>
    execFile(process.execPath, [join(CHECKOUT, 'src/commands/check-receipt.ts'), ...given], { cwd: base, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}`.trim().split('\n') }),
    ),
  );
}

describe('npm run receipt', () => {
  it('finds a folder identical, whatever its layout', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await rename(join(folder, '1-02.dcm'), join(folder, 'elsewhere', 'renamed'));
    await writeFile(join(folder, 'notes.txt'), 'not of the upload');
    const { code, said } = await checkReceipt(basename(receiptPath), 'export');
    expect(said).toEqual([
      `Study 1 of 2 (${STUDIES[0]!.uuid}): 3 of 3 files identical`,
      `  root ${receipt.studies[0]!.root} matches`,
      `Study 2 of 2 (${STUDIES[1]!.uuid}): 2 of 2 files identical`,
      `  root ${receipt.studies[1]!.root} matches`,
      '5 of 5 files identical',
    ]);
    expect(code).toBe(0);
  });

  it('names a file with one changed byte', async () => {
    await writeFile(join(folder, '1-02.dcm'), Buffer.from('Image 1-02.dcm' + 'image 1-02.dcm'.repeat(999)));
    const { code, said } = await checkReceipt(receiptPath, folder);
    expect(said[0]).toBe(`Study 1 of 2 (${STUDIES[0]!.uuid}): 2 of 3 files identical`);
    expect(said[1]).toBe('  other content under the same name: "1-02.dcm"');
    expect(said.at(-1)).toBe('4 of 5 files identical: the folder and the receipt differ');
    expect(code).toBe(1);
  });

  it('names a missing file', async () => {
    await rm(join(folder, '2/IM1'));
    const { code, said } = await checkReceipt(receiptPath, folder);
    expect(said).toContain('  missing: "IM1"');
    expect(code).toBe(1);
  });

  it('recognises the originals of de-identified files', async () => {
    const [study] = receipt.studies;
    study!.files = study!.files.map((file, n) => ({
      ...{ name: `0000${n + 1}.dcm`, size: file.size + 7, sha256: sha256(`made of ${file.sha256}`), proved: true },
      original_sha256: file.sha256,
    }));
    study!.root = sha256(
      study!.files
        .map((file) => `${file.sha256}  ${file.name}\n`)
        .toSorted()
        .join(''),
    );
    await writeFile(receiptPath, JSON.stringify(receipt));
    const { code, said } = await checkReceipt(receiptPath, folder);
    expect([code, said.at(-1)]).toEqual([0, '5 of 5 files identical']);
    await rm(join(folder, '1-02.dcm'));
    expect((await checkReceipt(receiptPath, folder)).code).toBe(1);
  });

  it('detects a line that was removed from the receipt or changed', async () => {
    const [first, second] = receipt.studies as [Receipt['studies'][number], Receipt['studies'][number]];
    const shortened = { ...receipt, studies: [{ ...first, files: first.files.slice(1) }, second] };
    await writeFile(receiptPath, JSON.stringify(shortened));
    expect(await checkReceipt(receiptPath, folder)).toMatchObject({
      code: 1,
      said: expect.arrayContaining([
        `  root ${first.root} does not match the files in the receipt`,
        '4 of 4 files identical: the folder and the receipt differ',
      ]),
    });
    const renamed = {
      ...receipt,
      studies: [{ ...first, files: first.files.map((file, n) => (n === 0 ? { ...file, name: 'other.dcm' } : file)) }, second],
    };
    await writeFile(receiptPath, JSON.stringify(renamed));
    expect((await checkReceipt(receiptPath, folder)).code).toBe(1);
  });

  it('does not report unverified files as identical', async () => {
    receipt.studies[1]!.files[0]!.proved = false;
    await writeFile(receiptPath, JSON.stringify(receipt));
    const { code, said } = await checkReceipt(receiptPath, folder);
    expect(said).toContain('  not verified on the server: "IM1"');
    expect(code).toBe(1);
  });

  it('reports in one line what is wrong with its arguments', async () => {
    expect(await checkReceipt(receiptPath)).toEqual({ code: 1, said: ['Usage: npm run receipt -- <receipt.json> <folder>'] });
    expect(await checkReceipt(receiptPath, 'nowhere')).toEqual({ code: 1, said: ['nowhere is not a folder.'] });
    await writeFile(receiptPath, '{"studies":[]}');
    expect(await checkReceipt(receiptPath, folder)).toEqual({ code: 1, said: ['The receipt lists no files.'] });
    await writeFile(receiptPath, '{"studies":[{}]}');
    expect(await checkReceipt(basename(receiptPath), folder)).toEqual({ code: 1, said: [`${basename(receiptPath)} is not a receipt.`] });
  });
});
