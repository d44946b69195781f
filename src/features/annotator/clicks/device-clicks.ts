import type { MaskStore } from '#features/annotator/masks/mask-store.ts';
import type { Clicks } from '#workers/inference/handle.ts';
import type { ModelFile } from '#features/annotator/model-file.ts';
import type { ClickModel } from './click-models.ts';
import type { OpenedForClicks } from './click-store.ts';

interface Ports {
  masks: Pick<MaskStore, 'imageOf'>;
  loadModel(version: ClickModel['version']): Promise<ModelFile>;
  createClicks(): Clicks;
}

/** Clicks on the open mask that this device answers, offline too once the model was used, or kept with a pinned study. */
export async function openOnDevice({ masks, loadModel, createClicks }: Ports, { version }: ClickModel): Promise<OpenedForClicks> {
  const model = await loadModel(version);
  if (!model.ok) return { ok: false, why: model.why === 'offline' ? 'offline' : 'not-loaded' };
  const image = await masks.imageOf();
  if (!image.ok) {
    const { why } = image;
    return { ok: false, why: why === 'no-volume' || why === 'no-values' || why === 'too-large' ? why : 'closed' };
  }
  const clicks = createClicks();
  try {
    const { manifest, sha256 } = version;
    const opened = await clicks.open({ manifest, model: model.bytes, modelSha256: sha256, channels: [image.image] });
    if (!opened.ok) {
      clicks.end();
      return { ok: false, why: opened.why };
    }
    return {
      ...{ ok: true, unlike: opened.unlike, end: () => clicks.end() },
      async correct(mask, made) {
        const answer = await clicks.correct(mask, made);
        return answer.ok ? answer : { ok: false, why: 'model' };
      },
    };
  } catch (error) {
    clicks.end();
    throw error;
  }
}
