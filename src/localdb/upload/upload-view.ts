import { KEEP_AFTER_PROOF_MS } from '#model/offline/kept-copies.ts';
import { studyModality } from '#model/studies/modality.ts';
import { seriesNumber } from '#model/studies/series-number.ts';
import { defaultSlice, sliceCount } from '#model/studies/series.ts';
import { studyStatus, type Status } from '#model/status.ts';
import type { ProblemView, SeriesView, StudyView, UploadView } from '#model/uploads/upload-view.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FactsCache } from './decrypted-rows.ts';
import { lostFiles } from './lost-files.ts';
import { confirmedOfArchives, mayBeTakenBack } from './server-archives.ts';
import type { FileRow, LocalDb, SeriesRow, StudyRow, UploadRow } from '#localdb/schema.ts';

/**
 * Reads and decrypts the shown upload. All numbers are from the same moment: all rows are read first, in one transaction that awaits only
 * IndexedDB, because a live query notices only what it read itself.
 */
export async function readUploadView(db: LocalDb, device: DeviceKey, cache: FactsCache): Promise<UploadView | null> {
  const rows = await withConnection(db, () => readRows(db));
  return rows && openView(device, cache, rows);
}

interface UploadRows {
  upload: UploadRow;
  studies: StudyRow[];
  series: SeriesRow[];
  problems: FileRow[];
  /** Archives that the server opens, and how many of their bytes it has acknowledged. */
  archives: FileRow[];
  confirmed: number;
}

async function readRows(db: LocalDb): Promise<UploadRows | null> {
  return db.transaction('r', [db.uploads, db.studies, db.series, db.files, db.chunks], async () => {
    const upload = await db.uploads.where('shown').equals(1).first();
    if (!upload || (upload.state === 'ready' && upload.phase === 'none')) return null;
    const [studies, series, problems] = await Promise.all([
      db.studies.where('uploadId').equals(upload.id).toArray(),
      db.series.where('uploadId').equals(upload.id).toArray(),
      db.files.where('[uploadId+problem]').between([upload.id, ''], [upload.id, '\uffff']).toArray(),
    ]);
    const shown = problems.filter(({ problem }) => problem !== 'unpacked' && problem !== 'for-server');
    const archives = upload.opening ? problems.filter(({ problem }) => problem === 'for-server') : [];
    const confirmed = archives.length === 0 ? 0 : await confirmedOfArchives(db, upload.id);
    return { upload, studies, series, archives, confirmed, problems: [...shown, ...(await lostFiles(db, series.filter(goes)))] };
  });
}

async function openOpening(
  device: DeviceKey,
  cache: FactsCache,
  { upload: { opening }, archives, confirmed }: UploadRows,
): Promise<UploadView['opening']> {
  if (!opening) return null;
  const views = await Promise.all(
    archives.map(async (row) => {
      const { name } = await cache.names(device, row);
      return { fileId: row.id, name, bytes: row.size, isHere: row.state !== 'lost', mayBeTakenBack: mayBeTakenBack(row) };
    }),
  );
  return { phase: opening, archives: views, bytes: { total: archives.reduce((sum, { size }) => sum + size, 0), confirmed } };
}

async function openView(device: DeviceKey, cache: FactsCache, rows: UploadRows): Promise<UploadView> {
  const { upload, studies, series, problems } = rows;
  const seriesViews = await Promise.all(series.map((row) => openSeries(device, cache, upload, row)));
  const studyViews = await Promise.all(
    studies
      .sort((a, b) => a.position - b.position)
      .map((row) =>
        openStudy(
          device,
          cache,
          row,
          seriesViews.filter((view) => view.studyId === row.id),
          seriesViews.filter((view) => view.homeStudyId === row.id),
        ),
      ),
  );
  const going = series.filter(goes);
  const onDevice = series.reduce((sum, row) => sum + row.bytes - row.goneBytes, 0);
  return {
    id: upload.id,
    state: upload.state,
    started: upload.started,
    studies: studyViews,
    problems: await Promise.all(problems.map((row) => openProblem(device, cache, row))),
    files: {
      total: series.reduce((sum, row) => sum + row.files, 0),
      queued: going.reduce((sum, row) => sum + row.files, 0),
      proved: series.reduce((sum, row) => sum + row.provedFiles, 0),
      lost: series.reduce((sum, row) => sum + row.lostFiles, 0),
    },
    bytes: {
      queued: going.reduce((sum, row) => sum + row.bytes, 0),
      confirmed: series.reduce((sum, row) => sum + row.confirmedBytes, 0),
      proved: series.reduce((sum, row) => sum + row.provedBytes, 0),
      onDevice,
      kept: upload.phase === 'ended' ? onDevice : series.reduce((sum, row) => sum + row.keptBytes, 0),
    },
    keptUntil: upload.endedAt === null ? null : upload.endedAt + KEEP_AFTER_PROOF_MS,
    halt: upload.halt,
    waiting: upload.waiting,
    opening: await openOpening(device, cache, rows),
  };
}

/** Before Process the selection decides, afterwards the position in the queue. */
function goes(row: SeriesRow): boolean {
  return row.valid && (row.idx !== null || row.upload);
}

async function openSeries(device: DeviceKey, cache: FactsCache, upload: UploadRow, row: SeriesRow): Promise<SeriesView> {
  const facts = await cache.series(device, row);
  return {
    id: row.id,
    studyId: row.studyId,
    homeStudyId: row.homeStudyId,
    facts,
    number: seriesNumber(facts.seriesNumber, row),
    isReference: row.isReference && row.upload && row.valid,
    acquisition: row.acquisition,
    recognised: row.recognised && (await cache.recognition(device, row, row.recognised)),
    deidentified: row.deidentified && (await cache.deidentified(device, row, row.deidentified)),
    deidentifiedBy: row.deidentifiedBy,
    burnedIn: row.burnedIn ?? null,
    keepsForConversion: row.keepsForConversion ?? false,
    refusal: row.refusal,
    project: row.project,
    alike: row.alike ?? { instance: 0, nameAndSize: 0 },
    upload: row.upload && row.valid,
    valid: row.valid,
    slices: sliceCount(facts),
    defaultSlice: defaultSlice(facts),
    status: seriesStatus(upload, row),
    message: row.message,
    files: { total: row.files, proved: row.provedFiles, lost: row.lostFiles },
    bytes: { total: row.bytes, confirmed: row.confirmedBytes, proved: row.provedBytes },
    window: row.window,
    location: row.server ? 'server' : 'local',
  };
}

/** The status of a series: the most advanced one that is certain. */
export function seriesStatus(upload: Pick<UploadRow, 'phase' | 'halt'>, row: SeriesRow): Status {
  if (!goes(row)) return 'skipped';
  if (row.idx === null) return row.server ? 'on server' : 'on this device';
  if (row.conversion === 'error') return 'failed';
  if (row.conversion === 'converted') return 'converted';
  if (row.conversion === 'converting') return 'converting';
  if (row.provedFiles === row.files) return 'verified';
  if (upload.halt?.why === 'failed') return 'failed';
  if (row.confirmedBytes >= row.bytes) return 'on server';
  return row.confirmedBytes > 0 ? 'sending' : 'queued';
}

async function openStudy(
  device: DeviceKey,
  cache: FactsCache,
  row: StudyRow,
  series: SeriesView[],
  arrived: readonly SeriesView[],
): Promise<StudyView> {
  const facts = await cache.study(device, row);
  const selected = series.filter((view) => view.status !== 'skipped');
  const sum = (views: SeriesView[], of: (view: SeriesView) => number): number => views.reduce((total, view) => total + of(view), 0);
  return {
    id: row.id,
    facts,
    ...(await cache.nameOfStudy(device, row)),
    // Follows its series when they move (UPL2-068). An empty study is described by the series that left it.
    modality: studyModality((series.length > 0 ? series : arrived).map((view) => view.facts)),
    bodyPart: row.bodyPart,
    bodyPartBy: row.bodyPartBy,
    labels: row.labels,
    pipeline: row.pipeline,
    recognising: recognising(row),
    leftOff: row.leftOff,
    joins: row.joins ?? null,
    anonymize: row.anonymize,
    anonymousName: row.anonymousName,
    upload: selected.length === 0 ? false : selected.length === series.filter((view) => view.valid).length || 'indeterminate',
    status: studyStatus(series.map((view) => view.status)),
    series: series.sort(bySeriesNumber),
    bytes: {
      total: sum(series, (view) => view.bytes.total),
      selected: sum(selected, (view) => view.bytes.total),
      confirmed: sum(series, (view) => view.bytes.confirmed),
      proved: sum(series, (view) => view.bytes.proved),
    },
  };
}

function recognising({ recognition }: StudyRow): StudyView['recognising'] {
  return recognition?.state === 'asking' || recognition?.state === 'waiting' ? recognition.state : null;
}

/** By the number in the files, so that a row does not move while the user edits the number. */
function bySeriesNumber(a: SeriesView, b: SeriesView): number {
  const number = (view: SeriesView): number => view.facts.seriesNumber ?? Number.MAX_SAFE_INTEGER;
  return number(a) - number(b) || (a.facts.key < b.facts.key ? -1 : 1);
}

async function openProblem(device: DeviceKey, cache: FactsCache, row: FileRow): Promise<ProblemView> {
  const { name, path } = await cache.names(device, row);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const problem = row.problem === 'unpacked' || row.problem === 'for-server' ? null : row.problem;
  return { fileId: row.id, name, ...(folder === '' ? {} : { folder }), problem: problem ?? 'lost-on-device' };
}
