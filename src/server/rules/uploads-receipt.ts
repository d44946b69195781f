import { createHash } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import type { Receipt } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type ServerContext } from './context.ts';
import { takeInventoryOnce } from './receive/inventory.ts';
import { requireUpload, type Upload, type UploadCaller } from './uploads.ts';

type ReceiptFile = Receipt['studies'][number]['files'][number];

/**
 * The receipt of an upload: the SHA-256 of every file as found on the server, and one root per study.
 *
 * The root is the SHA-256 over one line per proved file, `{sha256}␣␣{name}\n`, the lines sorted as bytes. Whoever has the files can make
 * it with common tools: `sha256sum * | LC_ALL=C sort | sha256sum`. Like sha256sum, a line whose name holds a backslash or a line break begins
 * with a backslash and carries the name escaped.
 */
export async function uploadReceipt(context: ServerContext, caller: UploadCaller, session: string): Promise<Receipt> {
  const { db } = context;
  const upload = await requireUpload(db.read, caller, session);
  if (upload.state === 'dropped') throw new Refusal('session_closed');
  await takeInventoryOnce(context, upload);
  const studies = await db.read.selectFrom('study').select(['id', 'uuid']).where('upload_id', '=', upload.id).orderBy('id').execute();
  return receiptOf(db.read, upload, studies);
}

/** The same of one study alone, for whoever may see it. */
export async function receiptOfStudy(context: ServerContext, study: { id: number; uuid: string; upload_id: number }): Promise<Receipt> {
  const upload = await context.db.read.selectFrom('upload').selectAll().where('id', '=', study.upload_id).executeTakeFirstOrThrow();
  await takeInventoryOnce(context, upload);
  return receiptOf(context.db.read, upload, [study]);
}

async function receiptOf(db: Reader, upload: Upload, studies: readonly { id: number; uuid: string }[]): Promise<Receipt> {
  const files = await db
    .selectFrom('file')
    .innerJoin('series', 'series.id', 'file.series_id')
    .select(['series.study_id', 'file.name', 'file.size', 'file.sha256', 'file.original_sha256', 'file.proved'])
    .where('file.upload_id', '=', upload.id)
    .orderBy('file.name')
    .orderBy('file.id')
    .execute();
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
      return { studyUuid: study.uuid, root: receiptRoot(own), files: own };
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
