import type { HeaderStudy, RecognisedSeries } from '#contract/recognition.ts';

/** A study that a server can be asked about. */
export interface RecognitionRequest {
  /** SHA-256 of the request: a different one means a different question. */
  about: string;
  study: HeaderStudy;
  /** For MR: series that may be sent as images (REC-013), each with the number that is shown in its tile. */
  tiles: { seriesId: string; label: string }[];
}

/** A server's answers about a study; null: none. */
export interface ServerAnswers {
  text: readonly RecognisedSeries[] | null;
  image: readonly RecognisedSeries[] | null;
}

/**
 * State of the request. `waiting`: for the network. `stopped`: by the user; not asked again unless the study changes. `llmRemoteId`: ID of the
 * server's prompt (REC-006).
 */
export interface StudyRecognition {
  state: 'waiting' | 'asking' | 'ended' | 'stopped';
  about: string;
  llmRemoteId: string | null;
}
