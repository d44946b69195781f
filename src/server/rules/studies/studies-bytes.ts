import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { streamPieces, type ByteAnswer } from '#server/rules/byte-answer.ts';
import { piecesOf } from '#server/rules/receive/proof.ts';
import { studiesOfTeam } from './studies.ts';

/** The bytes of one original of a study that the team sees, if it was announced and verified. */
export async function originalFile({ db, objects }: ServerContext, caller: Member, id: number): Promise<ByteAnswer> {
  const file = await studiesOfTeam(db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('file', 'file.series_id', 'series.id')
    .select(['file.id', 'file.size', 'file.sha256', 'series.type'])
    .where('file.id', '=', id)
    .where('file.proved', '=', 1)
    .executeTakeFirst();
  if (file === undefined) throw new Refusal('not_found');
  const pieces = await piecesOf(db.read, file.id);
  return {
    size: file.size,
    type: file.type === 'dcm' ? 'application/dicom' : 'application/octet-stream',
    sha256: file.sha256,
    saveAs: null,
    stream: (offset, length) => streamPieces(objects, pieces, offset, length),
  };
}

/** The thumbnail of a series that the team sees; its reading tells what it was drawn from, or why there is none. */
export async function seriesThumbnail({ db, objects }: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const thumbnail = await studiesOfTeam(db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('series_reading', 'series_reading.series_id', 'series.id')
    .select(['series_reading.thumbnail_key as key', 'series_reading.thumbnail_hash as sha256', 'series_reading.thumbnail_bytes as size'])
    .where('series.uuid', '=', uuid)
    .executeTakeFirst();
  const key = thumbnail?.key ?? null;
  if (thumbnail === undefined || key === null) throw new Refusal('not_found');
  const { size, sha256 } = thumbnail;
  return { size, type: 'image/png', sha256, saveAs: null, stream: (offset, length) => objects.stream(key, offset, length) };
}

/** A volume of a study that the team sees. Another conversion gives its volumes new ids. */
export async function volumeFile({ db, objects }: ServerContext, caller: Member, id: number): Promise<ByteAnswer> {
  const { size, sha256, object_key: key } = await requireVolume(db.read, caller, id);
  return { size, type: OCTETS, sha256, saveAs: null, stream: (offset, length) => objects.stream(key, offset, length) };
}

/** The bricks of such a volume [Note: The object of bricks]. */
export async function volumeBricks({ db, objects }: ServerContext, caller: Member, id: number): Promise<ByteAnswer> {
  const { bricks_key: key, bricks_size: size, bricks_sha256: sha256 } = await requireVolume(db.read, caller, id);
  if (key === null) throw new Refusal('not_found');
  return { size, type: OCTETS, sha256, saveAs: null, stream: (offset, length) => objects.stream(key, offset, length) };
}

const OCTETS = 'application/octet-stream';

async function requireVolume(db: Reader, caller: Member, id: number) {
  const volume = await studiesOfTeam(db, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .select(['volume.size', 'volume.sha256', 'volume.object_key', 'volume.bricks_key', 'volume.bricks_size', 'volume.bricks_sha256'])
    .where('volume.id', '=', id)
    .executeTakeFirst();
  if (volume === undefined) throw new Refusal('not_found');
  return volume;
}
