import type { ConversionNeed, Done, SuspiciousText } from '#model/uploads/deidentified.ts';
import type { PictureRisks } from './picture-risks.ts';

/** What was done, by attribute, over all files counted together: for the de-identification report before upload. */
export interface DeidentifyReport {
  files: number;
  counts: Map<Done, Map<number, number>>;
  /** Kept texts that could be taken for a name; at most `MOST_TEXTS`, each once. */
  suspicious: Map<string, SuspiciousText>;
  /** Files with text in their images (reported or likely for their kind), with a reconstructible face, with redaction boxes. */
  pictures: { stated: number; likely: number; face: number; blackedOut: number };
  /** Private elements kept, by creator; problems of volumes caused by removed elements. */
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
