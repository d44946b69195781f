import type { HeaderStudy, RecognisedSeries } from '#contract/recognition.ts';

/** A study that a server may be asked about. */
export interface StudyToAsk {
  /** SHA-256 of what is asked: another one is another question. */
  about: string;
  study: HeaderStudy;
  /** Of MR: series that a picture may show (REC-013), each with the number that stands in its tile. */
  tiles: { seriesId: string; label: string }[];
}

/** What a server answered about a study; null: nothing. */
export interface ServerAnswers {
  text: readonly RecognisedSeries[] | null;
  image: readonly RecognisedSeries[] | null;
}

/**
 * What became of asking. `waiting`: for the network. `stopped`: by a person, who is not asked again as long as nothing else is in the study.
 * `llmRemoteId`: of the server's prompt (REC-006).
 */
export interface StudyRecognition {
  state: 'waiting' | 'asking' | 'ended' | 'stopped';
  about: string;
  llmRemoteId: string | null;
}
