import { CALLS } from '#contract/calls.ts';
import { fetchBytes } from './call-api.ts';

/** PCALL-156: a picture of a held-out slice; null if it cannot be had. */
export async function fetchTrainingPreview(training: number, name: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await fetchBytes(CALLS.trainingPreview, { params: { id: String(training), name }, signal, quiet: true });
  return answer.ok ? answer.value.blob() : null;
}
