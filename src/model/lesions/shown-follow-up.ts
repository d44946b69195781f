import type {
  Baseline,
  FindingContent,
  FollowedStudy,
  FollowUp,
  Lesion,
  LesionContent,
  Response,
  ResponseContent,
  StudyResponse,
} from '#contract/lesions.ts';

/** UUIDs of the study in which it was made, and of the lesion; a new one gets its own here. */
type OfLesion = { study: string; lesion: string };
type Versioned = { base: number; device: string };

/**
 * What waits to be sent. `lesion` creates one; a change has a place of its own, so that it does not move a new lesion behind what is said of it. `base`: the version that was changed, 0 for a new one. `device`: the id of this device. `title`: what the lesion is called, for a
 * message if the server refuses. `response`: UUID of the response. `baseline`: UUID of a study; null: the first with a lesion.
 */
export type LesionWrite =
  | (OfLesion & Versioned & { kind: 'lesion'; content: LesionContent })
  | (OfLesion & Versioned & { kind: 'lesion-change'; content: LesionContent })
  | (OfLesion & Versioned & { kind: 'lesion-finding'; title: string; content: FindingContent })
  | (OfLesion & { kind: 'lesion-deletion'; title: string })
  | (Versioned & { kind: 'follow-up-baseline'; study: string; baseline: string | null })
  | (Versioned & { kind: 'study-response'; study: string; response: string; content: ResponseContent });

export interface ShownFinding extends FindingContent {
  study: string;
  /** On the server; 0 until it has received it. */
  version: number;
}

/** A lesion with this user's later changes. */
export interface ShownLesion extends LesionContent, Pick<Lesion, 'uuid' | 'user' | 'deletable'> {
  /** Null until the server has received it. */
  number: number | null;
  version: number;
  findings: readonly ShownFinding[];
  /** The server has not received all of it. */
  waits: boolean;
}

export interface ShownResponse extends ResponseContent, Pick<StudyResponse, 'uuid' | 'study' | 'user' | 'editable'> {
  response: Response;
  version: number;
  /** As on the wire; null until the server has received it. */
  updated_at: string | null;
  waits: boolean;
}

/** The study that others are compared with; null: the first one with a lesion. */
export interface ShownBaseline extends Pick<Baseline, 'study' | 'version' | 'user'> {
  waits: boolean;
}

export interface ShownFollowUp {
  studies: readonly FollowedStudy[];
  lesions: readonly ShownLesion[];
  responses: readonly ShownResponse[];
  /** Null: nobody has chosen one. */
  baseline: ShownBaseline | null;
}

const NOTHING: FollowUp = { studies: [], lesions: [], responses: [], baseline: null };

/**
 * The lesions of a patient from the last answer, with this user's later changes in their order. `known`: studies of the patient that are open, whether
 * something is said in them or not. New lesions come last, with `author` as theirs.
 */
export function shownFollowUp(
  known: readonly FollowedStudy[],
  answered: FollowUp | undefined,
  writes: readonly ({ kind: string } | LesionWrite)[],
  author: Lesion['user'],
): ShownFollowUp {
  const { studies, lesions, responses, baseline } = answered ?? NOTHING;
  const all = [...studies, ...known.filter(({ uuid }) => !studies.some((study) => study.uuid === uuid))];
  const isHere = (write: LesionWrite) => all.some(({ uuid }) => uuid === write.study);
  return writes
    .filter((write) => isLesionWrite(write))
    .filter(isHere)
    .reduce<ShownFollowUp>((shown, write) => withWrite(shown, write, author), {
      studies: all,
      lesions: lesions.map((lesion) => ({ ...lesion, waits: false })),
      responses: responses.map((response) => ({ ...response, waits: false })),
      baseline: baseline == null ? null : { ...baseline, waits: false },
    });
}

const KINDS: ReadonlySet<string> = new Set<LesionWrite['kind']>([
  'lesion',
  'lesion-change',
  'lesion-finding',
  'lesion-deletion',
  'study-response',
  'follow-up-baseline',
]);

export const isLesionWrite = (write: { kind: string }): write is LesionWrite => KINDS.has(write.kind);

function withWrite(shown: ShownFollowUp, write: LesionWrite, author: Lesion['user']): ShownFollowUp {
  if (write.kind === 'study-response') return { ...shown, responses: withResponse(shown.responses, write, author) };
  if (write.kind === 'follow-up-baseline')
    return { ...shown, baseline: { study: write.baseline, version: shown.baseline?.version ?? write.base, user: author, waits: true } };
  return { ...shown, lesions: withLesion(shown.lesions, write, author) };
}

function withLesion(
  lesions: readonly ShownLesion[],
  write: Exclude<LesionWrite, { kind: 'study-response' | 'follow-up-baseline' }>,
  user: Lesion['user'],
): readonly ShownLesion[] {
  const at = lesions.findIndex(({ uuid }) => uuid === write.lesion);
  const lesion = lesions[at];
  switch (write.kind) {
    case 'lesion-deletion':
      return lesions.filter(({ uuid }) => uuid !== write.lesion);
    case 'lesion':
    case 'lesion-change':
      if (lesion !== undefined) return lesions.with(at, { ...lesion, ...write.content, waits: true });
      return [
        ...lesions,
        { ...write.content, uuid: write.lesion, user, number: null, version: write.base, deletable: true, findings: [], waits: true },
      ];
    case 'lesion-finding': {
      if (lesion === undefined) return lesions;
      const before = lesion.findings.find(({ study }) => study === write.study);
      const finding = { ...write.content, study: write.study, version: before?.version ?? write.base };
      return lesions.with(at, {
        ...lesion,
        findings: [...lesion.findings.filter((each) => each !== before), finding],
        waits: true,
      });
    }
  }
}

function withResponse(
  responses: readonly ShownResponse[],
  { study, response: uuid, base, content }: Extract<LesionWrite, { kind: 'study-response' }>,
  user: Lesion['user'],
): readonly ShownResponse[] {
  const at = responses.findIndex((each) => each.uuid === uuid);
  const known = responses[at];
  if (known !== undefined) return responses.with(at, { ...known, ...content, waits: true });
  return [...responses, { ...content, uuid, study, user, editable: true, version: base, updated_at: null, waits: true }];
}
