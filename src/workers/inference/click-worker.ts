import { ClickSession, refusalOf } from '#imaging/inference/clicks/click-session.ts';
import type { Click } from '#imaging/inference/clicks/click-channels.ts';
import { ModelFault } from '#imaging/inference/engine.ts';
import { loadNetwork } from '#imaging/inference/network/onnx-engine.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { Corrected, OpenedClicks, PageClicks } from './types.ts';
import { MOST_BYTES } from './most-bytes.ts';
import { onnxRuntime } from './onnx-runtime.ts';
import { NoRuntime } from '#workers/inference-runtime.ts';
import { sha256Of } from '#workers/sha256.ts';

/** Corrects masks on one image, with one model, until the worker ends. */
export class ClickWorker {
  #session: ClickSession | null = null;

  /** The image is prepared once; each click then runs one patch. */
  async open({ manifest, model, modelSha256, channels }: PageClicks): Promise<OpenedClicks> {
    if ((await sha256Of(model)) !== modelSha256) return { ok: false, why: 'model-changed' };
    const request = { manifest, channels, mostBytes: MOST_BYTES };
    const refusal = refusalOf(request);
    if (refusal !== null) return refusal;
    try {
      this.#session = new ClickSession(request, await loadNetwork(await onnxRuntime(), model, manifest));
      return { ok: true, unlike: this.#session.unlike };
    } catch (error) {
      if (error instanceof NoRuntime) return { ok: false, why: 'no-runtime' };
      if (error instanceof ModelFault) return { ok: false, why: 'model', detail: error.message };
      throw error;
    }
  }

  async correct(mask: Bits, clicks: readonly Click[]): Promise<Corrected> {
    if (this.#session === null) throw new Error('No image is open');
    try {
      return { ok: true, mask: await this.#session.correct(mask, clicks) };
    } catch (error) {
      if (error instanceof ModelFault) return { ok: false, why: 'model', detail: error.message };
      throw error;
    }
  }
}
