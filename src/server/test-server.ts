import type { FastifyInstance, InjectOptions } from 'fastify';
import { CALLS } from '#contract/calls.ts';
import type { CallName } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { RESERVED_LABELS } from '#model/addresses/hosts.ts';
import { createTrail } from '#server/audit/trail.ts';
import type { Trail } from '#server/audit/trail.ts';
import { createApp } from '#server/create-app.ts';
import { createFromOf, createIsAmong } from '#server/forwarded.ts';
import type { Health } from '#server/health.ts';
import type { Database, Writer } from '#server/db/database.ts';
import type { Engine } from '#server/db/dialect.ts';
import { openTestDatabase } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { measuredDatabase } from '#server/metrics/measured-database.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { accountRoutes } from '#server/routes/account.ts';
import { administrationRoutes } from '#server/routes/administration.ts';
import type { InstallationFacts } from '#server/rules/administration/installation/state.ts';
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
import { structureRoutes } from '#server/routes/structures.ts';
import { transferFunctionRoutes } from '#server/routes/transfer-functions.ts';
import { taskRoutes } from '#server/routes/tasks.ts';
import { datasetRoutes } from '#server/routes/datasets.ts';
import { fileAreaRoutes } from '#server/routes/file-areas.ts';
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
import type { Recogniser } from '#server/recognition/recogniser.ts';
import { ruleRecogniser } from '#server/recognition/rule-recogniser.ts';
import { projectRoutes } from '#server/routes/projects.ts';
import { siteRoutes } from '#server/routes/site.ts';
import type { SiteSettings } from '#server/routes/site.ts';
import { recognitionRoutes } from '#server/routes/recognition.ts';
import { roleRoutes } from '#server/routes/roles.ts';
import { teamRoutes } from '#server/routes/teams.ts';
import { addTeam, addUser, createAccounts } from './rules/accounts/accounts.ts';
import type { AccountSettings } from './rules/accounts/accounts.ts';
import type { Connections } from '#server/rules/connections.ts';
import { Refusal } from '#server/rules/context.ts';
import type { AskingConnections, News, ServerContext } from '#server/rules/context.ts';
import { createGuard } from '#server/rules/guard.ts';
import { createHosts } from '#server/rules/hosts.ts';
import type { HostNames } from '#server/rules/hosts.ts';
import { changeRights, saveMembership } from './rules/teams/membership.ts';
import { savePermissions } from './rules/teams/role-changes.ts';
import { createRecognition } from './rules/recognition/recognition.ts';
import { createPasswords, type Passwords } from './rules/accounts/passwords.ts';
import { createNoteUse } from './rules/accounts/sign-ins.ts';
import { createNoteKeyUse } from './rules/administration/api-keys.ts';
import { createVault } from './vault.ts';
import { keepSetUpCode } from './rules/accounts/set-up-code.ts';
import { createSignInLimits } from './rules/accounts/sign-in-limits.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

/** One pass over 64 KiB: the cost is not tested here. */
const plainPasswords = createPasswords({ memoryKib: 64, passes: 1, lanes: 1 });
export const TEST_PASSWORD = 'a long enough password';
/** Default client address of a call. */
const HERE = '10.0.0.1';
const MAIN = 'app.localhost:8080';

export interface Asked {
  /** Default: the main domain. */
  host?: string;
  token?: string;
  team?: string;
  cookie?: string;
  /** From a browser in which the account signed in earlier. */
  deviceCookie?: string;
  origin?: string;
  ip?: string;
  headers?: Record<string, string>;
  body?: unknown;
  payload?: InjectOptions['payload'];
}

/** A test reads an answer as a client would that knows no types: whatever is not there fails its expectation. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJson = any;

export interface Answered {
  status: number;
  /** Parsed; null if the answer is empty or not JSON. */
  body: AnyJson;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestServerOptions {
  health?: Partial<Health>;
  settings?: Partial<AccountSettings>;
  /** Creates hashes that the test can delay. */
  passwordsOf?: (plain: Passwords) => Passwords;
  names?: Partial<HostNames>;
  setUpCode?: string;
  pageFolder?: string;
  /** Replaces the server's own. A call without a handler here answers 501. */
  handlers?: Partial<Handlers>;
  log?: { write(line: string): void };
  timeLimitsMs?: { json: number; chunk: number };
  trail?: Trail;
  site?: Partial<SiteSettings>;
  installation?: InstallationFacts;
  trustedProxies?: readonly string[];
  recogniser?: Recogniser;
  metrics?: Metrics;
}

/** The application in process, with its own database and a clock that the test controls. */
export interface TestServer {
  app: FastifyInstance;
  db: Database;
  context: ServerContext & { connections: Connections };
  clock: { now: number };
  /** A socket connection of a person in a team: `isOf` returns true for it, and messages to it are recorded in `told`. */
  socketOf(member: { userId: number; teamId: number }): string;
  /** Resolves when all recognitions have ended. */
  recognised(): Promise<void>;
  /** Messages to sockets, and closed sockets. */
  told: { to: string; event: string; payload: unknown }[];
  ask(request: string, asked?: Asked): Promise<Answered>;
  addTeam(slug: string): Promise<number>;
  /** Verified, in the given roles by team ID, with TEST_PASSWORD. */
  addUser(email: string, roles?: Record<number, number>, options?: { platformAdmin?: boolean; verified?: boolean }): Promise<number>;
  /** Disables the account. Its sign-ins remain for the guard to refuse. */
  disable(userId: number): Promise<unknown>;
  /** Token of a host, through the sign-in page. */
  signIn(email: string, host?: string, ip?: string): Promise<{ token: string; cookie: string }>;
  close(): Promise<void>;
}

const TEST_INSTALLATION: InstallationFacts = {
  program: '0.0.0',
  startedAt: 0,
  isMailConfigured: false,
  room: () => Promise.resolve(null),
  servers: () => Promise.resolve({ count: 1, areAlike: true }),
  backup: () => Promise.resolve(null),
};

export async function openTestServer(engine: Engine, options: TestServerOptions = {}): Promise<TestServer> {
  const { db: opened, drop } = await openTestDatabase(engine);
  const { metrics } = options;
  const db = metrics === undefined ? opened : measuredDatabase(opened, metrics.measures);
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const now = () => clock.now;
  const told: TestServer['told'] = [];
  const tell = (to: string) => (key: string | number, event: string, payload: unknown) =>
    void told.push({ to: `${to} ${key}`, event, payload });
  const news: News = {
    toUpload: tell('upload'),
    toMask: tell('mask'),
    endMask: (segmentation) => void told.push({ to: `mask ${segmentation}`, event: 'ended', payload: null }),
    toTeam: tell('team'),
    toUser: tell('user'),
    toMember: ({ teamId, userId }, event, payload) => tell('member')(`${userId} of ${teamId}`, event, payload),
  };
  const connections: Connections = {
    endSignIn: (id) => void told.push({ to: `sign-in ${id}`, event: 'closed', payload: null }),
    recheckUser: (id) => void told.push({ to: `user ${id}`, event: 'closed', payload: null }),
  };
  const passwords = options.passwordsOf?.(plainPasswords) ?? plainPasswords;
  const unused = () => Promise.reject(new Error('Not part of this test'));
  const limits = createSignInLimits({ db, now });
  const context = {
    db,
    ...(metrics === undefined ? {} : { measures: metrics.measures }),
    news,
    now,
    connections,
    objects: {
      write: unused,
      read: unused,
      size: unused,
      remove: unused,
      removeAll: unused,
      stream: () => {
        throw new Error('Not part of this test');
      },
      list: () => {
        throw new Error('Not part of this test');
      },
    },
    jobs: createJobQueue(db, { now }),
    vault: createVault(null),
  } satisfies ServerContext & { connections: Connections };

  const settings: AccountSettings = {
    registration: 'invitation',
    signInLastsMs: 30 * 86_400_000,
    signInIdleMs: 30 * 86_400_000,
    reservedLabels: RESERVED_LABELS,
    ...options.settings,
  };
  const hosts = createHosts({ baseDomain: 'app.localhost', reservedLabels: settings.reservedLabels, uploadUrl: null, ...options.names });
  const mailOrigin = () => `http://${MAIN}`;
  if (options.setUpCode !== undefined) await keepSetUpCode(db, options.setUpCode, clock.now);
  const accounts = createAccounts({
    db,
    settings,
    passwords,
    connections,
    now,
    jobs: context.jobs,
    limits,
  });
  const asking: AskingConnections = {
    isOf: async (socketId, member) => socketId === socketOf(member),
    tell: (socketId, event, payload) => void told.push({ to: socketId, event, payload }),
  };
  const recogniser = options.recogniser ?? ruleRecogniser;
  const recognition = createRecognition({
    recogniser,
    connections: asking,
    others: { cancelRecognitions: () => undefined, onRecognitionsCancelled: () => undefined },
    onFault: (place, error) => void told.push({ to: place, event: 'fault', payload: String(error) }),
  });
  const app = await createApp({
    context,
    health: { isStopping: () => false, needs: {}, ...options.health },
    hosts,
    ...(options.timeLimitsMs === undefined ? {} : { timeLimitsMs: options.timeLimitsMs }),
    handlers: {
      ...handlersNotBuilt(),
      ...accountRoutes({
        accounts,
        hosts,
        passwords,
        limits,
        connections,
        settings: { registration: settings.registration, demo: false, baseDomain: 'app.localhost', mailOrigin, sendsMail: false },
      }),
      ...teamRoutes({ hosts }),
      ...memberRoutes({ hosts, connections, settings: { ...settings, mailOrigin } }),
      ...administrationRoutes({
        hosts,
        connections,
        installation: options.installation ?? TEST_INSTALLATION,
        settings: { ...settings, mailOrigin },
      }),
      ...roleRoutes({ connections }),
      ...notificationRoutes,
      ...siteRoutes({ contactEmail: null, subprocessors: [], sendsMail: false, ...options.site }),
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
      ...options.handlers,
    },
    trail: options.trail ?? createTrail({ db, now }),
    guard: createGuard({
      db: db.read,
      hosts,
      now,
      noteActivity: createNoteUse({ db, now, idleMs: settings.signInIdleMs }),
      noteKeyUse: createNoteKeyUse({ db, now }),
      isAmong: (networks, ip) => createIsAmong(networks)(ip),
    }),
    fromOf: createFromOf(options.trustedProxies ?? []),
    page: { folder: options.pageFolder ?? '/nonexistent', version: '0.0.0-test' },
    ...(options.log === undefined ? { log: 'silent' } : { log: 'info', logTo: options.log }),
  });
  await app.ready();

  const ask: TestServer['ask'] = async (request, asked = {}) => {
    const [method = 'GET', url = '/'] = request.split(' ');
    const answer = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: asked.ip ?? HERE,
      headers: {
        host: asked.host ?? MAIN,
        ...(asked.token === undefined ? {} : { authorization: `Bearer ${asked.token}` }),
        ...(asked.team === undefined ? {} : { team: asked.team }),
        ...cookieHeader(asked),
        ...(asked.origin === undefined ? {} : { origin: asked.origin }),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
      ...(asked.payload === undefined ? {} : { payload: asked.payload }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : null,
      text: answer.body,
      headers: answer.headers,
    };
  };

  return {
    app,
    db,
    context,
    socketOf,
    recognised: () => recognition.settled(),
    clock,
    told,
    ask,
    addTeam: (slug) => db.write((tx) => addTeam(tx, { slug, title: slug, now: now() })),
    async addUser(email, roles = {}, { platformAdmin = false, verified = true } = {}) {
      const passwordHash = await passwords.hash(TEST_PASSWORD, 'tests');
      const name = email.split('@')[0] ?? email;
      const userId = await db.write((tx) =>
        addUser(tx, { email, name, passwordHash, verifiedAt: verified ? now() : null, platformAdmin, now: now() }),
      );
      for (const [teamId, roleId] of Object.entries(roles)) await saveMembership(context, { teamId: Number(teamId), userId, roleId });
      told.length = 0;
      return userId;
    },
    disable: (userId) => db.write((tx) => tx.updateTable('user').set({ disabled_at: now() }).where('id', '=', userId).execute()),
    async signIn(email, host = MAIN, ip = HERE) {
      const answer = await ask('POST /api/login', { host, ip, body: { email, password: TEST_PASSWORD } });
      if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`);
      return { token: answer.body.token, cookie: cookieOf(answer)?.value ?? '' };
    },
    async close() {
      await app.close();
      await drop();
    },
  };
}

const socketOf = ({ userId, teamId }: { userId: number; teamId: number }): string => `socket-${userId}-${teamId}`;

/** Changes the permissions of a role without checks. */
export function setPermissions({ context }: TestServer, roleId: number, permissions: readonly Permission[]): Promise<void> {
  return changeRights(context, (tx) => savePermissions(tx, roleId, permissions, context.now()));
}

function cookieHeader({ cookie, deviceCookie }: Asked): { cookie?: string } {
  const pairs = [
    ...(cookie === undefined ? [] : [`mt_auth.session=${cookie}`]),
    ...(deviceCookie === undefined ? [] : [`mt_auth.device=${deviceCookie}`]),
  ];
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
}

/** A cookie set by an answer, with its attributes; by default the sign-in cookie. */
export function cookieOf(answer: Answered, name = 'mt_auth.session'): { value: string; attributes: string[] } | null {
  const line = [answer.headers['set-cookie']].flat().find((one) => String(one).startsWith(`${name}=`));
  if (line === undefined) return null;
  const [pair = '', ...attributes] = String(line).split('; ');
  return { value: pair.slice(name.length + 1), attributes: attributes.toSorted() };
}

function handlersNotBuilt(): Handlers {
  const notBuilt = () => Promise.reject(new Refusal('not_built'));
  return Object.fromEntries((Object.keys(CALLS) as CallName[]).map((name) => [name, notBuilt])) as unknown as Handlers;
}

/** An upload in progress with a token that has no sign-in. */
export async function addUploadWithToken(
  tx: Writer,
  { session, userId, teamId, token }: { session: string; userId: number; teamId: number; token: string },
): Promise<void> {
  const { id } = await tx
    .insertInto('upload')
    .values({ session, team_id: teamId, user_id: userId, started: 0, state: 'open', created_at: 0, updated_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { created_at: 0, expires_at: Number.MAX_SAFE_INTEGER };
  await tx
    .insertInto('upload_token')
    .values({ upload_id: id, token_hash: tokenToHash(token), sign_in_id: null, ...times })
    .execute();
}
