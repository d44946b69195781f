import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CONNECTIONS = 6;

export interface Orthanc {
  name: string;
  /** Files that it does not know yet, until the last was answered. */
  ingestSeconds(files: readonly Uint8Array[]): Promise<number>;
  dispose(): Promise<void>;
}

/** The DICOM server that a hospital would install, as its package is set up, with an empty store. */
export async function startOrthanc(folder: string): Promise<Orthanc | { reason: string }> {
  const version = spawnSync('Orthanc', ['--version'], { encoding: 'utf8' });
  if (version.error) return { reason: 'no Orthanc here (Debian: apt install orthanc)' };
  const port = await freePort();
  const store = join(folder, 'store');
  await mkdir(store, { recursive: true });
  const config = { Name: 'bench', StorageDirectory: store, IndexDirectory: store, HttpPort: port, Plugins: [] };
  const closed = { DicomServerEnabled: false, AuthenticationEnabled: false, RemoteAccessAllowed: false };
  await writeFile(join(folder, 'orthanc.json'), JSON.stringify({ ...config, ...closed }));
  const child = spawn('Orthanc', [join(folder, 'orthanc.json')], { stdio: 'ignore' });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  while ((await ask(port, agent, 'GET', '/system').catch(() => 0)) !== 200) await pause(50);

  return {
    name: /^Orthanc \S+/.exec(version.stdout)?.[0] ?? 'Orthanc',
    async ingestSeconds(files) {
      const walk = files.values();
      const lane = async (): Promise<void> => {
        for (const bytes of walk) {
          const status = await ask(port, agent, 'POST', '/instances', bytes);
          if (status !== 200) throw new Error(`Orthanc answered with ${status}`);
        }
      };
      const startedMs = performance.now();
      await Promise.all(Array.from({ length: CONNECTIONS }, lane));
      return (performance.now() - startedMs) / 1000;
    },
    async dispose() {
      agent.destroy();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ask(port: number, agent: Agent, method: string, path: string, body?: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body ? { 'content-length': body.length } : {};
    const asking = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
