import type { Series, StudyDetail } from '#contract/study-detail.ts';

/** What the keeper asks of the server. Every failure is an answer; only the caller's own abort throws. */
export interface StudyServer {
  study(studyUuid: string, signal: AbortSignal): Promise<Answer<StudyDetail>>;
  series(studyUuid: string, signal: AbortSignal): Promise<Answer<Series[]>>;
  /** Its picture; 404 where it has none. */
  thumbnail(seriesUuid: string, signal: AbortSignal): Promise<Answer<Picture>>;
  /** A range of a volume: its bytes are still on their way, and may break off. */
  volume(id: number, range: ByteRange, signal: AbortSignal): Promise<Answer<ComingBytes>>;
}

export interface Picture {
  /** ETag. */
  tag: string | null;
  bytes: Blob;
}

export interface ByteRange {
  offset: number;
  length: number;
}

export interface ComingBytes {
  /** ETag. */
  tag: string | null;
  body: ReadableStream<Uint8Array>;
}

/** `status`: of the answer that refused; null where none came. `retryAfterMs`: for how long not to ask again, where that was said. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; retryAfterMs?: number | null };
