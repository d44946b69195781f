import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import type { MaskPen } from '#contract/mask-company.ts';
import { MaskCompany } from './mask-company.ts';

const SEGMENTATION = 'zones';
const person = (connection: string, slice: number | null = 3) => ({
  ...{ segmentation: SEGMENTATION, connection, user: 7, name: 'Ann', color: '#112233', slice },
});
const pen = (points: MaskPen['points'], more: Partial<MaskPen> = {}): MaskPen => ({
  ...{ segmentation: SEGMENTATION, segment: 'inner', stroke: 'one', tool: 'paint', shape: 'disc', radiusMm: 4, points, isEnd: false },
  ...more,
});

let company: MaskCompany;
let told: [string, Record<string, unknown>][];
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  company = new MaskCompany();
  company.connect({ tell: (event, payload) => void told.push([event, payload as Record<string, unknown>]) });
  company.setFollowed(SEGMENTATION, true);
});
afterEach(() => {
  company.connect(null);
  vi.useRealTimers();
});
const names = () => company.others(SEGMENTATION).map(({ connection }) => connection);

describe('those who have a mask open [MASK-160]', () => {
  it('are there until they leave, or say nothing for some seconds', () => {
    company.present(person('a'));
    company.present(person('b', null));
    expect(names()).toEqual(['a', 'b']);
    company.left({ segmentation: SEGMENTATION, connection: 'a' });
    expect(names()).toEqual(['b']);
    vi.advanceTimersByTime(6_000);
    expect(names()).toEqual(['b']);
    vi.advanceTimersByTime(4_000);
    expect(names()).toEqual([]);
  });

  it('are not known while the connection is lost', () => {
    company.present(person('a'));
    company.setFollowed(SEGMENTATION, false);
    expect(names()).toEqual([]);
    company.present(person('a'));
    expect(names()).toEqual([]);
  });

  it('are told of this page, again and again, and where it is; who has just come at once', () => {
    expect(told).toEqual([['mask:presence', { segmentation: SEGMENTATION, slice: null }]]);
    company.setPlace(SEGMENTATION, 4);
    company.setPlace(SEGMENTATION, 5);
    vi.advanceTimersByTime(500);
    expect(told.slice(1)).toEqual([['mask:presence', { segmentation: SEGMENTATION, slice: 5 }]]);
    vi.advanceTimersByTime(6_000);
    expect(told).toHaveLength(4);
    company.present(person('a'));
    company.present(person('a', 4));
    expect(told).toHaveLength(5);
    company.leave(SEGMENTATION);
    expect(told.at(-1)).toEqual(['mask:leave', { segmentation: SEGMENTATION }]);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(6);
    // Opened again, on the same slice.
    company.setFollowed(SEGMENTATION, true);
    expect(told.at(-1)).toEqual(['mask:presence', { segmentation: SEGMENTATION, slice: 5 }]);
  });
});

describe('the way of a pen [MASK-163]', () => {
  it('is sent ten times a second at most, whole, in parts that are small enough', () => {
    told.length = 0;
    for (let at = 0; at < 40; at += 1) {
      company.draw(pen([[at, 0, 0]]));
      vi.advanceTimersByTime(10);
    }
    company.draw(pen([], { isEnd: true }));
    const parts = told.filter(([event]) => event === 'mask:pen');
    expect(parts.length).toBeLessThanOrEqual(6);
    expect(parts.flatMap(([, { points }]) => (points as number[][]).map(([x]) => x))).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(parts.map(([, { isEnd }]) => isEnd).filter(Boolean)).toHaveLength(1);
    company.draw(
      pen(
        Array.from({ length: 500 }, (_, at) => [at, 0, 0] as [number, number, number]),
        { stroke: 'two' },
      ),
    );
    const long = told.at(-1)![1].points as number[][];
    expect([long.length, long[0]![0], long.at(-1)![0]]).toEqual([LIMITS.maskPenPoints, 0, 499]);
  });

  it('of somebody else is shown until its operation is here, or for a few seconds', () => {
    const { segmentation, ...rest } = pen([[1, 1, 1]]);
    company.drawing({ segmentation, ...rest, connection: 'a' });
    company.drawing({ segmentation, ...rest, points: [[2, 1, 1]], connection: 'a' });
    expect(company.strokes(SEGMENTATION).map(({ points }) => points)).toEqual([
      [
        [1, 1, 1],
        [2, 1, 1],
      ],
    ]);
    company.arrived(SEGMENTATION);
    // The pen is still down: that was another operation.
    expect(company.strokes(SEGMENTATION)).toHaveLength(1);
    company.drawing({ segmentation, ...rest, points: [], isEnd: true, connection: 'a' });
    company.arrived(SEGMENTATION);
    expect(company.strokes(SEGMENTATION)).toEqual([]);
    company.drawing({ segmentation, ...rest, connection: 'a' });
    vi.advanceTimersByTime(6_000);
    expect(company.strokes(SEGMENTATION)).toEqual([]);
  });

  it('is not sent while nobody is told', () => {
    told.length = 0;
    company.setFollowed(SEGMENTATION, false);
    company.draw(pen([[1, 1, 1]]));
    expect(told).toEqual([]);
  });
});
