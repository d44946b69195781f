import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightship-chromium-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function install(path: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
}

describe('the browser of the tests', () => {
  it('is the Chromium on PATH', async () => {
    const chromium = await install('bin/chromium');
    const downloaded = await install('playwright/chrome');
    expect(findChromium(join(folder, 'bin'), downloaded)).toEqual({ ok: true, path: chromium });
  });

  it('is Google Chrome where there is no Chromium', async () => {
    const chrome = await install('bin/google-chrome');
    expect(findChromium(join(folder, 'bin'), join(folder, 'absent'))).toEqual({ ok: true, path: chrome });
  });

  it('is Chromium even where Chrome comes first in PATH', async () => {
    await install('first/google-chrome');
    const chromium = await install('second/chromium');
    expect(findChromium([join(folder, 'first'), join(folder, 'second')].join(delimiter), '')).toEqual({ ok: true, path: chromium });
  });

  it("is Playwright's own download where PATH has none", async () => {
    const downloaded = await install('playwright/chrome');
    expect(findChromium(join(folder, 'bin'), downloaded)).toEqual({ ok: true, path: downloaded });
  });

  it('is asked for in one line, with the command that helps', () => {
    const search = findChromium(join(folder, 'bin'), join(folder, 'absent'));
    expect(search).toEqual({ ok: false, line: expect.stringMatching(/^[^\n]*npx playwright install chromium$/) });
  });
});
