import type { FileItem, FileList } from '#contract/file-areas.ts';
import { compareEntries, partsOfName, prettySize } from '#model/file-areas/file-paths.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { areasOf, bytesOfArea, parsePlace, pathOf, requireFolder, type FileCaller } from './areas.ts';
import { Refusal } from '#server/rules/context.ts';
import { busyFolders } from './works.ts';

/** CALL-085 */
export async function listFiles(
  context: ServerContext,
  caller: FileCaller,
  dir: string,
  concerns: (uuid: string) => void,
): Promise<FileList> {
  const place = await parsePlace(context, caller, dir, 'dir');
  if (place === null) return listAreas(context, caller);
  const { read } = context.db;
  const folder = await requireFolder(read, place);
  concerns(folder.uuid);
  const rows = await read.selectFrom('file_entry').selectAll().where('parent_id', '=', folder.id).execute();
  const busy = new Set((await busyFolders(read)).map(({ dir_id: id }) => id));
  const path = pathOf(place);
  const { area } = place;
  return {
    data: rows
      .map((row) => ({ ...row, isDir: row.kind === 'folder' }))
      .toSorted(compareEntries)
      .map((row) => toItem({ ...row, path: `${path}/${row.name}`, isBusy: busy.has(row.id) })),
    dir: path,
    area: {
      ...{ slug: area.slug, title: area.title, bytes: await bytesOfArea(read, area.id) },
      limit: area.team_id === null ? null : (context.bytesPerTeam ?? null),
    },
  };
}

async function listAreas(context: ServerContext, caller: FileCaller): Promise<FileList> {
  const areas = await areasOf(context, caller);
  if (areas.length === 0) throw new Refusal('not_allowed');
  const data = areas.map(({ slug }) => toItem({ name: slug, isDir: true, bytes: 0, changed_at: 0, path: `/${slug}`, isBusy: false }));
  return { data, dir: '/', area: null };
}

interface Listed {
  name: string;
  isDir: boolean;
  bytes: number;
  changed_at: number;
  path: string;
  isBusy: boolean;
}

function toItem({ name, isDir, bytes, changed_at, path, isBusy }: Listed): FileItem {
  return {
    ...{ basename: name, ...partsOfName(name), isFile: !isDir, isDir, size: bytes, sizePretty: isDir ? '' : prettySize(bytes) },
    ...{ path, changed_at, busy: isBusy },
  };
}
