import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { toolEnvironment } from '#commands/checkout.ts';
import type { Found } from './tries.ts';

/** What the tries need of the machine. Tests of their order use their own. */
export interface Machine {
  isRoot: boolean;
  isLinux: boolean;
  exists(path: string): boolean;
  /** Names in a folder; empty if it does not exist. */
  list(folder: string): string[];
  /** The first program with that name in PATH. */
  onPath(name: string): string | null;
  /** Runs a program to completion. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Found<string>>;
  /** Aborts waiting when the command is stopped. */
  stopped?: AbortSignal;
}

export function thisMachine(stopped?: AbortSignal): Machine {
  return {
    ...(stopped ? { stopped } : {}),
    isRoot: process.getuid?.() === 0,
    isLinux: process.platform === 'linux',
    exists: existsSync,
    list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
    onPath(name) {
      const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
      return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
    },
    run: (program, args, env = {}) =>
      new Promise((resolve) => {
        // In a separate group and without interruption, because an interrupted apt-get leaves a broken system. Prompts get no input, instead of
        // waiting for it.
        const child = spawn(program, args, {
          env: { ...toolEnvironment(), ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: process.platform !== 'win32',
          shell: process.platform === 'win32',
        });
        let output = '';
        let errors = '';
        child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
        child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
        child.on('error', (error) => resolve({ ok: false, why: error.message }));
        child.on('close', (code) =>
          resolve(
            code === 0 ? { ok: true, value: output } : { ok: false, why: reasonOf(errors) || reasonOf(output) || `it ended with ${code}` },
          ),
        );
      }),
  };
}

/** The line with the error, or the last one. */
function reasonOf(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /^(E|error|fatal|npm error)\b/i.test(line)) ?? lines.at(-1) ?? '';
}

/** The user for servers that refuse root or should not have its rights. Empty if this process is not root. */
export function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('nobody:'));
  if (line === undefined) throw new Error('this system has no user nobody');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
