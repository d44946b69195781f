import type { BodyOf, Calls } from '#contract/calls.ts';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { streamPieces } from '#server/rules/byte-answer.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { areasOf, requireEntry, requirePlace, type Entry, type FileCaller } from './areas.ts';
import { outermost, placesOf } from './change-files.ts';
import { piecesOfContent } from './contents.ts';
import { isLiving } from './trees.ts';
import { planZip, streamZip } from './zip-files.ts';

/** PCALL-207. The page knows what it reads; nothing here is opened by the browser. */
export async function readFile(
  context: ServerContext,
  caller: FileCaller,
  { path, offset, length }: BodyOf<Calls['readFile']>,
  concerns: (uuids: readonly string[]) => void,
): Promise<ByteAnswer> {
  const place = await requirePlace(context, caller, path, 'path');
  const entry = await requireEntry(context.db.read, place);
  if (entry.kind !== 'file') throw new Refusal('not_a_file');
  concerns([entry.uuid]);
  if (offset > entry.bytes) throw new Refusal('range_outside');
  const size = Math.min(length, entry.bytes - offset);
  const pieces = await piecesOfContent(context.db.read, entry.content_id!);
  return {
    ...{ size, type: 'application/octet-stream', sha256: null, saveAs: null, headers: { 'x-size': String(entry.bytes) } },
    stream: () => streamPieces(context.objects, pieces, offset, size),
  };
}

/** Entries of a download, as its ticket stores them: by UUID, because names may change and say who a patient is. */
export interface WantedFiles {
  kind: 'files';
  entries: string[];
}

export async function wantedFiles(context: ServerContext, caller: FileCaller, paths: readonly string[]): Promise<WantedFiles> {
  const entries = await outermost(context.db.read, await placesOf(context, caller, paths));
  return { kind: 'files', entries: entries.map(({ uuid }) => uuid) };
}

/** One file as it is, or a zip. The caller may still open the area, and none of them was deleted. */
export async function downloadFiles(context: ServerContext, caller: FileCaller, { entries: uuids }: WantedFiles): Promise<ByteAnswer> {
  const { db, objects } = context;
  const areaIds = new Set((await areasOf(context, caller)).map(({ id }) => id));
  const entries: Entry[] = [];
  for (const some of inPortions(uuids))
    entries.push(...(await db.read.selectFrom('file_entry').selectAll().where('uuid', 'in', some).execute()));
  if (entries.length < uuids.length || entries.some((entry) => !areaIds.has(entry.area_id))) throw new Refusal('not_found');
  for (const entry of entries) if (!(await isLiving(db.read, entry.id))) throw new Refusal('not_found');
  const [first] = entries;
  if (entries.length === 1 && first?.kind === 'file') {
    const [content, pieces] = [await contentOf(db.read, first.content_id!), await piecesOfContent(db.read, first.content_id!)];
    return {
      ...{ size: content.bytes, type: 'application/octet-stream', sha256: content.sha256, saveAs: first.name },
      stream: (offset, length) => streamPieces(objects, pieces, offset, Math.min(length, content.bytes - offset)),
    };
  }
  const plan = await planZip(db.read, entries);
  return {
    ...{ size: plan.size, type: 'application/zip', sha256: null, saveAs: entries.length === 1 ? `${first!.name}.zip` : 'files.zip' },
    stream: () => streamZip(db.read, objects, plan),
  };
}

async function contentOf(db: Reader, id: number): Promise<{ sha256: string; bytes: number }> {
  return db.selectFrom('file_content').select(['sha256', 'bytes']).where('id', '=', id).executeTakeFirstOrThrow();
}
