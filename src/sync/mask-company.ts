import type { ServerEvent } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { FollowerPen, FollowerPresence, MaskPen } from '#contract/mask-company.ts';

/** Another page that has the segmentation open. */
export type OtherFollower = Omit<FollowerPresence, 'segmentation'>;

/** Where the pen of somebody else was, since it was put down. Replaced by another one with each part. */
export type OtherStroke = Omit<FollowerPen, 'segmentation'>;

interface Room {
  /** The server accepts what is said of it. */
  isFollowed: boolean;
  others: Map<string, { follower: OtherFollower; heardAt: number }>;
  strokes: Map<string, { stroke: OtherStroke; heardAt: number }>;
  othersList: readonly OtherFollower[];
  strokesList: readonly OtherStroke[];
}

interface Wire {
  tell(event: 'mask:presence' | 'mask:pen' | 'mask:leave', payload: object): void;
}

const SAY_EVERY_MS = 3_000;
/** Of a connection that broke, the server may not know yet. */
const GONE_AFTER_MS = 8_000;
const STROKE_LASTS_MS = 4_000;
const PEN_EVERY_MS = 100;
const PLACE_EVERY_MS = 300;
const MOST_POINTS = 2_000;
const NOBODY: readonly never[] = [];

/** Who else has the masks of this page open, and where their pens are. It is kept in memory only, and changes no voxel. */
export class MaskCompany {
  readonly #rooms = new Map<string, Room>();
  readonly #listeners = new Set<() => void>();
  #wire: Wire | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #pen: { part: MaskPen; timer: ReturnType<typeof setTimeout> | undefined } | null = null;
  /** Kept while a mask is closed and opened again: the page does not say it twice. */
  readonly #places = new Map<string, number>();
  readonly #placeTimers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Null: the connection is given up. */
  connect(wire: Wire | null): void {
    this.#wire = wire;
    if (wire === null) for (const segmentation of [...this.#rooms.keys()]) this.leave(segmentation);
  }

  /** False: the connection is lost, or this user may not see it any more. Then nobody else is seen either. */
  setFollowed(segmentation: string, isFollowed: boolean): void {
    const room = this.#room(segmentation);
    room.isFollowed = isFollowed;
    if (isFollowed) this.#say(segmentation);
    else this.#forget(room);
    this.#timer ??= setInterval(() => this.#tick(), SAY_EVERY_MS / 3);
  }

  /** The page has closed it. */
  leave(segmentation: string): void {
    if (this.#rooms.get(segmentation)?.isFollowed) this.#wire?.tell('mask:leave', { segmentation });
    this.#rooms.delete(segmentation);
    clearTimeout(this.#placeTimers.get(segmentation));
    this.#placeTimers.delete(segmentation);
    if (this.#rooms.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#tell();
  }

  /** Slice of the grid that this page shows; null: none. */
  setPlace(segmentation: string, slice: number | null): void {
    if ((this.#places.get(segmentation) ?? null) === slice) return;
    if (slice === null) this.#places.delete(segmentation);
    else this.#places.set(segmentation, slice);
    if (this.#placeTimers.has(segmentation)) return;
    const timer = setTimeout(() => {
      this.#placeTimers.delete(segmentation);
      this.#say(segmentation);
    }, PLACE_EVERY_MS);
    this.#placeTimers.set(segmentation, timer);
  }

  /** A part of the way of this page's own pen. Parts that follow each other closely are sent as one. */
  draw(part: MaskPen): void {
    if (!this.#rooms.get(part.segmentation)?.isFollowed) return;
    const waiting = this.#pen;
    if (waiting !== null && waiting.part.stroke === part.stroke) {
      waiting.part = { ...part, points: thinned([...waiting.part.points, ...part.points]) };
      if (part.isEnd) this.#flushPen();
      return;
    }
    this.#flushPen();
    this.#wire?.tell('mask:pen', { ...part, points: thinned(part.points) });
    if (!part.isEnd) this.#pen = { part: { ...part, points: [] }, timer: setTimeout(() => this.#flushPen(), PEN_EVERY_MS) };
  }

  present({ segmentation, ...follower }: FollowerPresence): void {
    const room = this.#followed(segmentation);
    if (room === null) return;
    const before = room.others.get(follower.connection);
    room.others.set(follower.connection, { follower, heardAt: Date.now() });
    // Somebody who has just come is answered at once.
    if (before === undefined) this.#say(segmentation);
    this.#changed(room);
  }

  drawing({ segmentation, ...part }: FollowerPen): void {
    const room = this.#followed(segmentation);
    if (room === null) return;
    const before = room.strokes.get(part.stroke)?.stroke;
    const points = [...(before?.points ?? []), ...part.points].slice(-MOST_POINTS);
    room.strokes.set(part.stroke, { stroke: { ...part, points }, heardAt: Date.now() });
    this.#changed(room);
  }

  left({ segmentation, connection }: ServerEvent<'mask:left'>): void {
    const room = this.#rooms.get(segmentation);
    if (room === undefined) return;
    room.others.delete(connection);
    for (const [uuid, { stroke }] of room.strokes) if (stroke.connection === connection) room.strokes.delete(uuid);
    this.#changed(room);
  }

  /** Operations of others are shown: what was drawn before them is among them. */
  arrived(segmentation: string): void {
    const room = this.#rooms.get(segmentation);
    if (room === undefined) return;
    for (const [uuid, { stroke }] of room.strokes) if (stroke.isEnd) room.strokes.delete(uuid);
    this.#changed(room);
  }

  /** The same list while nothing has changed. */
  others(segmentation: string | null): readonly OtherFollower[] {
    return this.#rooms.get(segmentation ?? '')?.othersList ?? NOBODY;
  }

  /** As `others`. */
  strokes(segmentation: string | null): readonly OtherStroke[] {
    return this.#rooms.get(segmentation ?? '')?.strokesList ?? NOBODY;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #room(segmentation: string): Room {
    const known = this.#rooms.get(segmentation);
    if (known) return known;
    const room: Room = {
      ...{ isFollowed: false, others: new Map(), strokes: new Map(), othersList: NOBODY, strokesList: NOBODY },
    };
    this.#rooms.set(segmentation, room);
    return room;
  }

  #followed(segmentation: string): Room | null {
    const room = this.#rooms.get(segmentation);
    return room?.isFollowed ? room : null;
  }

  #say(segmentation: string): void {
    const room = this.#followed(segmentation);
    if (room !== null) this.#wire?.tell('mask:presence', { segmentation, slice: this.#places.get(segmentation) ?? null });
  }

  #ticks = 0;

  #tick(): void {
    const now = Date.now();
    this.#ticks += 1;
    for (const [segmentation, room] of this.#rooms) {
      if (this.#ticks % 3 === 0) this.#say(segmentation);
      const before = room.others.size + room.strokes.size;
      for (const [key, { heardAt }] of room.others) if (now - heardAt > GONE_AFTER_MS) room.others.delete(key);
      for (const [key, { heardAt }] of room.strokes) if (now - heardAt > STROKE_LASTS_MS) room.strokes.delete(key);
      if (room.others.size + room.strokes.size !== before) this.#changed(room);
    }
  }

  #flushPen(): void {
    const waiting = this.#pen;
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    this.#pen = null;
    const { part } = waiting;
    if (part.points.length === 0 && !part.isEnd) return;
    this.#wire?.tell('mask:pen', part);
    if (!part.isEnd) this.#pen = { part: { ...part, points: [] }, timer: setTimeout(() => this.#flushPen(), PEN_EVERY_MS) };
  }

  #forget(room: Room): void {
    room.others.clear();
    room.strokes.clear();
    this.#changed(room);
  }

  #changed(room: Room): void {
    room.othersList = [...room.others.values()].map(({ follower }) => follower);
    room.strokesList = [...room.strokes.values()].map(({ stroke }) => stroke);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Every so many of a way that is too long for a message, with its last point. */
function thinned(points: MaskPen['points']): MaskPen['points'] {
  const most = LIMITS.maskPenPoints;
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, at) => points[Math.round((at * (points.length - 1)) / (most - 1))]!);
}

export const maskCompany = new MaskCompany();
