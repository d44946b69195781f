import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PEERS } from '#tests/bench/peers.ts';
import { FAR_ADDRESS, type BadLink } from './namespaces.ts';
import type { LinkStudy } from './product.ts';

const LONGEST_SECONDS = 20;

export interface PeerWay {
  how: 'tus' | 'put';
  lanes: number;
}

/** MB/s of peers/link-client.js over the link to peers/upload-server.js: the study once, or what was begun within twenty seconds. */
export async function rateOfPeer(link: BadLink, { folder }: LinkStudy, { how, lanes }: PeerWay, tempFolder: string): Promise<number> {
  const kept = join(tempFolder, 'kept');
  await mkdir(kept);
  const server = within(link.far, 'upload-server.js', [FAR_ADDRESS, kept]);
  const child = spawn(server.program, server.words, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    link.makeBad();
    const origin = `http://${FAR_ADDRESS}:${Number(String(port))}`;
    const client = within(link.near, 'link-client.js', [origin, folder, how, String(lanes), String(LONGEST_SECONDS)]);
    const { stdout } = await promisify(execFile)(client.program, client.words);
    const { bytes, seconds } = JSON.parse(stdout) as { bytes: number; seconds: number };
    return bytes / 1e6 / seconds;
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await rm(kept, { recursive: true });
  }
}

function within(end: readonly string[], script: string, words: readonly string[]): { program: string; words: string[] } {
  const [program, ...rest] = [...end, process.execPath, join(PEERS, script), ...words];
  return { program: program!, words: rest };
}
