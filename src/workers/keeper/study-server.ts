import type { StudyProposals } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import type { Series, SeriesFile, StudyDetail } from '#contract/study-detail.ts';

/** The keeper's requests to the server. Every failure is an answer; only an abort by the caller throws. */
export interface StudyServer {
  study(studyUuid: string, signal: AbortSignal): Promise<Answer<StudyDetail>>;
  series(studyUuid: string, signal: AbortSignal): Promise<Answer<Series[]>>;
  /** Its thumbnail; 404 if it has none. */
  thumbnail(seriesUuid: string, signal: AbortSignal): Promise<Answer<Picture>>;
  /** Its verified files, in slice order. */
  files(seriesUuid: string, signal: AbortSignal): Promise<Answer<SeriesFile[]>>;
  /** What models have proposed for it. */
  proposals(studyUuid: string, signal: AbortSignal): Promise<Answer<StudyProposals>>;
  /** Models of the team that run. */
  runnable(signal: AbortSignal): Promise<Answer<RunnableModel[]>>;
  /** A range of a volume, an original file, a label map or a model. Its bytes are still arriving and may break off. */
  bytes(object: StoredObject, range: ByteRange, signal: AbortSignal): Promise<Answer<ReceivedBytes>>;
}

/** `labels`: of a result of a study, by the id of the inference. `model`: by the UUID of its version. */
export type StoredObject =
  | { kind: 'volume' | 'file'; id: number }
  | { kind: 'labels'; id: number; study: string }
  | { kind: 'model'; id: string };

export interface Picture {
  /** ETag. */
  tag: string | null;
  bytes: Blob;
}

export interface ByteRange {
  offset: number;
  length: number;
}

export interface ReceivedBytes {
  /** ETag. */
  tag: string | null;
  body: ReadableStream<Uint8Array>;
}

/**
 * `status`: HTTP status of the refusal; null if there was no answer. `retryAfterMs`: how long to wait before the next request, if the server said
 * so.
 */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; retryAfterMs?: number | null };
