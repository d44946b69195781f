import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { JOB_NAMES } from '#contract/jobs.ts';
import type { Measures } from '#server/rules/measures.ts';
import { storedFigures } from './stored-figures.ts';
import type { Database } from '#server/db/database.ts';

/** What is asked for at each scrape, instead of being counted. */
export interface Sources {
  db: Database;
  now(): number;
  openSockets(): number;
  passwordHashesWaiting(): number;
  chunkBytesHeld(): number;
}

export interface Metrics {
  readonly measures: Measures;
  readonly contentType: string;
  /** All figures, in the text format of Prometheus. */
  text(sources: Sources): Promise<string>;
}

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const DATABASE_SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 1, 5];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];
/** These list every handle of the process at each scrape, under names that Node chooses. */
const NOT_SHOWN = ['nodejs_active_handles', 'nodejs_active_requests', 'nodejs_active_resources'];

/** The figures of one process: what the measures count, what is stored, and what Node knows of the process. */
export function createMetrics({ withProcess = true } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) {
    collectDefaultMetrics({ register: registry });
    for (const name of NOT_SHOWN) registry.removeSingleMetric(name);
  }
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `lightship_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `lightship_${name}`, help, labelNames: [...labelNames], registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram({ name: `lightship_${name}`, help, buckets, labelNames: [...labelNames], registers });

  const requests = counter('requests_total', 'Requests by call and result: done, failed, or the code of the refusal', ['call', 'result']);
  const requestSeconds = histogram('request_seconds', 'Time from a request to the end of its answer', REQUEST_SECONDS, ['call']);
  const chunks = counter('chunks_total', 'Acknowledged chunks; repeated: they were stored before', ['outcome']);
  const chunkBytes = counter('chunk_bytes_total', 'Bytes of files in acknowledged chunks', ['outcome']);
  const files = counter('files_verified_total', 'Files whose SHA-256 is equal to that of the device');
  const uploadsEnded = counter('uploads_ended_total', 'Uploads that ended', ['how']);
  const jobSeconds = histogram('job_seconds', 'Time from the claim of a job to its end', JOB_SECONDS, ['name', 'outcome']);
  const waitSeconds = histogram('database_wait_seconds', 'Time that a write waits for its turn or its connection', DATABASE_SECONDS);
  const transactionSeconds = histogram('database_transaction_seconds', 'Time from the turn of a write to its end', DATABASE_SECONDS, [
    'outcome',
  ]);
  const writesWaiting = gauge('database_writes_waiting', 'Writes that wait for their turn or connection now');

  const readsWaiting = gauge('database_reads_waiting', 'Reads that wait for a connection now');
  const sockets = gauge('sockets_open', 'Connected sockets');
  const hashesWaiting = gauge('password_hashes_waiting', 'Password hashes that wait for their turn');
  const bytesHeld = gauge('chunk_memory_bytes', 'Memory of chunks in use');
  const answered = gauge('database_answered', '1 if the stored figures below are of this scrape, otherwise 0 and they are left out');
  const uploadsOpen = gauge('uploads_open', 'Uploads that have not ended, on all servers of the database');
  const jobsByState = {
    queued: gauge('jobs_queued', 'Jobs that wait, on all servers of the database', ['name']),
    running: gauge('jobs_running', 'Jobs that run, on all servers of the database', ['name']),
  };
  const oldestDue = gauge('job_oldest_due_seconds', 'Time since the oldest waiting job was due', ['name']);

  const measures: Measures = {
    request(call, result, seconds) {
      requests.inc({ call, result });
      requestSeconds.observe({ call }, seconds);
    },
    chunk(outcome, bytes) {
      chunks.inc({ outcome });
      chunkBytes.inc({ outcome }, bytes);
    },
    verified: (count) => files.inc(count),
    uploadEnded: (how) => uploadsEnded.inc({ how }),
    writeAsked() {
      const askedMs = performance.now();
      writesWaiting.inc();
      return () => {
        const startMs = performance.now();
        writesWaiting.dec();
        waitSeconds.observe((startMs - askedMs) / 1000);
        return (outcome) => transactionSeconds.observe({ outcome }, (performance.now() - startMs) / 1000);
      };
    },
    job: (name, outcome, seconds) => jobSeconds.observe({ name, outcome }, seconds),
  };

  async function showStored(sources: Sources): Promise<void> {
    const stored = await storedFigures(sources.db.read, sources.now());
    answered.set(stored === null ? 0 : 1);
    // An old figure would hide that the database does not answer.
    for (const one of [uploadsOpen, jobsByState.queued, jobsByState.running, oldestDue]) one.reset();
    if (stored === null) return uploadsOpen.remove();
    uploadsOpen.set(stored.uploadsOpen);
    for (const name of JOB_NAMES) {
      const { queued, running, oldestDueSeconds } = stored.jobs[name];
      jobsByState.queued.set({ name }, queued);
      jobsByState.running.set({ name }, running);
      oldestDue.set({ name }, oldestDueSeconds);
    }
  }

  return {
    measures,
    contentType: registry.contentType,
    async text(sources) {
      readsWaiting.set(sources.db.readsWaiting());
      sockets.set(sources.openSockets());
      hashesWaiting.set(sources.passwordHashesWaiting());
      bytesHeld.set(sources.chunkBytesHeld());
      await showStored(sources);
      return registry.metrics();
    },
  };
}
