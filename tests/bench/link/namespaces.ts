import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Of the benchmarking range (RFC 2544): nothing else has them, and nothing leaves the two namespaces. */
const NEAR_ADDRESS = '198.18.0.1';
export const FAR_ADDRESS = '198.18.0.2';

export interface LinkQuality {
  kbit: number;
  roundTripMs: number;
  lossPercent: number;
  /** What waits longer before the bottleneck is dropped. */
  queueMs: number;
}

/** Two hosts of this machine's own, and nothing between them but the link. */
export interface BadLink {
  /** Words before a command that run it at the one end, or at the other. */
  near: readonly string[];
  far: readonly string[];
  /** A perfect wire until then. */
  makeBad(): void;
  /** Bytes of IP packets that have come out at the far end. */
  bytesArrived(): Promise<number>;
  dispose(): Promise<void>;
}

/** Null where links can be emulated. */
export function whyNoLinks(): string | null {
  if (process.platform !== 'linux') return 'namespaces of networks are Linux';
  if (process.getuid?.() !== 0) return 'only root makes namespaces of networks';
  if (!existsSync('/dev/net/tun')) return 'no /dev/net/tun here';
  const lacking = [
    ['cc', '--version', 'a C compiler'],
    ['ip', '-V', 'ip (Debian: apt install iproute2)'],
  ].find(([command, flag]) => spawnSync(command!, [flag!]).error !== undefined);
  return lacking ? `no ${lacking[2]} here` : null;
}

export async function buildEmulator(tempFolder: string): Promise<string> {
  const program = join(tempFolder, 'emulated-link');
  await run('cc', ['-O2', '-o', program, join(import.meta.dirname, 'emulated-link.c')]);
  return program;
}

export async function openBadLink(emulator: string, quality: LinkQuality): Promise<BadLink> {
  const [near, far] = [`lightship-near-${process.pid}`, `lightship-far-${process.pid}`];
  const ip = (...words: string[]) => run('ip', words);
  const removeBoth = () => Promise.allSettled([ip('netns', 'del', near), ip('netns', 'del', far)]);
  try {
    for (const name of [near, far]) await ip('netns', 'add', name);
    const { kbit, roundTripMs, lossPercent, queueMs } = quality;
    const words = [near, far, ...[roundTripMs / 2, lossPercent, kbit, queueMs].map(String)];
    const child = spawn(emulator, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const said = await lines.next();
    if (said.value !== 'ready') throw new Error('The emulated link did not begin');
    await ends(near, NEAR_ADDRESS, FAR_ADDRESS);
    await ends(far, FAR_ADDRESS, NEAR_ADDRESS);
    return {
      near: ['ip', 'netns', 'exec', near],
      far: ['ip', 'netns', 'exec', far],
      makeBad: () => child.stdin.write('bad\n'),
      async bytesArrived() {
        child.stdin.write('bytes\n');
        return Number((await lines.next()).value);
      },
      async dispose() {
        const gone = once(child, 'exit');
        child.stdin.end();
        await gone;
        await removeBoth();
      },
    };
  } catch (error) {
    await removeBoth();
    throw error;
  }

  async function ends(name: string, own: string, other: string): Promise<void> {
    await ip('-n', name, 'link', 'set', 'lo', 'up');
    await ip('-n', name, 'link', 'set', 'link0', 'up');
    await ip('-n', name, 'addr', 'add', own, 'peer', other, 'dev', 'link0');
    // What the machines of clinicians do, whatever this one is set to.
    await ip('-n', name, 'route', 'replace', other, 'dev', 'link0', 'congctl', 'cubic');
  }
}
