import type { MeasurementContent } from '#contract/measurements.ts';

/** What is exported of a measurement; `Measurement` and `ShownMeasurement` both are one. */
export interface ExportedMeasurement extends MeasurementContent {
  uuid: string;
  /** Null: it waits for its number. */
  number: number | null;
  user: { name: string } | null;
  created_at: string | null;
  updated_at: string | null;
  /** The lesion that it measures, which then is what a report follows over studies. */
  lesion?: { uuid: string; number: number | null; title: string };
}
