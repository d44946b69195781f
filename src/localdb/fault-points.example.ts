/** Counts the steps of IndexedDB for tests: every request, and the end of every writing transaction. A fault can be planted at one of them. */

export type Fault = { kind: 'error'; name: string } | { kind: 'kill' };

interface Plan {
  steps: number;
  /** 1 for the first step; null only counts. */
  at: number | null;
  fault: Fault;
}

/** The part of fake-indexeddb's transaction that is used. */
interface FakeTransaction {
  mode: string;
  db: { _rawDatabase: { processTransactions(): void; transactions: FakeTransaction[] } };
  _state: string;
  _requests: { request: { readyState: string } }[];
  _rollbackLog: (() => void)[];
  _abort(name: string): void;
  _start(): void;
  _execRequestAsync(given: { operation: () => unknown }): unknown;
}

let plan: Plan | null = null;
const dead = new WeakSet<object>();

/** Called once per test file. Code outside `withFault` is not affected. */
export function numberSteps(): void {
  const prototype = IDBTransaction.prototype as unknown as FakeTransaction;
  const start = prototype._start;
  const execute = prototype._execRequestAsync;

  prototype._execRequestAsync = function (this: FakeTransaction, given) {
    const fault = dead.has(this.db) ? null : nextStep();
    if (fault?.kind === 'kill') kill(this);
    // Requests of a dead context are never answered.
    if (dead.has(this.db)) return Reflect.construct(IDBRequest, []);
    if (fault?.kind === 'error') return execute.call(this, { ...given, operation: () => fail(fault.name) });
    return execute.call(this, given);
  };

  prototype._start = function (this: FakeTransaction) {
    if (dead.has(this.db)) return bury(this);
    const isOver = this._state !== 'finished' && this._requests.every(({ request }) => request.readyState === 'done');
    const fault = isOver && this.mode === 'readwrite' ? nextStep() : null;
    if (fault?.kind === 'kill') return kill(this);
    if (fault?.kind === 'error') return this._abort(fault.name);
    return start.call(this);
  };
}

/** Runs `work` with a fault at step `at`. `killed` if the work can never end because its context is gone. */
export async function withFault(
  at: number | null,
  fault: Fault,
  work: () => Promise<unknown>,
): Promise<{ steps: number; end: 'done' | 'failed' | 'killed' }> {
  const current: Plan = { steps: 0, at, fault };
  plan = current;
  let hasDied = (): void => undefined;
  const died = new Promise<'killed'>((resolve) => (hasDied = () => resolve('killed')));
  onKill = hasDied;
  const ended = work().then(
    () => 'done' as const,
    () => 'failed' as const,
  );
  const end = await Promise.race([ended, died]);
  plan = null;
  return { steps: current.steps, end };
}

let onKill = (): void => undefined;

function nextStep(): Fault | null {
  if (plan === null) return null;
  plan.steps += 1;
  return plan.steps === plan.at ? plan.fault : null;
}

function fail(name: string): never {
  throw new DOMException('planted', name);
}

/** From now on this connection does nothing, and what it had not committed is lost. */
function kill({ db }: FakeTransaction): void {
  dead.add(db);
  for (const open of db._rawDatabase.transactions.filter((transaction) => transaction.db === db)) bury(open);
  setTimeout(onKill, 0);
}

/** The dead context gets no more events, and the transaction frees its place in the queue for others. */
function bury(transaction: FakeTransaction): void {
  const { _rawDatabase: raw } = transaction.db;
  if (transaction._state !== 'finished') for (const undo of transaction._rollbackLog.toReversed()) undo();
  transaction._rollbackLog = [];
  transaction._requests = [];
  raw.transactions = raw.transactions.filter((other) => other !== transaction);
  raw.processTransactions();
}
