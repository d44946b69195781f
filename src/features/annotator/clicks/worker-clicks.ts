import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { OpenMask } from '#features/annotator/masks/mask-store.ts';
import { boxToMask, maskToBox } from '#workers/inference/handle.ts';
import type { Bits, Click } from '#workers/inference/types.ts';
import type { ClickModel } from './click-models.ts';
import type { AnsweredClick, OpenedForClicks } from './click-store.ts';
import type { ClickProblem } from './click-texts.ts';

/** Of one call. Then it is asked again, so that a connection that was lost is noticed. */
const WAIT_SECONDS = 20;
/** The first click waits for the worker to load the images. */
const MOST_WAITS = 6;

/** Clicks on the open mask that a worker of the team answers: PCALL-177 to 180. */
export async function openOnWorker({ source, series }: OpenMask, { version }: ClickModel): Promise<OpenedForClicks> {
  const uuid = crypto.randomUUID();
  const body = { uuid, series, version: version.uuid, grid: source.gridHash };
  const opened = await callApi(CALLS.openClickSession, { params: { uuid: source.study }, body, quiet: true });
  if (!opened.ok) return { ok: false, why: problemOf(opened.failure) };
  let number = 0;
  return {
    // A worker does not say in what the images are unlike those of the training.
    ...{ ok: true, unlike: [] },
    correct: (mask, clicks) => ask(uuid, (number += 1), mask, clicks),
    end: () => void callApi(CALLS.closeClickSession, { params: { uuid }, quiet: true }),
  };
}

async function ask(uuid: string, number: number, mask: Bits, clicks: readonly Click[]): Promise<AnsweredClick> {
  const body = {
    number,
    clicks: clicks.map(({ place, isInside }) => ({ place: [...place] as [number, number, number], inside: isInside })),
    mask: await maskToBox(mask),
  };
  const sent = await callApi(CALLS.sendClicks, { params: { uuid }, body, quiet: true });
  if (!sent.ok) return { ok: false, why: problemOf(sent.failure) };
  for (let wait = 0; wait < MOST_WAITS; wait += 1) {
    const answer = await callApi(CALLS.clickAnswer, {
      params: { uuid, number: `${number}` },
      query: { waitSeconds: WAIT_SECONDS },
      quiet: true,
    });
    if (!answer.ok) return { ok: false, why: problemOf(answer.failure) };
    const { state, mask: box } = answer.value.data;
    if (state === 'failed') return { ok: false, why: 'worker-failed' };
    if (state === 'waiting') continue;
    const after = await boxToMask(box, mask.size);
    return after === null ? { ok: false, why: 'worker-failed' } : { ok: true, mask: after };
  }
  return { ok: false, why: 'worker-late' };
}

function problemOf(failure: ApiFailure): ClickProblem {
  if (failure.kind !== 'refused') return failure.kind === 'network' ? 'worker-offline' : 'failed';
  if (failure.code === 'no_worker_for_clicks') return 'no-worker';
  if (failure.code === 'version_withdrawn') return 'withdrawn';
  if (failure.code === 'invalid') return 'not-on-worker';
  return failure.code === 'not_found' ? 'session-over' : 'failed';
}
