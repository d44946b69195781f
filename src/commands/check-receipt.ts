import './use-node-24.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * `npm run receipt -- <receipt.json> <folder>`: checks whether the files of a folder are those of a server's receipt (docs/receipts.md). The exit
 * code is 0 if every file of the receipt is in the folder, byte for byte, and the receipt is consistent; otherwise 1. It shares no code with the
 * server that it checks.
 */
interface Receipt {
  studies: readonly ReceiptStudy[];
}

interface ReceiptStudy {
  studyUuid: string;
  root: string;
  files: readonly ReceiptFile[];
}

interface ReceiptFile {
  name: string;
  size: number;
  sha256: string;
  /** Of the original of a de-identified file. */
  original_sha256?: unknown;
  proved: boolean;
}

const USAGE = 'Usage: npm run receipt -- <receipt.json> <folder>';
const HASHES_AT_ONCE = 4;

const [receiptPath, folderPath, ...others] = process.argv.slice(2);
const end = await check();
(end.identical ? console.log : console.error)(end.line);
process.exitCode = end.identical ? 0 : 1;

async function check(): Promise<{ identical: boolean; line: string }> {
  if (receiptPath === undefined || folderPath === undefined || others.length > 0) return { identical: false, line: USAGE };
  const folder = fromCaller(folderPath);
  if (!(await isFolder(folder))) return { identical: false, line: `${folderPath} is not a folder.` };
  const receipt = await readReceipt(fromCaller(receiptPath));
  if (receipt === null) return { identical: false, line: `${receiptPath} is not a receipt.` };
  return compare(receipt, await readFolder(folder, receipt));
}

/** npm runs a script in the folder of the package, so relative paths are resolved from the folder of the caller. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readReceipt(path: string): Promise<Receipt | null> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isRecord(read) && isListOf(read['studies'], isStudy) ? { studies: read['studies'] } : null;
  } catch {
    return null;
  }
}

function isStudy(value: unknown): value is ReceiptStudy {
  return isRecord(value) && isText(value['studyUuid']) && isText(value['root']) && isListOf(value['files'], isFile);
}

function isFile(value: unknown): value is ReceiptFile {
  if (!isRecord(value)) return false;
  return isText(value['name']) && isText(value['sha256']) && typeof value['size'] === 'number' && typeof value['proved'] === 'boolean';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

interface Folder {
  /**
   * SHA-256 of the files whose size is in the receipt, because no other file can match. Sizes of originals are not in the receipt, so with
   * originals all files are hashed.
   */
  hashes: ReadonlySet<string>;
  /** Paths of the files with a name, relative to the folder. */
  pathsByName: ReadonlyMap<string, readonly string[]>;
}

/** Every regular file below the folder, in any layout. Bytes are streamed, because a file may be larger than the memory. */
async function readFolder(folder: string, receipt: Receipt): Promise<Folder> {
  const files = receipt.studies.flatMap((study) => study.files);
  const sizes = new Set(files.map((file) => file.size));
  const hasOriginals = files.some((file) => isText(file.original_sha256));
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const pathsByName = Map.groupBy(
    entries.map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) })),
    ({ name }) => name,
  );
  const hashes = new Set<string>();
  const waiting = entries.values();
  const lane = async (): Promise<void> => {
    for (const entry of waiting) {
      const path = join(entry.parentPath, entry.name);
      if (hasOriginals || sizes.has((await stat(path)).size)) hashes.add(await hashOf(path));
    }
  };
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, lane));
  return {
    hashes,
    pathsByName: new Map([...pathsByName].map(([name, found]) => [name, found.map(({ path }) => relative(folder, path))])),
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function compare(receipt: Receipt, folder: Folder): { identical: boolean; line: string } {
  const files = receipt.studies.flatMap((study) => study.files);
  if (files.length === 0) return { identical: false, line: 'The receipt lists no files.' };
  let identical = 0;
  let isWhole = true;
  for (const [index, study] of receipt.studies.entries()) {
    const same = study.files.filter((file) => file.proved && isIn(folder, file));
    const rootFits = rootOf(study.files) === study.root;
    identical += same.length;
    isWhole &&= rootFits && same.length === study.files.length;
    console.log(
      `Study ${index + 1} of ${receipt.studies.length} (${study.studyUuid}): ${same.length} of ${filesText(study.files.length)} identical`,
    );
    for (const file of study.files.filter((one) => !same.includes(one))) console.log(`  ${whyNot(file, folder)}`);
    console.log(rootFits ? `  root ${study.root} matches` : `  root ${study.root} does not match the files in the receipt`);
  }
  return {
    identical: isWhole,
    line: `${identical} of ${filesText(files.length)} identical${isWhole ? '' : ': the folder and the receipt differ'}`,
  };
}

/** As on the server, or as before de-identification. */
function isIn({ hashes }: Folder, { sha256, original_sha256 }: ReceiptFile): boolean {
  return hashes.has(sha256) || (isText(original_sha256) && hashes.has(original_sha256));
}

/** SHA-256 of the output of `sha256sum * | LC_ALL=C sort` for the verified files. */
function rootOf(files: readonly ReceiptFile[]): string {
  const lines = files.filter((file) => file.proved).map((file) => Buffer.from(sha256sumLine(file)));
  const hash = createHash('sha256');
  for (const line of lines.toSorted(Buffer.compare)) hash.update(line);
  return hash.digest('hex');
}

/** As printed by sha256sum: a name with a backslash or a line break is escaped, and its line begins with a backslash. */
function sha256sumLine({ sha256, name }: ReceiptFile): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${sha256}  ${escaped}\n`;
}

function filesText(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** Content first: a file of the same name is mentioned only if the content is nowhere in the folder. */
function whyNot(file: ReceiptFile, { pathsByName }: Folder): string {
  if (!file.proved) return `not verified on the server: ${shown(file.name)}`;
  const paths = pathsByName.get(file.name);
  return paths === undefined ? `missing: ${shown(file.name)}` : `other content under the same name: ${paths.map(shown).join(', ')}`;
}

/** A name comes from an untrusted file and must not control the terminal. */
function shown(name: string): string {
  return JSON.stringify(name);
}
