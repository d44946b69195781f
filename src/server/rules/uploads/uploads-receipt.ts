import { createHash } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import type { Receipt } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { takeInventoryOnce } from '#server/rules/receive/inventory.ts';
import { studiesOfUpload } from './uploads-join.ts';
import { requireUpload, type Upload, type UploadCaller } from './uploads.ts';

type ReceiptStudy = Receipt['studies'][number];
type ReceiptFile = ReceiptStudy['files'][number];

/**
 * The receipt of an upload: the SHA-256 of every file as found on the server, and one root per study.
 *
 * The root is the SHA-256 over one line per verified file, `{sha256}␣␣{name}\n`, the lines sorted as bytes. Anybody who has the files can
 * compute it with common tools: `sha256sum * | LC_ALL=C sort | sha256sum`. As in sha256sum, a line whose name contains a backslash or a
 * line break begins with a backslash and has the name escaped.
 */
export async function uploadReceipt(context: ServerContext, caller: UploadCaller, session: string): Promise<Receipt> {
  const { db } = context;
  const upload = await requireUpload(db.read, caller, session);
  if (upload.state === 'dropped') throw new Refusal('session_closed');
  await takeInventoryOnce(context, upload);
  const studies = await studiesOfUpload(db.read, upload.id)
    .leftJoin('joined_study', (join) => join.onRef('joined_study.study_id', '=', 'study.id').on('joined_study.upload_id', '=', upload.id))
    .select((eb) => ['study.id', 'study.uuid', eb.fn.min('joined_study.created_at').as('joinedAt')])
    .groupBy(['study.id', 'study.uuid'])
    .orderBy('study.id')
    .execute();
  const files = await filesOf(db.read, studies).where('file.upload_id', '=', upload.id).execute();
  const thereByStudyId = new Map<number, ReceiptStudy['there']>();
  for (const { id, joinedAt } of studies) {
    if (joinedAt !== null) thereByStudyId.set(id, await filesBefore(db.read, id, upload, joinedAt));
  }
  return toReceipt(upload, studies, { files, thereByStudyId });
}

/** The same for one study, with all that uploads have brought into it, for callers who may see it. */
export async function receiptOfStudy(context: ServerContext, study: { id: number; uuid: string; upload_id: number }): Promise<Receipt> {
  const { db } = context;
  const uploads = await db.read
    .selectFrom('upload')
    .selectAll()
    .where('id', 'in', (of) => of.selectFrom('series').select('upload_id').where('study_id', '=', study.id))
    .execute();
  for (const upload of uploads) await takeInventoryOnce(context, upload);
  const begun = await db.read.selectFrom('upload').selectAll().where('id', '=', study.upload_id).executeTakeFirstOrThrow();
  return toReceipt(begun, [study], { files: await filesOf(db.read, [study]).execute(), thereByStudyId: new Map() });
}

type FileRow = Awaited<ReturnType<ReturnType<typeof filesOf>['execute']>>[number];

function filesOf(db: Reader, studies: readonly { id: number }[]) {
  return db
    .selectFrom('file')
    .innerJoin('series', 'series.id', 'file.series_id')
    .select(['series.study_id', 'file.name', 'file.size', 'file.sha256', 'file.original_sha256', 'file.proved'])
    .where(
      'series.study_id',
      'in',
      studies.map(({ id }) => id),
    )
    .orderBy('file.name')
    .orderBy('file.id');
}

/**
 * Verified files that other uploads had brought into a study, from the series that existed when this one joined it. Each content once,
 * without names.
 */
async function filesBefore(db: Reader, studyId: number, upload: Upload, joinedAt: number): Promise<ReceiptStudy['there']> {
  const files = await filesOf(db, [{ id: studyId }])
    .where('file.upload_id', '<>', upload.id)
    .where('file.proved', '=', 1)
    .where('series.created_at', '<=', joinedAt)
    .execute();
  const bySha256 = new Map(
    files.map(({ sha256, original_sha256: original }) => [sha256, { sha256, ...(original !== null && { original_sha256: original }) }]),
  );
  return [...bySha256.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

interface Receipted {
  files: readonly FileRow[];
  thereByStudyId: ReadonlyMap<number, ReceiptStudy['there']>;
}

function toReceipt(upload: Upload, studies: readonly { id: number; uuid: string }[], { files, thereByStudyId }: Receipted): Receipt {
  const filesByStudyId = Map.groupBy(files, (file) => file.study_id);
  return {
    session: upload.session,
    created_at: dateToWire(new Date(upload.created_at)),
    studies: studies.map((study) => {
      const own = (filesByStudyId.get(study.id) ?? []).map(({ name, size, sha256, original_sha256, proved }) => ({
        name,
        size,
        sha256,
        ...(original_sha256 !== null && { original_sha256 }),
        proved: proved === 1,
      }));
      const there = thereByStudyId.get(study.id);
      return { studyUuid: study.uuid, root: receiptRoot(own), files: own, ...(there !== undefined && { there }) };
    }),
  };
}

export function receiptRoot(files: readonly Pick<ReceiptFile, 'name' | 'sha256' | 'proved'>[]): string {
  const lines = files.filter((file) => file.proved).map((file) => Buffer.from(receiptLine(file)));
  return createHash('sha256')
    .update(Buffer.concat(lines.sort(Buffer.compare)))
    .digest('hex');
}

function receiptLine({ sha256, name }: Pick<ReceiptFile, 'name' | 'sha256'>): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${sha256}  ${escaped}\n`;
}
