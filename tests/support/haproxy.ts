import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CHECKOUT } from '#commands/checkout.ts';
import { findHaproxy } from '#commands/test-services/haproxy.ts';
import { freePorts } from '#commands/test-services/service.ts';
import type { Balancer } from './balancer.ts';

const NAMES = ['one', 'two'] as const;

/** deploy/haproxy.cfg with the addresses of a test; everything else is as operators get it. */
export function haproxyWith(text: string, { ports, bind }: { ports: readonly number[]; bind: string }): string {
  const config = NAMES.reduce(
    (all, name, index) => all.replaceAll(`server ${name} 192.0.2.1${index + 1}:8080`, `server ${name} 127.0.0.1:${ports[index]!}`),
    text.replace('bind :443 ssl crt /etc/haproxy/lightship.pem', bind).replace('log /dev/log', 'log stdout format raw'),
  );
  if (config.includes('192.0.2.') || config.includes('/dev/log') || !config.includes(bind))
    throw new Error('deploy/haproxy.cfg has other addresses than this test expects');
  return config;
}

/** HAProxy with the configuration for operators, without TLS, before two servers whose ports are known already. */
export async function openHaproxy(
  folder: string,
  portOf: readonly (() => number)[],
  onAnswer: () => void = () => undefined,
): Promise<Omit<Balancer, 'cut'> & { log(): string }> {
  const program = findHaproxy();
  if (program === null) throw new Error('There is no HAProxy');
  const [port] = await freePorts(1);
  const path = join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  const text = await readFile(join(CHECKOUT, 'deploy/haproxy.cfg'), 'utf8');
  const config = haproxyWith(text, { ports: portOf.map((of) => of()), bind: `bind 127.0.0.1:${port}` });
  // TLS is in tests/e2e/recovery/reverse-proxy.test.ts. Nothing else differs.
  await writeFile(path, config.replace(' alpn http/1.1', ''));
  const answered = NAMES.map(() => 0);
  const isUp = NAMES.map(() => true);
  let said = '';
  let rest = '';
  const proxy = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(proxy, 'exit');
  function read(line: string): void {
    // Written by HAProxy for each request, and for each server that comes or goes.
    const request = / \w+~? \w+\/(one|two) [\d+/-]+ (\d{3}) /.exec(line);
    const change = /^Server calls\/(one|two) is (UP|DOWN)/.exec(line);
    if (request) {
      answered[NAMES.indexOf(request[1] as 'one')]! += 1;
      onAnswer();
    }
    if (change) isUp[NAMES.indexOf(change[1] as 'one')] = change[2] === 'UP';
  }
  for (const stream of [proxy.stdout, proxy.stderr])
    stream.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-10_000);
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) read(line);
    });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) {
    if (proxy.exitCode !== null) throw new Error(`HAProxy did not start: ${said}`);
    await pause(50);
  }
  return {
    port: port!,
    answered: () => answered,
    log: () => said,
    async allReady() {
      while (!isUp.every(Boolean)) await pause(50);
    },
    async close() {
      proxy.kill('SIGTERM');
      await ended;
    },
  };
}
