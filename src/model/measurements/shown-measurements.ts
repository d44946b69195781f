import type { Measurement, MeasurementContent } from '#contract/measurements.ts';

/** UUIDs of the study and the measurement; a new one gets its own here. */
type OfMeasurement = { study: string; measurement: string };

/** What waits to be sent. `base`: the version that was changed, 0 for a new one. `device`: the id of this device. */
export type MeasurementWrite =
  | (OfMeasurement & { kind: 'measurement'; base: number; device: string; content: MeasurementContent })
  | (OfMeasurement & { kind: 'measurement-deletion' });

/** A measurement with this user's later changes. */
export interface ShownMeasurement extends MeasurementContent, Pick<Measurement, 'uuid' | 'user' | 'editable'> {
  /** Null until the server has received it. */
  number: number | null;
  /** The version on the server; 0 until it has received it. A change names it as its base. */
  version: number;
  /** As on the wire; null until the server has received it. */
  created_at: string | null;
  updated_at: string | null;
  /** What the server has not received: that it exists, a change of it, or its deletion. */
  waits: 'number' | 'change' | 'deletion' | null;
}

/**
 * The measurements of a study from the last answer, with this user's later changes applied in their order. What the server has received meanwhile
 * is not applied twice. New ones come last, with `author` as theirs.
 */
export function shownMeasurements(
  study: string,
  answered: readonly Measurement[],
  writes: readonly ({ kind: string } | MeasurementWrite)[],
  author: Measurement['user'],
): ShownMeasurement[] {
  return writes
    .filter((write) => isOfMeasurement(write))
    .filter((write) => write.study === study)
    .reduce<ShownMeasurement[]>(
      (shown, write) => withWrite(shown, write, author),
      answered.map((each) => ({ ...each, waits: null })),
    );
}

function isOfMeasurement(write: { kind: string }): write is MeasurementWrite {
  return write.kind === 'measurement' || write.kind === 'measurement-deletion';
}

function withWrite(shown: ShownMeasurement[], write: MeasurementWrite, author: Measurement['user']): ShownMeasurement[] {
  const isKnown = shown.some(({ uuid }) => uuid === write.measurement);
  if (isKnown) return shown.map((each) => (each.uuid === write.measurement ? changed(each, write) : each));
  if (write.kind === 'measurement-deletion') return shown;
  const { measurement: uuid, base: version, content } = write;
  return [
    ...shown,
    { ...content, ...{ uuid, version, number: null, user: author, editable: true, created_at: null, updated_at: null, waits: 'number' } },
  ];
}

function changed(shown: ShownMeasurement, write: MeasurementWrite): ShownMeasurement {
  if (write.kind === 'measurement-deletion') return { ...shown, waits: 'deletion' };
  return isSame(shown, write.content) ? shown : { ...shown, ...write.content, waits: 'change' };
}

/** Values follow from the rest. */
function isSame(one: MeasurementContent, other: MeasurementContent): boolean {
  const parts = ({ series, grid, slice, sop, frame, kind, points, text }: MeasurementContent) =>
    JSON.stringify([series, grid, slice, sop, frame, kind, points, text]);
  return parts(one) === parts(other);
}
