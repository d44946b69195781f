import { createHash, randomUUID } from 'node:crypto';
import { UNSORTED } from '#contract/chunk.ts';
import type { Engine } from '#server/db/dialect.ts';
import { unpackFiles } from '#server/archives/unpack-files.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { CLASSES, MANIFEST } from '#server/rules/ai/ai-test-bench.ts';
import { saveFilePart } from '#server/rules/ai/files.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { addVersion } from '#server/rules/ai/versions.ts';
import { prepareBatch } from '#server/rules/batch/batch.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { createTestBench, packChunk, sha256Of, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { newEntry, requireArea, type FileCaller } from './areas.ts';
import { writeContent } from './contents.ts';
import { readFile } from './file-bytes.ts';
import { createFileWorkHandler } from './file-work-job.ts';
import { listFiles } from './list-files.ts';
import { makeFolders } from './make-folders.ts';

/** A model of team north, whose one version is this file. */
export async function addTestModel({ context, eva: { team } }: FilesBench, file = 'a network'): Promise<string> {
  const structure = await context.db.read.selectFrom('structure').select('id').orderBy('id').executeTakeFirstOrThrow();
  const named = { name: 'Hippocampus', code: 'hippocampus', description: '', structure_id: structure.id, segments: CLASSES };
  const model = await createModel(context, team, { uuid: randomUUID(), parent_id: null, ...named });
  const [uuid, sent, bytes] = [randomUUID(), randomUUID(), Buffer.from(file)];
  const part = { teamId: team.teamId, uuid: sent, part: 0, parts: 1, sha256: sha256Of(bytes), bytes, folder: `team-${team.teamId}/` };
  await saveFilePart(context, part);
  await addVersion(context, team, model.id, { uuid, file: sent, sha256: part.sha256, manifest: MANIFEST });
  return uuid;
}

export const nobodyConcerned = (): void => undefined;

/** Areas of two teams and of the server, over the bench of uploads. */
export interface FilesBench {
  bench: TestBench;
  context: TestBench['context'];
  /** Administrator of team north. */
  eva: FileCaller & { team: TestBench['eva'] };
  /** Administrator of team south. */
  ute: FileCaller & { team: TestBench['eva'] };
  /** Writes files with these texts, with their folders. */
  put(files: Record<string, string | Uint8Array>): Promise<void>;
  /** Every path below a folder, with the text of files and `null` for folders. */
  tree(dir?: string, caller?: FileCaller): Promise<Record<string, string | null>>;
  /** Runs jobs until nothing is left to do. */
  work(context?: ServerContext & { jobs: TestBench['context']['jobs'] }): Promise<void>;
  /** Sends files as an upload of unsorted files; returns its session. */
  openUpload(): Promise<string>;
  send(session: string, chunk: number, name: string, bytes: Uint8Array | string): Promise<void>;
  keys(): Promise<string[]>;
  makePlatformAdministrator(userId: number): Promise<void>;
}

export async function createFilesBench(engine: Engine): Promise<FilesBench> {
  const bench = await createTestBench(engine);
  const { context } = bench;
  const eva = { ...bench.eva, team: bench.eva };
  const ute = { ...bench.ute, team: bench.ute };

  async function put(files: Record<string, string | Uint8Array>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const [, slug, ...names] = path.split('/');
      const area = await requireArea(context, slug === 'south' ? ute : eva, slug!);
      const name = names.pop()!;
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      const key = `files/area-${area.id}/test-${randomUUID()}`;
      if (bytes.length > 0) await context.objects.write(key, bytes);
      await context.db.write(async (tx) => {
        const parent = await makeFolders(tx, { areaId: area.id, names, now: context.now() });
        const piece = { file_offset: 0, length: bytes.length, object_key: key, object_offset: 0 };
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const content_id = await writeContent(tx, { sha256, bytes: bytes.length, pieces: bytes.length > 0 ? [piece] : [] }, context.now());
        const entry = { ...newEntry({ areaId: area.id, name, at: context.now() }), parent_id: parent.id, content_id, bytes: bytes.length };
        await tx.insertInto('file_entry').values(entry).execute();
      });
    }
  }

  async function tree(dir = '/north', caller: FileCaller = eva): Promise<Record<string, string | null>> {
    const found: Record<string, string | null> = {};
    for (const { path, isDir, size } of (await listFiles(context, caller, dir, nobodyConcerned)).data) {
      if (isDir) Object.assign(found, { [path]: null }, await tree(path, caller));
      else {
        const file = await readFile(
          context,
          caller,
          { path, offset: 0, length: Math.max(1, Math.min(size, 4 * 1024 ** 2)) },
          nobodyConcerned,
        );
        const parts: Uint8Array[] = [];
        for await (const part of file.stream(0, size)) parts.push(part as Uint8Array);
        found[path] = Buffer.concat(parts).toString();
      }
    }
    return found;
  }

  async function work(by: ServerContext & { jobs: TestBench['context']['jobs'] } = context): Promise<void> {
    const runner = startJobRunner(
      by.jobs,
      { 'file-work': createFileWorkHandler(by, { unpack: ({ name, source }, _signal, take) => unpackFiles(source, name, take) }) },
      { lanes: [['file-work']], pollMs: 10 },
    );
    await runner.idle();
    await runner.stop('wait');
  }

  return {
    ...{ bench, context, eva, ute, put, tree, work },
    async openUpload() {
      return (await prepareBatch(context, bench.eva, {})).session;
    },
    async send(session, chunk, name, bytes) {
      const file = testFile(name, bytes, { name, seriesId: UNSORTED });
      await receiveChunk(context, bench.eva, packChunk({ session, studyUuid: session, chunk }, [file]));
    },
    async keys() {
      const found: string[] = [];
      for await (const { key } of context.objects.list('')) found.push(key);
      return found;
    },
    async makePlatformAdministrator(userId) {
      await context.db.write((tx) => tx.updateTable('user').set({ platform_admin: 1 }).where('id', '=', userId).execute());
    },
  };
}
