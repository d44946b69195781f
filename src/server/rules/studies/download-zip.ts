import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip, predictLength } from 'client-zip';
import type { Reader } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { streamPieces, type ByteAnswer } from '#server/rules/byte-answer.ts';
import { createUniqueNames, safeName } from './download-names.ts';
import { piecesOf } from '#server/rules/receive/proof.ts';

interface ZippedFile {
  id: number;
  /** Path in the zip. */
  name: string;
  size: number;
}

/** The parts of a series that its folder is named after. */
interface ZippedSeries {
  id: number;
  series_number: string;
  series_description: string;
}

/**
 * The originals of these series in a zip that is generated while it is sent: a folder each, bytes stored uncompressed, Zip64 where needed.
 * One file is open at a time, and none once the client has disconnected. The length is known in advance.
 */
export async function zipOfSeries(
  { db, objects }: ServerContext,
  series: readonly ZippedSeries[],
  { saveAs, madeAt }: { saveAs: string; madeAt: number },
): Promise<ByteAnswer> {
  const files = await filesOf(db.read, series);
  const lastModified = new Date(madeAt);
  return {
    size: Number(predictLength(files)),
    type: 'application/zip',
    sha256: null,
    saveAs,
    stream() {
      let open: Readable | null = null;
      async function* entries() {
        for (const file of files) {
          open = streamPieces(objects, await piecesOf(db.read, file.id), 0, file.size);
          yield { name: file.name, size: file.size, lastModified, input: open as AsyncIterable<Uint8Array> };
        }
      }
      const zip = Readable.fromWeb(makeZip(entries()) as ReadableStream);
      zip.once('close', () => open?.destroy());
      return zip;
    },
  };
}

async function filesOf(db: Reader, series: readonly ZippedSeries[]): Promise<ZippedFile[]> {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'series_id', 'name', 'size'])
    .where(
      'series_id',
      'in',
      series.map(({ id }) => id),
    )
    .where('proved', '=', 1)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const rowsBySeriesId = Map.groupBy(rows, (row) => row.series_id);
  const uniqueFolder = createUniqueNames();
  return series.flatMap((each) => {
    const folder = uniqueFolder(folderName(each));
    const unique = createUniqueNames();
    return (rowsBySeriesId.get(each.id) ?? []).map(({ id, name, size }) => ({
      id,
      size,
      name: `${folder}/${unique(safeName(name, 'file'))}`,
    }));
  });
}

/** `003 t2_tse_tra`: in number order where a file manager sorts by name. */
function folderName({ series_number, series_description }: ZippedSeries): string {
  const number = /^\d{1,10}$/.test(series_number) ? series_number.padStart(3, '0') : series_number;
  return safeName(`${number} ${series_description}`, 'series');
}
