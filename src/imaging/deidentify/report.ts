import type { ConversionNeed, Done, SuspiciousText } from '#model/deidentified.ts';
import type { PictureRisks } from './picture-risks.ts';

/** What was done, by attribute, over all files that were counted together: for the study's report before it is sent. */
export interface DeidentifyReport {
  files: number;
  counts: Map<Done, Map<number, number>>;
  /** Texts that stay and that somebody may take for a name; no more than `MOST_TEXTS`, each once. */
  suspicious: Map<string, SuspiciousText>;
  /** Files whose pictures have text in them (said by the device, likely by their kind), those of which a face can be made, those with black boxes. */
  pictures: { stated: number; likely: number; face: number; blackedOut: number };
  /** Private elements that stayed, by their creator; what is wrong with volumes without what went. */
  forConversion: { kept: Map<string, number>; lost: Set<ConversionNeed> };
}

export function createReport(): DeidentifyReport {
  return {
    files: 0,
    counts: new Map(),
    suspicious: new Map(),
    pictures: { stated: 0, likely: 0, face: 0, blackedOut: 0 },
    forConversion: { kept: new Map(), lost: new Set() },
  };
}

export function note(report: DeidentifyReport, done: Done, tag: number): void {
  let tags = report.counts.get(done);
  if (!tags) report.counts.set(done, (tags = new Map()));
  tags.set(tag, (tags.get(tag) ?? 0) + 1);
}

export function noteSuspicious(report: DeidentifyReport, tag: number, text: string): void {
  if (report.suspicious.size < MOST_TEXTS) report.suspicious.set(`${tag} ${text}`, { tag, text });
}

export function noteRisks({ pictures }: DeidentifyReport, { burnedIn, face }: PictureRisks): void {
  if (burnedIn) pictures[burnedIn] += 1;
  if (face) pictures.face += 1;
}

const MOST_TEXTS = 100;
