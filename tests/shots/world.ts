import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockedZipOf, rarOf } from '#tests/support/foreign-archives.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import { writeCine } from './cine.ts';
import { GOOD_PARTS, writeMixedFolder } from './mixed-folder.ts';
import { sendStudies } from './sent-studies.ts';
import { writeArchives } from './legacy-archives.ts';

/** What the walk meets: all of it made by code. */
export interface World {
  /** With the people of the demo: north has studies once they are asked for, south has none. */
  server: TestServer;
  /** Between browser and the upload host of `server`. */
  gate: UploadGate;
  /** Before its first account, and open to everybody. */
  first: TestServer;
  /** With the studies of the demo. They are being converted once it answers. */
  demo(): Promise<TestServer>;
  /** Three series, some 25 MB. */
  heavyStudy(): Promise<StudyFolder>;
  /** Several studies, and most of what can be wrong with files. */
  mixedFolder(): Promise<string>;
  /** `heron.rar` and `tern.zip`, which is locked. */
  foreignArchives(): Promise<string>;
  /** Folders and files of it that can be sent. */
  goodParts(): Promise<string[]>;
  /** Archives for the server to open: a disc as it is, and one that is locked. */
  legacyArchives(): Promise<string[]>;
  /** One clip of an ultrasound device. */
  cineFolder(): Promise<string>;
  /** Resolves once the lists of north fill more than a page. */
  fillLists(): Promise<void>;
  close(): Promise<void>;
}

/** What those who run a server say of it. */
const SITE = {
  LIGHTSHIP_CONTACT_EMAIL: 'imaging@hospital.test',
  LIGHTSHIP_SUBPROCESSORS: 'A hoster | servers and their backup | Germany; A mail service | mails to the owners of accounts | Ireland',
};

export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-world-'));
  const gate = await openUploadGate();
  const [server, first] = await Promise.all([
    startTestServer({ people: true, acquisitions: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } }),
    startTestServer({ env: { LIGHTSHIP_REGISTRATION: 'open', ...SITE } }),
  ]);
  gate.forwardTo(server.port);
  const heavyStudy = once(() => createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000, patientName: 'Heron^Quiet' }));
  const demo = once(() => startTestServer({ demo: true, acquisitions: true }));
  const mixedFolder = once(() => writeMixedFolder(join(folder, 'mixed')));
  return {
    server,
    gate,
    first,
    demo,
    heavyStudy,
    mixedFolder,
    foreignArchives: once(() => writeForeignArchives(join(folder, 'foreign'))),
    goodParts: async () => mixedFolder().then((mixed) => GOOD_PARTS.map((part) => join(mixed, part))),
    legacyArchives: once(async () => writeArchives(folder, await writeMixedFolder(join(folder, 'legacy'), 81))),
    cineFolder: once(() => writeCine(join(folder, 'cine'))),
    fillLists: once(() => sendStudies(server)),
    async close() {
      await gate.close();
      await Promise.all([server, first, await demo.made()].map((one) => one?.dispose()));
      await (await heavyStudy.made())?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeForeignArchives(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, patientName] of [
    ['heron.rar', 'Heron^Quiet'],
    ['tern.zip', 'Tern^Brave'],
  ] as const) {
    const study = await createStudyFolder({ patientName });
    await writeFile(join(folder, name), name.endsWith('.rar') ? await rarOf(study.path) : await lockedZipOf(study.path, 'a word of three'));
    await study.remove();
  }
  return folder;
}

/** Made when it is first asked for. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { made(): Promise<T | undefined> } {
  let making: Promise<T> | undefined;
  return Object.assign(() => (making ??= make()), { made: () => making ?? Promise.resolve(undefined) });
}
