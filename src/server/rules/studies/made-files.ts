import { Readable } from 'node:stream';
import type { BodyOf, Calls } from '#contract/calls.ts';
import type { FileSource } from '#contract/file-areas.ts';
import { fileAnswer } from '#server/rules/ai/files.ts';
import { requireVersion } from '#server/rules/ai/model-rows.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { exportList, exportVersion } from '#server/rules/datasets/versions/export-version.ts';
import { receiptOfStudy } from '#server/rules/uploads/uploads-receipt.ts';
import { seriesFileName, studyFileName } from './download-names.ts';
import { zipOfSeries } from './download-zip.ts';
import { volumeFile } from './studies-bytes.ts';
import { requireStudyRow, seriesRowsOf, studiesOfTeam } from './studies.ts';

/** What a download can be of, apart from files of areas. */
export type WantedOfStudies = BodyOf<Calls['prepareDownload']>;

/** A file that the server makes while it is sent. The caller has r:studies. */
export function openMadeFile(context: ServerContext, caller: Member, wanted: WantedOfStudies): Promise<ByteAnswer> {
  if (wanted.kind === 'volume') return volume(context, caller, wanted.volume);
  if (wanted.kind === 'dataset') return exportVersion(context, caller, wanted.version);
  if (wanted.kind === 'dataset-list') return exportList(context, caller, wanted.version);
  if (wanted.kind === 'receipt') return receipt(context, caller, wanted.study);
  return 'series' in wanted ? originalsOfSeries(context, caller, wanted.series) : originalsOfStudy(context, caller, wanted.study);
}

/** The bytes that a download of it gives to this caller, under a name that identifies no patient. */
export async function openSource(context: ServerContext, caller: Member, source: FileSource): Promise<ByteAnswer & { saveAs: string }> {
  if (source.kind === 'model') {
    const version = await requireVersion(context.db.read, caller, source.version);
    const { engine } = JSON.parse(version.manifest) as { engine: string };
    const saveAs = `model_${version.model_id}_v${version.number}${engine === 'onnx' ? '.onnx' : ''}`;
    return { ...(await fileAnswer(context, version.file_id, 'application/octet-stream')), saveAs };
  }
  if (!caller.permissions.has('r:studies')) throw new Refusal('not_allowed');
  const file = await openMadeFile(context, caller, source);
  if (file.saveAs === null) throw new Error('A download without a name');
  return { ...file, saveAs: file.saveAs };
}

async function originalsOfStudy(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const study = await requireStudyRow(context.db.read, caller, uuid);
  const series = await seriesRowsOf(context.db.read, [study.id]);
  if (series.length === 0) throw new Refusal('not_found');
  assertWhole(series);
  return zipOfSeries(context, series, { saveAs: `${studyFileName(study)}.zip`, madeAt: study.created_at });
}

async function originalsOfSeries(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const series = await context.db.read.selectFrom('series').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  const study = await requireStudyRow(context.db.read, caller, String(series.study_id));
  assertWhole([series]);
  return zipOfSeries(context, [series], { saveAs: `${seriesFileName(study, series)}.zip`, madeAt: study.created_at });
}

/** All files or none: a zip does not show that files are missing. */
function assertWhole(series: readonly { proved_files: number; file_count: number }[]): void {
  if (series.some((each) => each.proved_files < each.file_count)) throw new Refusal('series_incomplete');
}

async function volume(context: ServerContext, caller: Member, id: number): Promise<ByteAnswer> {
  const file = await volumeFile(context, caller, id);
  const named = await studiesOfTeam(context.db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .select([
      'study.modality',
      'study.study_date',
      'study.uuid as study_uuid',
      'series.uuid as series_uuid',
      'series.series_number',
      'series.id',
    ])
    .where('volume.id', '=', id)
    .executeTakeFirst();
  if (named === undefined) throw new Refusal('not_found');
  const siblings = await context.db.read.selectFrom('volume').select('id').where('series_id', '=', named.id).orderBy('name').execute();
  const place = siblings.findIndex((each) => each.id === id) + 1;
  const name = seriesFileName({ ...named, uuid: named.study_uuid }, { ...named, uuid: named.series_uuid });
  return { ...file, saveAs: `${name}${siblings.length > 1 ? `_${place}` : ''}.nii` };
}

async function receipt(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const study = await requireStudyRow(context.db.read, caller, uuid);
  const text = `${JSON.stringify(await receiptOfStudy(context, study), null, 2)}\n`;
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    type: 'application/json; charset=utf-8',
    sha256: null,
    saveAs: `${studyFileName(study)}_receipt.json`,
    stream: () => Readable.from([bytes]),
  };
}
