import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForPage } from '#tests/bench/page-script.ts';
import { PEERS } from '#tests/bench/peers.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';

/** Exports of peers/uppy-sending-page.js, whose packages the checks of this repository do not know. */
interface UppyGlobal {
  uppyPage: { send(): Promise<{ seconds: number; sent: number; failed: number }> };
}

/** How Uppy sends, and what its server does with a file before it answers: write it, or fsync and hash it as well. */
export interface UppyWay {
  plugin: 'xhr' | 'tus';
  server: 'plain' | 'proved';
}

export interface UppySending {
  /** A folder of so many files, chosen before, until the last of them is answered. */
  sendSeconds(folder: string, files: number, way: UppyWay): Promise<number>;
  dispose(): Promise<void>;
}

/** Uppy in a browser with a new profile each time, and peers/upload-server.js in a process of its own. */
export async function startUppySending(tempFolder: string): Promise<UppySending> {
  const script = join(tempFolder, 'page.js');
  const kept = join(tempFolder, 'kept');
  await mkdir(kept, { recursive: true });
  await writeFile(script, await bundleForPage(join(PEERS, 'uppy-sending-page.js'), 'uppyPage'));
  const child = spawn(process.execPath, [join(PEERS, 'upload-server.js'), '127.0.0.1', kept, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const origin = `http://localhost:${Number(String(port))}`;
  return {
    async sendSeconds(folder, files, { plugin, server }) {
      const to = `/${server}/${plugin === 'tus' ? 'tus' : 'body'}`;
      const profile = join(tempFolder, 'profile');
      const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
      try {
        const page = context.pages()[0]!;
        await page.goto(`${origin}/?with=${plugin}&to=${to}`);
        await page.locator('input').setInputFiles(folder);
        const { seconds, sent, failed } = await page.evaluate(() => (globalThis as unknown as UppyGlobal).uppyPage.send());
        if (sent !== files) throw new Error(`Uppy sent ${sent} of ${files} files by ${to}, ${failed} failed`);
        return seconds;
      } finally {
        await killBrowser(profile, context);
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
        // What is not on the disk yet would be written in the turn of the next one.
        await rm(kept, { recursive: true });
        await mkdir(kept);
      }
    },
    async dispose() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
