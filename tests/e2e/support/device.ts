import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { LIMITS } from '#contract/limits.ts';
import { beginScriptsWith, type MissingFeature } from '#tests/kills/page-lacking-features.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer, type OfPatient } from '#tests/support/stored-files.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import { copyBuiltPage, publishBuild } from './built-page.ts';
import { openUploadPage, pressProcess, signIn, waitForServiceWorker } from './page-steps.ts';

/** One user on one machine with one server, and a gate for the chunks between them. */
export interface Device {
  server: TestServer;
  gate: UploadGate;
  context: BrowserContext;
  page: Page;
  /** `http://north.app.localhost:PORT`. */
  team: string;
  /** Signs in as this person and opens the empty upload page, with the service worker active. */
  begin(email?: string): Promise<void>;
  /** Presses Process and waits until `chunks` chunks were answered and all lanes are stopped at the gate. */
  sendUntil(chunks: number): Promise<void>;
  /** Kills the browser like a power failure and restarts it with the same profile, at the upload page. */
  killAndReturn(): Promise<void>;
  /** Kills it in the same way, and restarts it without a page of the app. */
  killAndStart(): Promise<void>;
  /** Replaces the page with another build while it is open. */
  publish(build: string): Promise<void>;
  dispose(): Promise<void>;
}

interface DeviceOptions {
  /** Runs in each browser before its first page opens: for features that a browser lacks. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
  /** Features that page, workers and service worker of this browser lack. */
  without?: readonly MissingFeature[];
  /** Code at the start of every script of page, workers and service worker. */
  prefix?: string;
  /** Flags for Chromium. */
  flags?: readonly string[];
  /** Further settings of the server. */
  env?: Record<string, string>;
}

export async function openDevice({ prepare, without = [], prefix = '', flags = [], env = {} }: DeviceOptions = {}): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-own-page-'));
  const pageFolder = join(folder, 'dist');
  await copyBuiltPage(pageFolder, without);
  await beginScriptsWith(pageFolder, prefix);
  const gate = await openUploadGate();
  const server = await startTestServer({ people: true, pageFolder, env: { ...env, LIGHTSHIP_UPLOAD_URL: gate.url } });
  gate.forwardTo(server.port);
  const profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
  const team = server.teamOrigin('north');

  async function launch(): Promise<Pick<Device, 'context' | 'page'>> {
    const context = await launchBrowser({ userDataDir: profile, flags });
    await prepare?.(context);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  }

  const device: Device = {
    server,
    gate,
    team,
    ...(await launch()),
    async begin(email) {
      await signIn(device.page, server, email);
      await openUploadPage(device.page, server);
      await waitForServiceWorker(device.page);
    },
    async sendUntil(chunks) {
      gate.holdAfter(chunks);
      await pressProcess(device.page);
      await gate.waitForAnswers(chunks);
      await gate.waitForArrivals(chunks + LIMITS.lanes);
    },
    async killAndStart() {
      await killBrowser(profile, device.context);
      Object.assign(device, await launch());
    },
    async killAndReturn() {
      await device.killAndStart();
      await device.page.goto(`${team}/upload-v2`);
    },
    publish: (build) => publishBuild(pageFolder, build),
    async dispose() {
      await killBrowser(profile, device.context);
      await gate.close();
      await server.dispose();
      await Promise.all([profile, folder].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
  return device;
}

/** Checks that every file of the folder is on the server's disk, byte for byte, and nothing else of this patient. */
export async function expectOnServer({ server }: Pick<Device, 'server'>, folder: string, patient: OfPatient): Promise<void> {
  const given = await hashesOfFolder(folder);
  await expect.poll(() => hashesOnServer(server.dataDir, patient), { timeout: 60_000, interval: 250 }).toEqual(given);
}

/** Rows of a table, for everyone who has a database on this device at the page's address. */
export function rowsOnDevice<T = Record<string, unknown>>(page: Page, table: string): Promise<T[]> {
  return page.evaluate(readTable, table) as Promise<T[]>;
}

/** Why the only upload on this device is stopped; null if it is not. */
export async function haltOnDevice(page: Page): Promise<unknown> {
  return (await rowsOnDevice<{ halt: unknown }>(page, 'uploads'))[0]?.halt ?? null;
}

export async function countOnDevice(page: Page, table: string): Promise<number> {
  return (await rowsOnDevice(page, table)).length;
}

/** Runs in the page. Values that cannot leave it (keys, Blobs) are omitted. */
async function readTable(table: string): Promise<unknown[]> {
  const settle = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
    });
  const plain = (row: object): object =>
    Object.fromEntries(
      Object.entries(row).filter(([, value]) => !(value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value))),
    );
  const names = (await indexedDB.databases()).map((database) => database.name ?? '').filter((one) => one.startsWith('lightship.u'));
  const rows = names.map(async (name) => {
    const database = await settle(indexedDB.open(name));
    const all = await settle(database.transaction(table).objectStore(table).getAll());
    database.close();
    return (all as object[]).map(plain);
  });
  return (await Promise.all(rows)).flat();
}
