import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKillableServer, type KillableServer } from '#tests/kills/server.ts';
import { openBalancer, type Balancer } from '#tests/support/balancer.ts';
import { openHaproxy } from '#tests/support/haproxy.ts';
import { httpRequest } from '#tests/support/http.ts';
import { bearerOf, DEMO, type Person } from '#tests/support/sign-in.ts';
import type { PlantedFault } from './source-changes.ts';
import { openSharedStore, type SharedStore } from './store.ts';

const ENTRY = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/** Real servers over one store, behind a proxy. */
export interface Cluster {
  store: SharedStore;
  servers: readonly KillableServer[];
  balancer: Balancer;
  /** Another one, not started and unknown to the proxy. */
  addServer(name: string): Promise<KillableServer>;
  /** From its next start on, this server is of the next version. */
  update(server: number): void;
  /** Answers that went through the proxy so far. */
  answers(): number;
  /** Breaks the connections of a server to the database. */
  cutOffDatabase(server: number): Promise<void>;
  /** Bearer of the main domain. */
  signIn(person?: Person): Promise<string>;
  close(): Promise<void>;
}

export async function openCluster({
  folder,
  servers: count = 2,
  planted,
  behindHaproxy = false,
  drainSeconds = 1,
}: {
  /** Existing folder for the data of the servers. */
  folder: string;
  servers?: number;
  planted?: PlantedFault;
  /** Instead of the proxy of the tests. It cuts nothing on demand. */
  behindHaproxy?: boolean;
  drainSeconds?: number;
}): Promise<Cluster> {
  const store = await openSharedStore();
  const names = Array.from({ length: count }, (_, index) => `server-${index}`);
  const changes = ['short-leases', planted ?? ''];
  const envOf = (name: string) => ({
    ...store.env(name),
    LIGHTSHIP_DRAIN_SECONDS: String(drainSeconds),
    TEST_SOURCE_CHANGES: changes.join(','),
  });
  const envs = names.map(envOf);
  const create = async (name: string, env = envOf(name)): Promise<KillableServer> => {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    return createKillableServer({ dataDir, pageFolder: folder, entry: ENTRY, env });
  };
  const servers = await Promise.all(names.map((name, index) => create(name, envs[index])));
  let answers = 0;
  const onAnswer = (): void => void (answers += 1);
  const ports = servers.map(({ port }) => port);
  let balancer: Balancer | null = null;
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.kill()));
    await balancer?.close();
    await store.drop();
  };
  try {
    await Promise.all(servers.map((server) => server.start()));
    balancer = behindHaproxy
      ? { ...(await openHaproxy(join(folder, 'haproxy'), ports, onAnswer)), cut: refuseToCut }
      : await openBalancer(ports, { onAnswer });
    await balancer.allReady();
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = balancer;
  return {
    store,
    servers,
    balancer,
    addServer: (name) => create(name),
    update: (server) => void (envs[server]!.TEST_SOURCE_CHANGES = [...changes, 'next-version'].join(',')),
    answers: () => answers,
    cutOffDatabase: (server) => store.cutOff(names[server]!),
    signIn: (person = DEMO.annotator) =>
      bearerOf({ request: (address, asked) => httpRequest(`http://app.localhost:${port}${address}`, asked) }, person),
    close,
  };
}

function refuseToCut(): never {
  throw new Error('HAProxy cuts nothing on demand');
}
