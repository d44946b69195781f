import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { unprivileged } from './machine.ts';
import { firstLine, type Found } from './tries.ts';

/** A server that runs only for the tests. */
export interface Service {
  /** Environment variables that tell the tests where it is. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Not as root, and in a separate process group: Ctrl+C reaches only the command, which stops its servers in order. `output` receives the server's
 * output.
 */
export function startServer(program: string, args: readonly string[], folder: string, output: (text: string) => void): ChildProcess {
  const child = spawn(program, args, { ...unprivileged(), cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.on('data', (bytes: Buffer) => output(bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => output(bytes.toString()));
  child.on('error', (error) => output(error.message));
  // Pressing Ctrl+C twice skips the orderly stop.
  process.once('exit', () => child.kill());
  return child;
}

/** A server that does not start is reported but does not stop the run. */
export function started(what: string, starting: Promise<Service>, say: (line: string) => void): Promise<Found<Service>> {
  return starting.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => {
      const why = firstLine(String(error));
      say(`${what}: ${why}`);
      return { ok: false, why };
    },
  );
}

export async function stopServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Ports that the system has just reported free. Requested together, so that none is returned twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
