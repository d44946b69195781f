import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { Link } from './link.ts';

const CHUNK = 1_500_000;

function linkOf(mostLanes: number): Link {
  const link = new Link();
  link.mayTake(mostLanes);
  return link;
}

/** Chunks over a link of so many kB/s in all and in each connection, until so many have been acknowledged. */
function send(link: Link, chunks: number, { whole, each }: { whole: number; each: number }): void {
  let now = 0;
  link.began(now);
  for (let sent = 0; sent < chunks;) {
    const { lanes } = link;
    const tookMs = CHUNK / Math.min(each, whole / lanes);
    now += tookMs;
    for (let lane = 0; lane < lanes && sent < chunks; lane += 1) {
      link.acknowledged(CHUNK, tookMs, now);
      sent += 1;
    }
  }
}

describe('lanes', () => {
  it('are three to begin with', () => {
    expect(linkOf(6).lanes).toBe(LIMITS.lanes);
  });

  it('become six where each connection is held back by itself', () => {
    const link = linkOf(6);
    send(link, 40, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('become as many as can be had where six were not all that helped', () => {
    const link = linkOf(10);
    send(link, 9, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(10);
    send(link, 60, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(10);
  });

  it('stay six where ten carried no more than those', () => {
    const link = linkOf(10);
    send(link, 60, { whole: 1_100, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('are three again where six carried no more than three', () => {
    const link = linkOf(6);
    send(link, 4, { whole: 2_400, each: 10_000 });
    expect(link.lanes).toBe(6);
    send(link, 40, { whole: 2_400, each: 10_000 });
    expect(link.lanes).toBe(3);
  });

  it.each([
    ['so slow that more would only be at stake', { whole: 48, each: 48 }],
    ['faster than any loss allows', { whole: 80_000, each: 80_000 }],
  ])('stay three on a link that is %s', (_, quality) => {
    const link = linkOf(6);
    for (let turn = 0; turn < 10; turn += 1) {
      send(link, 3, quality);
      expect(link.lanes).toBe(3);
    }
  });

  it('stay three once six were given up, also where the link gets better', () => {
    const link = linkOf(6);
    send(link, 40, { whole: 2_400, each: 10_000 });
    send(link, 40, { whole: 12_000, each: 2_000 });
    expect(link.lanes).toBe(3);
  });

  it('become more where a link that was too fast for it got slower', () => {
    const link = linkOf(6);
    send(link, 9, { whole: 80_000, each: 80_000 });
    expect(link.lanes).toBe(3);
    send(link, 9, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('stay three where there are no more to be had', () => {
    const link = linkOf(3);
    send(link, 20, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(3);
  });
});

describe('deflating', () => {
  it('is begun with, but not beside a server that answers at once', () => {
    const link = linkOf(6);
    expect(link.isSlow).toBe(true);
    link.answered(5);
    expect(link.isSlow).toBe(false);
    link.answered(100);
    expect(link.isSlow).toBe(true);
  });

  it('goes by what this device needs for it, once it has deflated something', () => {
    const link = linkOf(3);
    link.acknowledged(CHUNK, 1_500, 0);
    expect(link.isSlow).toBe(true);
    for (let turn = 0; turn < 10; turn += 1) link.deflated(1_000_000, 1_000);
    expect(link.isSlow).toBe(false);
  });

  it('learns nothing from what took no time, or had no bytes', () => {
    const link = linkOf(3);
    link.acknowledged(CHUNK, 1_500, 0);
    for (let turn = 0; turn < 10; turn += 1) {
      link.deflated(0, 1_000);
      link.deflated(1_000_000, 0);
    }
    expect(link.isSlow).toBe(true);
    link.acknowledged(10 * CHUNK, 1, 0);
    expect(link.isSlow).toBe(false);
  });

  it('goes by the first chunk alone, and then by the last ones more than by those before', () => {
    const link = linkOf(3);
    // 30,000 kB/s over three lanes, which is faster than what this device deflates.
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(false);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 1_000, 0);
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(true);
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(false);
  });

  it('ends when the link is faster than this device deflates, and begins when it is slower', () => {
    const link = linkOf(3);
    for (let turn = 0; turn < 10; turn += 1) link.deflated(4_000_000, 200);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 100, 0);
    expect(link.isSlow).toBe(false);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 1_000, 0);
    expect(link.isSlow).toBe(true);
  });
});
