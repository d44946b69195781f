import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { buildPageIfStale } from '#commands/page-build.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import type { SlowLink } from '#tests/support/slow-link.ts';
import { seedPeople } from '#tests/support/seed-people.ts';
import { turnOffDeidentification } from '#tests/support/without-deidentification.ts';
import { removeAcquisitions } from '#tests/support/without-acquisitions.ts';
import { ChunkTraffic } from './chunk-traffic.ts';
import type { Device } from './device.ts';
import { copyPageWithout, type MissingFeature } from './page-lacking-features.ts';
import { createKillableServer, type KillableServer } from './server.ts';

/**
 * Runs schedules one after the other: a server with its data and port, a gate before its upload host, and a browser profile of a signed-in user
 * with the app's service worker. Each schedule starts with a copy of that profile, made while no browser had it open. Nothing is shared with other
 * lanes.
 */
export interface Lane {
  server: KillableServer;
  dataDir: string;
  gate: UploadGate;
  /** Traffic of the current schedule. */
  traffic: ChunkTraffic;
  /** Chunks are compressed, and the schedules are of a special kind. */
  isSlow: boolean;
  device: Device;
  /** Of the page that its user opens. */
  address: string;
  newProfile(): Promise<string>;
  newFolder(): Promise<string>;
  dispose(): Promise<void>;
}

export interface LaneOptions {
  /** Existing folder for everything in the lane. */
  folder: string;
  device: Device;
  without?: readonly MissingFeature[];
  /** All requests of the page, not only chunks, use a slow link. */
  isSlow?: boolean;
  /** The page, and who uses it. */
  opens?: OpenedPage;
}

export interface OpenedPage {
  path: string;
  person: Person;
  /** What is there once the page has loaded. */
  ready: string;
}

const UPLOAD_PAGE: OpenedPage = { path: '/upload-v2', person: DEMO.annotator, ready: '[data-upload-state="ready"]' };

/** Far slower than any device deflates, and the requests before the first chunk take longer than with a server in the same building. */
const SLOW: SlowLink = { bytesPerSecond: 1_000_000, delayMs: 40 };

export async function openLane({ folder, device, without = [], isSlow = false, opens = UPLOAD_PAGE }: LaneOptions): Promise<Lane> {
  const build = await buildPageIfStale();
  if (!build.ok) throw new Error(build.output);
  const dataDir = join(folder, 'data');
  const pageFolder = join(folder, 'page');
  const template = join(folder, 'profile');
  const traffic = new ChunkTraffic();
  const gate = await openUploadGate({ onTaken: (chunk) => traffic.add(chunk), ...(isSlow ? { link: SLOW } : {}) });
  const server = createKillableServer({ dataDir, pageFolder, uploadUrl: gate.url });
  const pagePort = (): number => (isSlow ? Number(new URL(gate.url).port) : server.port());
  const dispose = async (): Promise<void> => {
    await server.kill();
    await gate.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all([copyPageWithout(join(CHECKOUT, 'dist'), pageFolder, without), mkdir(dataDir)]);
    await seedPeople(dataDir);
    removeAcquisitions(dataDir);
    turnOffDeidentification(dataDir);
    await server.start();
    gate.forwardTo(server.port());
    await makeProfile(template, pagePort(), opens);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    server,
    dataDir,
    gate,
    traffic,
    isSlow,
    device,
    address: addressOf(opens, pagePort()),
    async newProfile() {
      const profile = await mkdtemp(join(folder, 'p-'));
      await cp(template, profile, { recursive: true, mode: constants.COPYFILE_FICLONE });
      return profile;
    },
    newFolder: () => mkdtemp(join(folder, 's-')),
    dispose,
  };
}

function addressOf({ path }: OpenedPage, port: number): string {
  return `http://north.app.localhost:${port}${path}`;
}

/** Signs in, lets the service worker store the whole app, and closes the browser normally, so that everything is on the disk. */
async function makeProfile(profile: string, port: number, opens: OpenedPage): Promise<void> {
  const context = await launchBrowser({ userDataDir: profile });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, { origin: `http://app.localhost:${port}` }, opens.person);
    await page.goto(addressOf(opens, port));
    await page.locator(opens.ready).first().waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    });
    await context.close();
  } finally {
    await killBrowser(profile, context);
  }
}
