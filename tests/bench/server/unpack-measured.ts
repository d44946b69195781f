import { readFile } from 'node:fs/promises';
import type { UnpackedCount, UnpackedPart } from '#server/archives/archive-unpacker.ts';
import { unpackArchive } from '#server/archives/unpack-archive.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';

/** The same work in the same process, which then says what it has taken at most. */
const unpack: ProcessWork<
  { name: string; passwords: Readonly<Record<string, string>> },
  UnpackedCount & { peakMib: number },
  UnpackedPart
> = async (archive, [source], give) => ({ ...(await unpackArchive(source!, archive, give)), peakMib: await peakMib() });

/** Of this program alone: what the system counts for a process begins with what its parent had. */
async function peakMib(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kib === undefined ? process.resourceUsage().maxRSS / 1024 : Number(kib) / 1024;
}

export default unpack;
