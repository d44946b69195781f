import type { Member } from '#server/rules/context.ts';
import { LIMITS } from '#contract/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMaskCompany } from './mask-company.ts';

const [SEEN, OTHER] = [crypto.randomUUID(), crypto.randomUUID()];
const ANN: Member = { userId: 7, teamId: 1, signInId: 70, teamSlug: 'north', permissions: new Set() };

let now: number;
let mayDraw: boolean;
let asked: string[];
let told: unknown[][];
let company: ReturnType<typeof createMaskCompany>;

beforeEach(() => {
  [now, mayDraw, asked, told] = [1_800_000_000_000, true, [], []];
  company = createMaskCompany({
    ports: {
      async mayDrawMask(_, segmentation) {
        asked.push(segmentation);
        return mayDraw;
      },
      personOf: async (userId) => ({ name: `User ${userId}`, color: '#112233' }),
    },
    roomOf: (segmentation) => `mask ${segmentation}`,
    now: () => now,
  });
});

/** A connection that follows some masks. */
function connection(...follows: string[]) {
  const rooms = new Set(follows.map((segmentation) => `mask ${segmentation}`));
  return {
    rooms,
    to: (room: string) => ({ emit: (event: string, payload: object) => told.push([room, event, payload]) }),
    leave: (room: string) => void rooms.delete(room),
  } as unknown as Parameters<typeof company.presence>[0];
}

const at = (slice: number | null, segmentation = SEEN) => ({ segmentation, slice });
const pen = (more: object = {}) => ({
  ...{ segmentation: SEEN, segment: OTHER, stroke: OTHER, tool: 'paint', shape: 'disc', radiusMm: 4, points: [[1, 2, 3]], isEnd: false },
  ...more,
});

describe('who else has a mask open [MASK-160]', () => {
  it('is told to those who follow it, by a name that is no socket, until it is closed', async () => {
    const socket = connection(SEEN);
    expect(await company.presence(socket, ANN, at(3))).toBe(true);
    expect(await company.presence(socket, ANN, at(null))).toBe(true);
    const [[room, event, first], [, , second]] = told as [unknown[], unknown[]];
    expect([room, event]).toEqual([`mask ${SEEN}`, 'mask:present']);
    expect(first).toEqual({ ...at(3), connection: expect.stringMatching(/^[0-9a-f-]{36}$/), user: 7, name: 'User 7', color: '#112233' });
    const { connection: name } = first as { connection: string };
    expect(second).toMatchObject({ slice: null, connection: name });
    expect(await company.leave(socket, { segmentation: SEEN })).toBe(true);
    expect(told.at(-1)).toEqual([`mask ${SEEN}`, 'mask:left', { segmentation: SEEN, connection: name }]);
    expect([await company.leave(socket, { segmentation: SEEN }), await company.presence(socket, ANN, at(3))]).toEqual([false, false]);
    expect(told).toHaveLength(3);
  });

  it('is gone with its connection, and only where it was told of', async () => {
    const socket = connection(SEEN, OTHER);
    await company.presence(socket, ANN, at(3));
    company.leaveAll(socket);
    company.leaveAll(socket);
    expect(told.slice(1).map(([room, event]) => [room, event])).toEqual([[`mask ${SEEN}`, 'mask:left']]);
  });

  it('is not told by somebody who does not follow it, has no team, or says it wrongly [MASK-161]', async () => {
    for (const said of [at(3, OTHER), at(-1), null, { segmentation: `${SEEN}'`, slice: 1 }])
      expect(await company.presence(connection(SEEN), ANN, said)).toBe(false);
    expect(await company.presence(connection(SEEN), null, at(3))).toBe(false);
    expect(told).toEqual([]);
  });

  it('is told a few times a second, from each connection [MASK-161]', async () => {
    const socket = connection(SEEN);
    for (let count = 0; count < 20; count += 1) await company.presence(socket, ANN, at(count));
    expect(told).toHaveLength(LIMITS.maskPresencePerSecond);
    await company.presence(connection(SEEN), ANN, at(1));
    expect(told).toHaveLength(LIMITS.maskPresencePerSecond + 1);
    now += 1_000;
    expect(await company.presence(socket, ANN, at(1))).toBe(true);
  });
});

describe('where the pen of somebody is [MASK-163]', () => {
  it('is told to the others, if that person may draw, which is asked for once', async () => {
    const socket = connection(SEEN);
    expect([await company.pen(socket, ANN, pen()), await company.pen(socket, ANN, pen({ isEnd: true }))]).toEqual([true, true]);
    expect(told.map(([room, event, payload]) => [room, event, payload])).toEqual(
      [false, true].map((isEnd) => [`mask ${SEEN}`, 'mask:drawing', { ...pen({ isEnd }), connection: expect.any(String) }]),
    );
    expect(asked).toEqual([SEEN]);
  });

  it('is told by nobody who may only look; after each new following it is asked for again', async () => {
    const socket = connection(SEEN);
    mayDraw = false;
    expect(await company.pen(socket, ANN, pen())).toBe(false);
    mayDraw = true;
    expect(await company.pen(socket, ANN, pen())).toBe(false);
    company.followed(socket, SEEN);
    expect(await company.pen(socket, ANN, pen())).toBe(true);
    expect(await company.pen(connection(OTHER), ANN, pen())).toBe(false);
    expect(await company.pen(socket, ANN, pen({ points: Array.from({ length: LIMITS.maskPenPoints + 1 }, () => [1, 2, 3]) }))).toBe(false);
    expect(told).toHaveLength(1);
  });

  it('is told about ten times a second, from each connection', async () => {
    const socket = connection(SEEN);
    for (let count = 0; count < 60; count += 1) await company.pen(socket, ANN, pen());
    expect(told).toHaveLength(LIMITS.maskPensPerSecond);
  });
});
