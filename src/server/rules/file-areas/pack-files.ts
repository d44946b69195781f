import type { BodyOf, Calls } from '#contract/calls.ts';
import type { FileWork } from '#contract/file-areas.ts';
import { marked } from '#language/t.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { childOf, pathOf, requireEntry, requireFolder, requireName, requirePlace, type FileCaller } from './areas.ts';
import { outermost, placesOf } from './change-files.ts';
import { sizeOfTrees } from './trees.ts';
import { changedAnswer, changeOnce, WAITING } from './works.ts';

type Concerns = (uuids: readonly string[]) => void;
type Started = { ok: true; work: FileWork };

export interface ZipPlanOfWork {
  sources: number[];
  folderId: number;
  name: string;
}

export interface UnzipPlan {
  archiveId: number;
  folderId: number;
}

/** CALL-091 */
export async function packFiles(
  context: ServerContext,
  caller: FileCaller,
  body: BodyOf<Calls['packFiles']>,
  concerns: Concerns,
): Promise<Started> {
  const place = await requirePlace(context, caller, body.path, 'path');
  const name = requireName(body.file, 'file');
  const named = body.paths === undefined ? null : await placesOf(context, caller, body.paths);
  if (named !== null && named[0]!.area.id !== place.area.id)
    throw new Refusal('invalid', { errors: { paths: [marked('They are in another area.')] } });
  const asked = {
    ...{ uuid: body.uuid, kind: 'zip' as const, area: place.area, input: { ...body, uuid: undefined } },
    ...{ title: name, count: named?.length ?? 1, dir: pathOf(place), dirId: null },
  };
  const changed = await changeOnce(context, caller, asked, async (tx) => {
    const folder = await requireFolder(tx, place);
    const sources =
      named === null
        ? await tx.selectFrom('file_entry').selectAll().where('parent_id', '=', folder.id).execute()
        : await outermost(tx, named);
    if ((await childOf(tx, folder.id, name)) !== null) throw new Refusal('file_exists');
    const ids = sources.map(({ id }) => id);
    const { entries, bytes } = await sizeOfTrees(tx, ids);
    concerns([folder.uuid, ...sources.map(({ uuid }) => uuid)]);
    const plan: ZipPlanOfWork = { sources: ids, folderId: folder.id, name };
    const totals = { entries_total: entries, bytes_total: bytes };
    return { work: { ...WAITING, ...totals, dir_id: folder.id, plan: JSON.stringify(plan) }, answer: null };
  });
  return started(await changedAnswer(context, changed.work!));
}

/** CALL-090 */
export async function unpackFile(
  context: ServerContext,
  caller: FileCaller,
  body: BodyOf<Calls['unpackFile']>,
  concerns: Concerns,
): Promise<Started> {
  const place = await requirePlace(context, caller, body.path, 'path');
  const file = await requirePlace(context, caller, body.file, 'file');
  const asked = {
    ...{
      uuid: body.uuid,
      kind: 'unzip' as const,
      area: place.area,
      areas: [place.area.id, file.area.id],
      input: { ...body, uuid: undefined },
    },
    ...{ title: file.names.at(-1) ?? '', count: 1, dir: pathOf(place), dirId: null },
  };
  const changed = await changeOnce(context, caller, asked, async (tx) => {
    const folder = await requireFolder(tx, place);
    const archive = await requireEntry(tx, file);
    if (archive.kind !== 'file') throw new Refusal('not_a_file');
    concerns([folder.uuid, archive.uuid]);
    const plan: UnzipPlan & { conflict: string } = { archiveId: archive.id, folderId: folder.id, conflict: body.conflict ?? 'keep-both' };
    return { work: { ...WAITING, dir_id: folder.id, plan: JSON.stringify(plan) }, answer: null };
  });
  return started(await changedAnswer(context, changed.work!));
}

function started({ work }: { work: FileWork | null }): Started {
  if (work === null) throw new Error('A work that is no job');
  return { ok: true, work };
}
