import type { ModelServer } from './model-server.ts';
import { memberKey, ServerProcess, SharedState, type Answer, type ServerPorts, type ServerRequest } from './server-process.ts';

const LEASE_MS = 30_000;

/** One to three processes over one database and object store, behind a proxy. Each has its own memory and can die alone. */
export class Servers {
  readonly #shared = new SharedState();
  readonly #processes: readonly ServerProcess[];
  readonly #ports: Pick<ServerPorts, 'random'>;
  #turn = 0;

  constructor(count: number, ports: Omit<ServerPorts, 'shared' | 'leaseMs' | 'onLeaseEnded'>) {
    this.#ports = ports;
    // A single process is the only holder of leases, and ends those of its predecessor when it starts.
    const leaseMs = count === 1 ? 0 : LEASE_MS;
    const onLeaseEnded = (): void => this.#processes.find(({ isUp }) => isUp)?.queueAllConversions();
    const shared = this.#shared;
    this.#processes = Array.from({ length: count }, () => new ServerProcess({ ...ports, shared, leaseMs, onLeaseEnded }));
  }

  get count(): number {
    return this.#processes.length;
  }

  get committed(): ModelServer {
    return this.#shared.committed;
  }

  get isFull(): boolean {
    return this.#shared.isFull;
  }

  set isFull(isFull: boolean) {
    this.#shared.isFull = isFull;
  }

  get restores(): number {
    return this.#shared.restores;
  }

  get bearers(): SharedState['bearers'] {
    return this.#shared.bearers;
  }

  get members(): SharedState['members'] {
    return this.#shared.members;
  }

  memberKey(team: string, user: number): string {
    return memberKey(team, user);
  }

  /** One of them, or all. */
  kill(): void {
    const { random } = this.#ports;
    if (this.count === 1 || random.chance(0.2)) return this.#killAll();
    random.pick(this.#processes).kill();
  }

  /** Every one that is down or frozen. */
  start(): void {
    for (const process of this.#processes) process.start();
  }

  freeze(): void {
    this.#ports.random.pick(this.#processes).freeze();
  }

  restore(backup: ModelServer): void {
    this.#killAll();
    this.#shared.committed = backup.copy();
    this.#shared.leases.clear();
    this.#shared.restores += 1;
    this.start();
  }

  /** The user ends it: sign-out, ending this sign-in, or a new password. */
  endSignIn(bearer: string): void {
    this.bearers.delete(bearer);
    this.committed.endSignIn(bearer);
  }

  endMembership(team: string, user: number): void {
    this.members.set(memberKey(team, user), { isMember: false, mayUpload: false });
    this.committed.endMembership(team, user);
  }

  /** To the next process. The proxy does not always know yet that one is down. */
  receive(request: ServerRequest, reply: (answer: Answer) => void, reset: () => void): void {
    let process = this.#next();
    if (!process.isUp && this.count > 1 && this.#ports.random.chance(0.7)) {
      for (let tried = 1; tried < this.count && !process.isUp; tried += 1) process = this.#next();
    }
    process.receive(request, reply, reset);
  }

  #next(): ServerProcess {
    this.#turn = (this.#turn + 1) % this.count;
    return this.#processes[this.#turn]!;
  }

  #killAll(): void {
    for (const process of this.#processes) process.kill();
  }
}
