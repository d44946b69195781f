import type { ProposalDecision } from '#contract/ai/inferences.ts';
import { withDecision, type ShownProposal } from '#model/ai/shown-proposals.ts';
import { fullestSlice, labelsOnPlane } from '#model/ai/labels-on-plane.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { maskOutline } from '#model/overlays/mask-outline.ts';
import type { Line } from '#model/overlays/graphic.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { isMoving, keyOf, type ShownPicture } from '#features/annotator/overlays/overlay-store.ts';
import type { ShownMask } from '#features/annotator/masks/mask-store.ts';
import { FIRST_LOOK } from '#features/annotator/overlays/layer-look.ts';
import type { LabelMap, LabelMapRead } from '#workers/labels/types.ts';

/** `loading`: its label map is on its way. Nothing is drawn until it is `shown`. */
export type ProposalStatus = 'loading' | 'shown' | 'offline' | 'changed' | 'damaged' | 'too-large' | 'failed';

export interface ProposalState {
  /** Those of this device, then those of the server, newest first; null: not known yet. */
  list: readonly ShownProposal[] | null;
  /** Id of the one that is looked at. */
  chosen: number | null;
  status: ProposalStatus;
  /** Drawn on the pictures. */
  isShown: boolean;
  /** Value of the segment that keys decide. */
  current: number | null;
}

/** The bytes of a label map, or why they are not here. */
export type FetchedLabels = { ok: true; bytes: Uint8Array } | { ok: false; why: 'offline' | 'changed' | 'failed' };

interface Ports {
  fetchLabels(proposal: ShownProposal): Promise<FetchedLabels>;
  readLabelMap(nifti: Uint8Array): Promise<LabelMapRead>;
  /** Stored when it resolves, and sent later. */
  saveDecision(decision: Decided): Promise<void>;
}

/** `infer`: id of a proposal of the server. */
interface Decided {
  infer: number;
  value: number;
  decision: ProposalDecision;
  dice: number | null;
}

interface Loaded {
  bytes: Uint8Array;
  map: LabelMap;
}

const NOTHING: ProposalState = { list: null, chosen: null, status: 'loading', isShown: false, current: null };
/** Pictures of which the lines are kept. */
const MOST_KEPT = 24;

/** What models have proposed for a study, and the proposal that is looked at on the pictures. */
export class ProposalStore {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #loaded = new Map<number, Loaded>();
  readonly #lines = new Map<string, readonly ShownMask[]>();
  /** Computed here, newest first. */
  readonly #own = new Map<number, { proposal: ShownProposal; labels: Uint8Array }>();
  #decide: ((decision: ProposalDecision) => void) | null = null;
  #answered: readonly ShownProposal[] | null = null;
  #state = NOTHING;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  read = (): ProposalState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  know(list: readonly ShownProposal[]): void {
    this.#answered = list;
    this.#list();
  }

  /** What this device has computed. It is gone with the page. */
  propose(proposal: ShownProposal, labels: Uint8Array): void {
    this.#own.set(proposal.id, { proposal, labels });
    this.#list();
    this.choose(proposal.id);
  }

  /** Notes what became of a segment. What was decided about a proposal of this device is not sent. */
  async decide({ id, onDevice }: ShownProposal, { by, ...decided }: Omit<Decided, 'infer'> & { by: string }): Promise<void> {
    if (onDevice !== true) return this.#ports.saveDecision({ infer: id, ...decided });
    const own = this.#own.get(id);
    if (own === undefined) return;
    this.#own.set(id, { ...own, proposal: withDecision(own.proposal, { ...decided, by, waits: false }) });
    this.#list();
  }

  #list(): void {
    const own = [...this.#own.values()].map(({ proposal }) => proposal).reverse();
    const list = this.#answered === null && own.length === 0 ? null : [...own, ...(this.#answered ?? [])];
    const { chosen } = this.#state;
    const isThere = list?.some(({ id }) => id === chosen) ?? false;
    this.#change({ list });
    if (!isThere) this.choose(list?.[0]?.id ?? null);
    else this.#chooseNext();
  }

  choose(id: number | null): void {
    this.#lines.clear();
    this.#change({ chosen: id, status: 'loading', current: null });
    this.#chooseNext();
    if (id !== null && this.#state.isShown) void this.#load(id);
  }

  /** Whether it is drawn: only while somebody looks at proposals. */
  show(isShown: boolean): void {
    if (this.#state.isShown === isShown) return;
    this.#change({ isShown });
    const { chosen } = this.#state;
    if (isShown && chosen !== null && this.#state.status !== 'shown') void this.#load(chosen);
  }

  /** Keys reach whoever shows the segments. The result ends that. */
  answerKeys(decide: (decision: ProposalDecision) => void): () => void {
    this.#decide = decide;
    return () => {
      if (this.#decide === decide) this.#decide = null;
    };
  }

  /** The key of a decision was pressed. False: no proposal is shown. */
  press(decision: ProposalDecision): boolean {
    this.#decide?.(decision);
    return this.#decide !== null;
  }

  setCurrent(value: number): void {
    this.#change({ current: value });
  }

  retry(): void {
    const { chosen } = this.#state;
    if (chosen === null) return;
    this.#change({ status: 'loading' });
    void this.#load(chosen);
  }

  get proposal(): ShownProposal | null {
    return this.#state.list?.find(({ id }) => id === this.#state.chosen) ?? null;
  }

  /** A point in the slice with most of a class, in patient coordinates; null until it is shown, and if there is nothing of it. */
  middleOf(value: number): Vector | null {
    const loaded = this.#loaded.get(this.#state.chosen ?? 0);
    return loaded === undefined ? null : fullestSlice(loaded.map, value);
  }

  /** The file of the chosen proposal; null until it is shown. */
  get bytes(): Uint8Array | null {
    return this.#loaded.get(this.#state.chosen ?? 0)?.bytes ?? null;
  }

  /** The label map of any of them, also of one that is not looked at. */
  labelsOf(id: number): Promise<FetchedLabels> {
    const [own, loaded] = [this.#own.get(id), this.#loaded.get(id)];
    const bytes = own?.labels ?? loaded?.bytes;
    if (bytes !== undefined) return Promise.resolve({ ok: true, bytes });
    const proposal = this.#state.list?.find((each) => each.id === id);
    return proposal === undefined ? Promise.resolve({ ok: false, why: 'failed' }) : this.#ports.fetchLabels(proposal);
  }

  /** What was proposed, on a picture, dashed. Nothing on a plane that moves, and where no place in the patient is known. */
  over(shown: ShownPicture | null): readonly ShownMask[] {
    const { status, isShown, chosen } = this.#state;
    const { proposal } = this;
    const loaded = this.#loaded.get(chosen ?? 0);
    const plane = shown === null || isMoving(shown.picture) ? null : shown.picture.plane;
    if (!isShown || status !== 'shown' || proposal === null || loaded === undefined || plane === null) return NO_MASKS;
    const key = `${chosen} ${keyOf(shown!.of)}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const labels = labelsOnPlane(loaded.map, plane);
    const masks = proposal.summary.classes.flatMap(({ value }, at): ShownMask[] => {
      const mask = labels.map((label) => Number(label === value));
      const lines: readonly Line[] = maskOutline(mask, plane.width, plane.height);
      return lines.length === 0 ? [] : [{ segment: `${value}`, colour: colourAt(at), look: FIRST_LOOK, lines, isPreview: true }];
    });
    this.#lines.set(key, masks);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MOST_KEPT && oldest !== undefined) this.#lines.delete(oldest);
    return masks;
  }

  async #load(id: number): Promise<void> {
    const proposal = this.#state.list?.find((each) => each.id === id);
    if (proposal === undefined) return;
    const status = await this.#loadInto(proposal).catch((error: unknown): ProposalStatus => {
      reportError(error);
      return 'failed';
    });
    if (this.#state.chosen === id) this.#change({ status });
  }

  async #loadInto(proposal: ShownProposal): Promise<ProposalStatus> {
    if (this.#loaded.has(proposal.id)) return 'shown';
    const own = this.#own.get(proposal.id);
    const fetched = own === undefined ? await this.#ports.fetchLabels(proposal) : ({ ok: true, bytes: own.labels } as const);
    if (!fetched.ok) return fetched.why;
    const map = await this.#ports.readLabelMap(fetched.bytes);
    if (!map.ok) return map.why;
    // One at a time: a label map may take many megabytes.
    this.#loaded.clear();
    this.#loaded.set(proposal.id, { bytes: fetched.bytes, map });
    return 'shown';
  }

  /** The first segment that nobody has decided on. */
  #chooseNext(): void {
    const { proposal } = this;
    const isOpen = (value: number): boolean => proposal?.decided.every((each) => each.value !== value) ?? false;
    const { current } = this.#state;
    if (current !== null && isOpen(current)) return;
    const next = proposal?.summary.classes.find(({ value, voxels }) => voxels > 0 && isOpen(value));
    this.#change({ current: next?.value ?? null });
  }

  #change(part: Partial<ProposalState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

const NO_MASKS: readonly ShownMask[] = [];

/** Of a segment of a proposal, by its place. */
export function colourAt(place: number): string {
  return SEGMENT_COLOURS[place % SEGMENT_COLOURS.length]!.value;
}
