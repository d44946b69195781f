import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface RunningProcess {
  pid: number;
  /** Split at spaces if the system does not separate the arguments (everywhere except Linux). */
  args: string[];
}

/** Linux has /proc, which needs no package (a bare Debian has no `ps`); other systems have `ps`. */
export async function runningProcesses(): Promise<RunningProcess[]> {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

/** Kills without a chance to clean up, and returns when the processes have ended. A process that has already ended is not an error. */
export async function killProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  while ((await livingOf(pids)).length > 0) await pause(10);
}

async function livingOf(pids: readonly number[]): Promise<number[]> {
  const living = await Promise.all(pids.map(async (pid) => signal(pid, 0) && !(await isZombie(pid))));
  return pids.filter((_, index) => living[index]);
}

/** True if the process exists. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Dead, but its parent has not collected its status: it runs nothing and holds no file. */
async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

async function fromProc(): Promise<RunningProcess[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      // It may have ended since the folder was listed.
      const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
      return { pid: Number(name), args: wordsOf(line) };
    }),
  );
  return found.filter(({ args }) => args.length > 0);
}

/** Chromium's children overwrite their command line with one string whose arguments are separated by spaces. */
function wordsOf(line: string): string[] {
  const words = line.split('\0').filter((word) => word !== '');
  return words.length === 1 ? words[0]!.split(' ') : words;
}

async function fromPs(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [pid, ...args] = line.trim().split(/\s+/);
    return pid === undefined || pid === '' ? [] : [{ pid: Number(pid), args }];
  });
}
