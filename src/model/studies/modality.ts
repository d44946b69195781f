import { contentName } from './not-images.ts';
import type { SeriesFacts } from './study.ts';

/** Modalities of series with images: PS3.3 C.7.3.1.1.1, including retired ones that are still in archives. */
const KNOWN: ReadonlySet<string> = new Set([
  'BI',
  'BMD',
  'CD',
  'CR',
  'CT',
  'DD',
  'DF',
  'DG',
  'DM',
  'DS',
  'DX',
  'EC',
  'EPS',
  'ES',
  'FS',
  'GM',
  'HC',
  'IO',
  'IVOCT',
  'IVUS',
  'LP',
  'LS',
  'MA',
  'MG',
  'MR',
  'MS',
  'NM',
  'OAM',
  'OCT',
  'OP',
  'OPM',
  'OPT',
  'OPTBSV',
  'OPTENF',
  'OPV',
  'OT',
  'PT',
  'PX',
  'RESP',
  'RF',
  'RG',
  'RTDOSE',
  'RTIMAGE',
  'SC',
  'SEG',
  'SM',
  'ST',
  'TG',
  'US',
  'VA',
  'VF',
  'XA',
  'XC',
]);

/**
 * given (READ-007..009): the most frequent modality of its series. On a tie CT wins, then MR. An unknown one counts as CT. Reports, structure sets
 * and the like count only in a study that has nothing else: the given rules are about images.
 */
export function studyModality(series: readonly Pick<SeriesFacts, 'modalityCode'>[]): string {
  const counts = new Map<string, number>();
  const images = series.filter(({ modalityCode }) => isOfImages(modalityCode));
  for (const { modalityCode } of images.length > 0 ? images : series) {
    const modality = images.length > 0 ? knownModality(modalityCode) : modalityCode.trim().toUpperCase();
    counts.set(modality, (counts.get(modality) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const winners = [...counts.keys()].filter((modality) => counts.get(modality) === most).sort(byPrecedence);
  return winners[0] ?? 'CT';
}

function isOfImages(modalityCode: string): boolean {
  return contentName(modalityCode) === null || KNOWN.has(modalityCode.trim().toUpperCase());
}

function knownModality(code: string): string {
  const modality = code.trim().toUpperCase();
  return KNOWN.has(modality) ? modality : 'CT';
}

const PRECEDENCE = ['CT', 'MR'];

function byPrecedence(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function rank(modality: string): number {
  const place = PRECEDENCE.indexOf(modality);
  return place < 0 ? PRECEDENCE.length : place;
}
