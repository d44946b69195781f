import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CALLS } from '#contract/calls.ts';
import type { CallName } from '#contract/calls.ts';
import type { Config } from '#server/config/load-config.ts';
import { restoreAuditTriggers } from '#server/audit/restore-triggers.ts';
import { createTrail } from '#server/audit/trail.ts';
import { createApp } from './create-app.ts';
import { createFromOf, createIsAmong } from './forwarded.ts';
import { installationFacts } from './installation-facts.ts';
import { keepToOwner } from './own-files.ts';
import { joinServers } from '#server/db/living-servers.ts';
import { openDatabase, takeFolder } from '#server/db/open-database.ts';
import type { Database } from '#server/db/database.ts';
import { measuredDatabase } from '#server/metrics/measured-database.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { createMetricsServer } from '#server/metrics/metrics-server.ts';
import { openSmtp } from '#server/mail/smtp.ts';
import { createRealtime } from '#server/realtime/socket-server.ts';
import { accountRoutes } from '#server/routes/account.ts';
import { administrationRoutes } from '#server/routes/administration.ts';
import { faultToLog } from './routes/http/error-answer.ts';
import type { Handlers } from '#server/routes/handlers.ts';
import { logRoutes } from '#server/routes/logs.ts';
import { labelRoutes } from '#server/routes/labels.ts';
import { patientRoutes } from '#server/routes/patients.ts';
import { createLabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import { createWrittenMaskReader } from '#server/label-maps/written-mask-reader.ts';
import { maskFileRoutes, maskRoutes } from '#server/routes/masks.ts';
import { layoutRoutes } from '#server/routes/layouts.ts';
import { commentRoutes } from '#server/routes/comments.ts';
import { formRoutes } from '#server/routes/forms.ts';
import { campaignRoutes } from '#server/routes/campaigns.ts';
import { lesionRoutes } from '#server/routes/lesions.ts';
import { registrationRoutes } from '#server/routes/registrations.ts';
import { measurementRoutes } from '#server/routes/measurements.ts';
import { qualityRoutes } from '#server/routes/quality.ts';
import { segmentationRoutes } from '#server/routes/segmentations.ts';
import { folderRoutes } from '#server/routes/folders.ts';
import { datasetRoutes } from '#server/routes/datasets.ts';
import { fileAreaRoutes } from '#server/routes/file-areas.ts';
import { structureRoutes } from '#server/routes/structures.ts';
import { transferFunctionRoutes } from '#server/routes/transfer-functions.ts';
import { taskRoutes } from '#server/routes/tasks.ts';
import { memberRoutes } from '#server/routes/members.ts';
import { notificationRoutes } from '#server/routes/notifications.ts';
import { catalogueRoutes } from '#server/routes/catalogues.ts';
import { pipelineRoutes } from '#server/routes/pipelines.ts';
import { inferRoutes } from '#server/routes/infers.ts';
import { createModelFileCheck } from '#server/inference/model-file-checker.ts';
import { aiRoutes, modelFileRoutes } from '#server/routes/ai.ts';
import { aiWorkerRoutes } from '#server/routes/ai-workers.ts';
import { clickSessionRoutes } from '#server/routes/click-sessions.ts';
import { xrSessionRoutes } from '#server/routes/xr-sessions.ts';
import { deidentificationRoutes } from '#server/routes/deidentification.ts';
import { createInferenceRunner } from '#server/inference/inference-runner.ts';
import { startBuiltInWorker } from './ai-worker/built-in-worker.ts';
import { createInferenceWork } from './ai-worker/run-inference.ts';
import { createTrainingWork } from './ai-worker/run-training.ts';
import { createTreesTrainer } from '#server/training/trees-trainer.ts';
import { createModelRecogniser } from '#server/recognition/model-recogniser.ts';
import { ruleRecogniser } from '#server/recognition/rule-recogniser.ts';
import { projectRoutes } from '#server/routes/projects.ts';
import { siteRoutes } from '#server/routes/site.ts';
import { recognitionRoutes } from '#server/routes/recognition.ts';
import { roleRoutes } from '#server/routes/roles.ts';
import { teamRoutes } from '#server/routes/teams.ts';
import { createAccounts } from './rules/accounts/accounts.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createGuard } from '#server/rules/guard.ts';
import { createHosts } from '#server/rules/hosts.ts';
import { createPasswords } from './rules/accounts/passwords.ts';
import { createNoteUse } from './rules/accounts/sign-ins.ts';
import { createNoteKeyUse } from './rules/administration/api-keys.ts';
import { mailOriginOf } from '#server/config/mail.ts';
import type { Passwords } from './rules/accounts/passwords.ts';
import { createChunkRoom } from './rules/receive/room.ts';
import { createRecognition } from './rules/recognition/recognition.ts';
import { createSendMailHandler } from './rules/mail/send-mail-job.ts';
import { issueSetUpCode } from './rules/accounts/set-up-code.ts';
import { createSignInLimits } from './rules/accounts/sign-in-limits.ts';
import { codeOfCause } from '#server/storage/file-system.ts';
import { S3Fault } from '#server/storage/s3-fault.ts';
import { startDemoSeeding } from './demo-seeding.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, seedDemo } from './demo.ts';
import { createLocalKey } from './rules/ai/workers.ts';
import { createVault } from './vault.ts';
import { openPostgresHub } from './postgres-hub.ts';
import { createSocketPorts } from './socket-ports.ts';
import { joinStudies } from './studies-part.ts';

export interface RunningServer {
  port: number;
  /** Main domain, with the actual port. */
  url: string;
  /** Code for the first account; null if one exists. Printed at the start, and only its hash is stored. */
  setUpCode: string | null;
  /** null: no metrics. */
  metricsPort: number | null;
  demoAccounts: readonly { email: string; password: string }[];
  /** Names of the triggers of the audit trail that this start found missing or changed. */
  restoredTriggers: readonly string[];
  /** False: ONNX Runtime is missing, and inferences of networks wait for a worker. */
  runsNetworks: boolean;
  /** The key of a worker on this machine. */
  localWorkerKey(): Promise<string>;
  /** Resolves with a sentence if a newer version has changed the database and this server must end; it never does on SQLite. */
  outdated: Promise<string>;
  /** Finishes the open requests, then stops. */
  close(): Promise<void>;
}

/** The server cannot start, for a reason that the person at the terminal can fix. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/** A chunk on a slow link may take long, and stopping does not wait for it. The client sends it again. */
const LAST_ANSWERS_MS = 5_000;

const ROOT = join(import.meta.dirname, '..', '..');

/** The whole server: opens the database, connects the parts, listens. */
export async function startServer(
  config: Config,
  { pageFolder = join(ROOT, 'dist'), passwords = createPasswords() }: { pageFolder?: string; passwords?: Passwords } = {},
): Promise<RunningServer> {
  // Loaded only if they are on.
  const metrics = config.metrics === null ? null : (await import('#server/metrics/metrics.ts')).createMetrics();
  const outdated = Promise.withResolvers<string>();
  const opened = await openOrRefuse(config, (migration) => outdated.resolve(newerVersion(migration)));
  const db = metrics === null ? opened : measuredDatabase(opened, metrics.measures);
  try {
    return { ...(await startWith(config, db, { pageFolder, passwords, metrics })), outdated: outdated.promise };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function startWith(
  config: Config,
  db: Database,
  { pageFolder, passwords, metrics }: { pageFolder: string; passwords: Passwords; metrics: Metrics | null },
): Promise<Omit<RunningServer, 'outdated'>> {
  const now = () => Date.now();
  const program = programVersion();
  const hosts = createHosts(config);
  if (config.demo) await seedDemo(db, passwords, now());
  const setUpCode = await issueSetUpCode(db, now());

  const restoredTriggers = await restoreAuditTriggers({ db, now });
  const trail = createTrail({ db, now });
  const fromOf = createFromOf(config.trustedProxies);
  // Closed with the sockets. A fault of it is one of the database, which the health check reports.
  const hub = config.database.engine === 'postgres' ? openPostgresHub(config.database.url, () => undefined) : null;
  const realtime = createRealtime(createSocketPorts({ db, hosts, trail, fromOf, now }), { now, hub });
  const { unpackMinutes, inferredSeries } = config;
  const joining = joinStudies({
    db,
    place: config.objects,
    unpackMs: unpackMinutes * 60_000,
    inferredSeries,
    measures: metrics?.measures,
    tellOthers: realtime.others.wakeJobs,
  });
  const studies = await joining.catch(async (error: unknown) => {
    await realtime.close();
    throw objectsFailure(error);
  });
  realtime.others.onWakeJobs(studies.jobs.wakeHere);
  const context: ServerContext = {
    db,
    objects: studies.objects,
    jobs: studies.jobs,
    news: realtime.news,
    vault: createVault(config.secret),
    ...(metrics === null ? {} : { measures: metrics.measures }),
    now,
    bytesPerTeam: config.bytesPerTeam,
    uploadTokenLastsMs: config.uploadTokenDays * 86_400_000,
  };
  const limits = createSignInLimits({ db, now });
  const signInIdleMs = config.signInIdleHours * 3_600_000;
  // The port is known once the server listens, before the first request.
  const portOf = () => (app.server.address() as AddressInfo).port;
  const mailOrigin = () => mailOriginOf(config, portOf());
  const { connections } = realtime;
  const accounts = createAccounts({
    db,
    passwords,
    now,
    connections,
    limits,
    jobs: studies.jobs,
    settings: {
      registration: config.registration,
      signInLastsMs: config.signInDays * 86_400_000,
      signInIdleMs,
      reservedLabels: config.reservedLabels,
    },
  });
  const onFault = (place: string, error: unknown): void => app.log.error(faultToLog(place, error), 'fault');
  const recogniser =
    config.models === null ? ruleRecogniser : createModelRecogniser(config.models, ruleRecogniser, (sentence) => app.log.warn(sentence));
  const recognition = createRecognition({ recogniser, connections: realtime.asking, others: realtime.others, onFault });
  let isStopping = false;
  const chunkRoom = createChunkRoom();
  const inference = createInferenceRunner(config.inference);
  const runsNetworks = inference.engines.includes('onnx');
  const app: FastifyInstance = await createApp({
    context,
    chunkRoom,
    health: {
      isStopping: () => isStopping,
      needs: { database: () => sql`select 1`.execute(db.read), objects: () => context.objects.size('health') },
      without: config.roles.has('jobs') && !runsNetworks ? ['onnxruntime'] : [],
    },
    hosts,
    handlers: allHandlers({
      ...accountRoutes({
        accounts,
        hosts,
        passwords,
        limits,
        connections,
        settings: { ...config, mailOrigin, sendsMail: config.smtp !== null },
      }),
      ...teamRoutes({ hosts }),
      ...memberRoutes({ hosts, connections, settings: { ...config, mailOrigin } }),
      ...roleRoutes({ connections }),
      ...administrationRoutes({
        hosts,
        connections,
        installation: installationFacts(config, db, { program, startedAt: now() }),
        settings: { ...config, mailOrigin },
      }),
      ...notificationRoutes,
      ...siteRoutes({ ...config, sendsMail: config.smtp !== null }),
      ...structureRoutes,
      ...transferFunctionRoutes,
      ...segmentationRoutes,
      ...maskRoutes,
      ...maskFileRoutes({ reader: createWrittenMaskReader(), maker: createLabelMapMaker() }),
      ...measurementRoutes,
      ...qualityRoutes,
      ...lesionRoutes,
      ...registrationRoutes,
      ...commentRoutes,
      ...formRoutes,
      ...campaignRoutes,
      ...layoutRoutes,
      ...folderRoutes,
      ...datasetRoutes,
      ...fileAreaRoutes,
      ...labelRoutes,
      ...patientRoutes,
      ...taskRoutes,
      ...projectRoutes,
      ...catalogueRoutes,
      ...pipelineRoutes,
      ...inferRoutes,
      ...aiRoutes,
      ...modelFileRoutes(createModelFileCheck()),
      ...aiWorkerRoutes,
      ...clickSessionRoutes,
      ...xrSessionRoutes,
      ...recognitionRoutes({ recognition, models: recogniser.models }),
      ...deidentificationRoutes,
      ...logRoutes(),
      ...studies.handlers,
    }),
    trail,
    fromOf,
    guard: createGuard({
      ...{ db: db.read, hosts, now, noteKeyUse: createNoteKeyUse({ db, now }) },
      noteActivity: createNoteUse({ db, now, idleMs: signInIdleMs }),
      isAmong: (networks, ip) => createIsAmong(networks)(ip),
    }),
    roles: config.roles,
    page: config.roles.has('api') ? { folder: pageFolder, version: program } : null,
    log: config.log,
  });
  if (config.roles.has('socket')) realtime.attach(app.server);
  const transport = config.smtp === null ? null : await openSmtp(config.smtp);
  if (config.roles.has('jobs')) {
    await studies.start(
      context,
      { 'send-mail': createSendMailHandler(context, transport) },
      { onFault, onGridDiffers: (found) => app.log.warn(found, 'a grid differs from that of its device') },
    );
  }
  const aiWorker = config.roles.has('jobs')
    ? startBuiltInWorker(context, {
        works: {
          train: { engines: ['trees'], run: createTrainingWork(context, createTreesTrainer(config.inference)) },
          infer: { engines: inference.engines, run: createInferenceWork(context, inference) },
        },
        memoryMb: config.inference.memoryMb,
        onFault: (error) => onFault('AI worker', error),
      })
    : null;
  const sources = {
    db,
    now,
    openSockets: realtime.openSockets,
    passwordHashesWaiting: passwords.waiting,
    chunkBytesHeld: chunkRoom.bytesHeld,
  };
  const metricsServer = metrics === null ? null : createMetricsServer(metrics.contentType, () => metrics.text(sources));
  try {
    await metricsServer?.listen(config.metrics!).catch((error: unknown) => {
      throw listenFailure(error, config.metrics!, 'LIGHTSHIP_METRICS');
    });
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenFailure(error, config, 'LIGHTSHIP');
    });
  } catch (error) {
    await metricsServer?.close();
    await aiWorker?.stop();
    await studies.stop();
    await realtime.close();
    throw error;
  }

  // Last, and not awaited: the server answers while the demo studies arrive.
  const demoSeeding = config.demo ? startDemoSeeding(context, { onFault }) : null;
  const port = portOf();
  return {
    port,
    url: `http://${config.baseDomain}:${port}`,
    setUpCode,
    metricsPort: metricsServer?.port() ?? null,
    demoAccounts: config.demo ? DEMO_PEOPLE.map(({ email }) => ({ email, password: DEMO_PASSWORD })) : [],
    restoredTriggers,
    runsNetworks,
    localWorkerKey: () => createLocalKey(context),
    async close() {
      isStopping = true;
      await pause(config.drainSeconds * 1_000);
      await demoSeeding?.stop();
      await recognition.stop();
      await realtime.close();
      const impatient = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
      await app.close();
      clearTimeout(impatient);
      await aiWorker?.stop();
      await studies.stop();
      await metricsServer?.close();
      await db.close();
    },
  };
}

async function openOrRefuse({ database, objects, dataFolder }: Config, onOutdated: (migration: string) => void): Promise<Database> {
  const isUsed = database.engine === 'sqlite' || objects.kind === 'disk';
  const ready = isUsed ? keepToOwner(dataFolder) : Promise.resolve();
  const opened = await ready
    .then(() => openDatabase(database))
    .catch((error: unknown) => {
      throw openFailure(error, dataFolder);
    });
  if (opened.ok) {
    const joined = await joinServers(opened.db, { onOutdated }).catch((error: unknown) => ({ ok: false as const, error }));
    if (joined.ok) return database.engine === 'postgres' && objects.kind === 'disk' ? withOwnFolder(joined.db, dataFolder) : joined.db;
    await opened.db.close();
    throw 'newer' in joined ? new StartRefusal(newerVersion(joined.newer)) : openFailure(joined.error, dataFolder);
  }
  if (opened.why === 'newer') throw new StartRefusal(newerVersion(opened.newer));
  if (database.engine === 'postgres')
    throw new StartRefusal('A command restores or moves the database in DATABASE_URL. Start the server when it has ended.');
  throw new StartRefusal('Another server is using this data folder. Stop it, or set LIGHTSHIP_DATA to another folder.');
}

const newerVersion = (migration: string): string =>
  `A newer version of Lightship has changed the database (${migration}), and this version cannot work with it. Start the newer version.`;

/** A disk serves one process, because it keeps in memory which folders are durable. */
async function withOwnFolder(db: Database, dataFolder: string): Promise<Database> {
  const lock = takeFolder(dataFolder);
  if (lock === null) {
    await db.close();
    throw new StartRefusal('Another server is using LIGHTSHIP_DATA. Several processes store objects in a bucket: set LIGHTSHIP_S3_BUCKET.');
  }
  return {
    ...db,
    async close() {
      await db.close();
      lock.close();
    },
  };
}

/** PostgreSQL: another transaction held a table for longer than a migration waits. */
const LOCKED = '55P03';

function openFailure(error: unknown, dataFolder: string): unknown {
  const code = codeOfCause(error) ?? '';
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/.test(code)) {
    return new StartRefusal(`LIGHTSHIP_DATA ${dataFolder} cannot be written (${code}).`, { cause: error });
  }
  // Unreachable, access denied (28…), no such database (3D000), starting or full.
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28\w{3}|3D000|57P03|53300)$/.test(code)) {
    return new StartRefusal(`The database in DATABASE_URL cannot be opened (${code}).`, { cause: error });
  }
  if (code === LOCKED) {
    const line = 'The tables cannot be changed during a backup or another long reading. Start the server again when that has ended.';
    return new StartRefusal(line, { cause: error });
  }
  return error;
}

/** Only the store's error code is shown, because its message may contain keys and requests. */
function objectsFailure(error: unknown): unknown {
  if (!(error instanceof S3Fault)) return error;
  return new StartRefusal(`The bucket in LIGHTSHIP_S3_BUCKET cannot be opened (${error.reason}).`, { cause: error });
}

/** A missing handler is a bug. The start fails, so that no client meets it. */
function allHandlers(handlers: Partial<Handlers>): Handlers {
  const missing = (Object.keys(CALLS) as CallName[]).filter((name) => handlers[name] === undefined);
  if (missing.length > 0) throw new Error(`No handler for the calls ${missing.join(', ')}`);
  return handlers as Handlers;
}

/** `prefix` of the two settings of the address. */
function listenFailure(error: unknown, { port, host }: { port: number; host: string }, prefix: 'LIGHTSHIP' | 'LIGHTSHIP_METRICS'): unknown {
  const code = codeOfCause(error);
  if (code === 'EADDRINUSE')
    return new StartRefusal(`Port ${port} is in use. Stop the program that uses it, or set ${prefix}_PORT to another port.`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new StartRefusal(`Port ${port} requires rights that this user does not have. Set ${prefix}_PORT to a port above 1023.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefusal(`${prefix}_HOST "${host}" is not an address of this machine.`, { cause: error });
  return error;
}

function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}
