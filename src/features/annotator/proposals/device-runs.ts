import type { RunnableModel } from '#contract/ai/models.ts';
import { mayLieTogether } from '#model/grids/grid.ts';
import { toInferSummary } from '#model/ai/infer-summary.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { labelsToNifti, type PageInference, type PageInferenceResult } from '#workers/inference/handle.ts';
import type { WholeImage } from '#workers/voxels/handle.ts';
import type { ModelFile } from '#features/annotator/model-file.ts';
import { toDeviceProposal } from './device-proposal.ts';

/** Why a model has proposed nothing. `other-frame`: its series lie in different frames of reference. */
export type NoRun =
  | 'other-frame'
  | Extract<WholeImage, { ok: false }>['why']
  | Extract<PageInferenceResult, { ok: false }>['why']
  | Extract<ModelFile, { ok: false }>['why'];

/** A model, and the UUIDs of the series that it reads, in the order of its channels. It proposes on the first one. */
export interface DeviceOffer {
  model: RunnableModel;
  channels: readonly string[];
}

export interface DeviceRunState {
  /** Models that suit the series in the active pane. */
  offers: readonly DeviceOffer[];
  /** UUID of that series. */
  series: string | null;
  /** `fraction`: from 0 to 1. */
  running: { name: string; version: string; series: string; fraction: number } | null;
  /** Of the last run; null: it went well, or was cancelled. */
  trouble: NoRun | null;
}

interface Ports {
  /** Opens the series if necessary. `frame`: its frame of reference. */
  imageOf(series: string, signal: AbortSignal): Promise<{ whole: WholeImage; frame: string }>;
  modelFile(version: RunnableModel['version']): Promise<ModelFile>;
  /** Whether its file is on this device. */
  isHere(version: RunnableModel['version']): Promise<boolean>;
  infer(request: PageInference, options: { signal: AbortSignal; onProgress: (fraction: number) => void }): Promise<PageInferenceResult>;
  /** Shows what was found. */
  propose(proposal: ShownProposal, labels: Uint8Array): void;
}

/** Models that run on this device, one at a time. */
export class DeviceRuns {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #tried = new Set<string>();
  #state: DeviceRunState = { offers: [], series: null, running: null, trouble: null };
  #cancel: AbortController | null = null;
  #runsByItself = false;
  #last = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  read = (): DeviceRunState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  offer(series: string | null, offers: readonly DeviceOffer[]): void {
    const before = this.#state;
    const isSame =
      series === before.series &&
      offers.length === before.offers.length &&
      offers.every((each, at) => isSameOffer(each, before.offers[at]!));
    if (!isSame) this.#change({ series, offers, ...(series === before.series ? {} : { trouble: null }) });
  }

  /** Runs models that nobody asked for, one after the other: each once, and only if all of it is on this device. */
  async runByItself(offers: readonly DeviceOffer[]): Promise<void> {
    if (this.#runsByItself || this.#state.running !== null) return;
    this.#runsByItself = true;
    for (const offer of offers) {
      const { version } = offer.model;
      const key = `${version.uuid} ${offer.channels.join(' ')}`;
      if (this.#tried.has(key)) continue;
      this.#tried.add(key);
      if (await this.#ports.isHere(version)) await this.run(offer);
    }
    this.#runsByItself = false;
  }

  async run(offer: DeviceOffer): Promise<void> {
    if (this.#state.running !== null) return;
    const { model, channels } = offer;
    const { uuid: version } = model.version;
    const series = channels[0]!;
    const cancel = new AbortController();
    this.#cancel = cancel;
    this.#change({ running: { name: model.model.name, version, series, fraction: 0 }, trouble: null });
    const trouble = await this.#run(offer, cancel.signal).catch((error: unknown): NoRun | null => {
      if (cancel.signal.aborted) return null;
      reportError(error);
      return 'failed';
    });
    this.#cancel = null;
    this.#change({ running: null, trouble });
  }

  /** Ends what is being computed. */
  cancel(): void {
    this.#cancel?.abort(new DOMException('Cancelled by the user', 'AbortError'));
  }

  /** Null: it has proposed. */
  async #run({ model, channels: [series, ...further] }: DeviceOffer, signal: AbortSignal): Promise<NoRun | null> {
    const { version } = model;
    const file = await this.#ports.modelFile(version);
    signal.throwIfAborted();
    if (!file.ok) return file.why;
    const images: PageInference['channels'][number][] = [];
    const frames: string[] = [];
    for (const channel of [series!, ...further]) {
      const { whole, frame } = await this.#ports.imageOf(channel, signal);
      signal.throwIfAborted();
      if (!whole.ok) return whole.why;
      if (frames.some((other) => !mayLieTogether(frame, other))) return 'other-frame';
      frames.push(frame);
      images.push(whole.image);
    }
    const { space } = images[0]!;
    const onProgress = (fraction: number): void => {
      const { running } = this.#state;
      if (running !== null && !signal.aborted) this.#change({ running: { ...running, fraction } });
    };
    const request = { manifest: version.manifest, model: file.bytes, modelSha256: version.sha256, channels: images };
    const result = await this.#ports.infer(request, { signal, onProgress });
    signal.throwIfAborted();
    if (!result.ok) return result.why;
    const labels = await compressed(labelsToNifti(result.labels, space));
    this.#last -= 1;
    const summary = toInferSummary(result.summary);
    this.#ports.propose(toDeviceProposal(model, { id: this.#last, series: series!, summary, size: labels.length }), labels);
    return null;
  }

  #change(part: Partial<DeviceRunState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

const isSameOffer = (one: DeviceOffer, other: DeviceOffer): boolean =>
  one.model === other.model && one.channels.join(' ') === other.channels.join(' ');

/** As the server keeps label maps: uncompressed, that of a CT takes 80 MB. */
async function compressed(nifti: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([nifti]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
