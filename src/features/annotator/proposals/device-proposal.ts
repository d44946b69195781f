import type { InferSummary } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import { FOREGROUND, measuredCases } from '#model/ai/held-out.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';

interface Ran {
  /** Negative. */
  id: number;
  /** UUID. */
  series: string;
  summary: InferSummary;
  /** Bytes of its label map. */
  size: number;
}

/** What this device has computed, shown like a proposal of the server. */
export function toDeviceProposal({ model, version }: RunnableModel, { id, series, summary, size }: Ran): ShownProposal {
  const { report, manifest } = version;
  return {
    ...{ id, series, summary, size, onDevice: true, decided: [] },
    model: {
      ...{ id: model.id, name: model.name, version: version.uuid, number: version.number, withdrawn: false },
      dice: report?.mean[FOREGROUND] ?? null,
      held_out: report && measuredCases(report).cases.length,
      learned_from: manifest.trainedOn?.patients ?? null,
    },
    // Known to the server only.
    ...{ started_by: null, ended_at: null, sha256: '', learned_from_patient: null },
  };
}
