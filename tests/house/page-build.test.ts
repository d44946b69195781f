import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs } from '#commands/page-build.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lightship-inputs-'));
  await mkdir(join(root, 'src/app'), { recursive: true });
  await writeFile(join(root, 'src/app/main.tsx'), 'main');
  await writeFile(join(root, 'index.html'), '<!doctype html>');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const hash = (): Promise<string> => hashInputs(root, ['src/app', 'index.html', 'absent']);

describe('the built page is outdated', () => {
  it.each([
    ['the content of a file has changed', () => writeFile(join(root, 'src/app/main.tsx'), 'other')],
    ['a file is new', () => writeFile(join(root, 'src/app/more.tsx'), '')],
    ['a file is gone', () => rm(join(root, 'src/app/main.tsx'))],
    ['a single file that is an input has changed', () => writeFile(join(root, 'index.html'), '')],
    ['a missing file now exists', () => writeFile(join(root, 'absent'), '')],
  ])('when %s', async (_, change) => {
    const before = await hash();
    await change();
    expect(await hash()).not.toBe(before);
  });

  it('when bytes move from one file to the next', async () => {
    await writeFile(join(root, 'src/app/a.ts'), 'ab');
    await writeFile(join(root, 'src/app/b.ts'), 'c');
    const before = await hash();
    await writeFile(join(root, 'src/app/a.ts'), 'a');
    await writeFile(join(root, 'src/app/b.ts'), 'bc');
    expect(await hash()).not.toBe(before);
  });
});

describe('the built page is current', () => {
  it('when only times have changed', async () => {
    const before = await hash();
    await utimes(join(root, 'src/app/main.tsx'), new Date(0), new Date(0));
    expect(await hash()).toBe(before);
  });

  it('when only a test has changed', async () => {
    const before = await hash();
    await writeFile(join(root, 'src/app/main.test.tsx'), 'it()');
    expect(await hash()).toBe(before);
  });
});
