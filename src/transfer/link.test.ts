import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { Link } from './link.ts';

const CHUNK = 1_500_000;

function linkOf(mostLanes: number): Link {
  const link = new Link();
  link.mayTake(mostLanes);
  return link;
}

/** Sends chunks over a link with a given total rate and rate per connection (kB/s), until this many have been acknowledged. */
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
  it('are three at the start [CHUNK-002]', () => {
    expect(linkOf(6).lanes).toBe(LIMITS.lanes);
  });

  it('become six when each connection is throttled', () => {
    const link = linkOf(6);
    send(link, 40, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('become as many as possible when six helped', () => {
    const link = linkOf(10);
    send(link, 9, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(10);
    send(link, 60, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(10);
  });

  it('stay six when ten were no faster', () => {
    const link = linkOf(10);
    send(link, 60, { whole: 1_100, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('return to three when six were no faster', () => {
    const link = linkOf(6);
    send(link, 4, { whole: 2_400, each: 10_000 });
    expect(link.lanes).toBe(6);
    send(link, 40, { whole: 2_400, each: 10_000 });
    expect(link.lanes).toBe(3);
  });

  it.each([
    ['so slow that more lanes would only put more at risk', { whole: 48, each: 48 }],
    ['faster than any loss allows', { whole: 80_000, each: 80_000 }],
  ])('stay three on a link that is %s', (_, quality) => {
    const link = linkOf(6);
    for (let turn = 0; turn < 10; turn += 1) {
      send(link, 3, quality);
      expect(link.lanes).toBe(3);
    }
  });

  it('stay three after six were given up, also when the link improves', () => {
    const link = linkOf(6);
    send(link, 40, { whole: 2_400, each: 10_000 });
    send(link, 40, { whole: 12_000, each: 2_000 });
    expect(link.lanes).toBe(3);
  });

  it('become more when a link that was too fast for it gets slower', () => {
    const link = linkOf(6);
    send(link, 9, { whole: 80_000, each: 80_000 });
    expect(link.lanes).toBe(3);
    send(link, 9, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(6);
  });

  it('stay three when there are no more', () => {
    const link = linkOf(3);
    send(link, 20, { whole: 12_000, each: 170 });
    expect(link.lanes).toBe(3);
  });
});

describe('compression', () => {
  it('is on at the start, but not for a server that answers quickly', () => {
    const link = linkOf(6);
    expect(link.isSlow).toBe(true);
    link.answered(5);
    expect(link.isSlow).toBe(false);
    link.answered(100);
    expect(link.isSlow).toBe(true);
  });

  it('depends on the speed of this device, once it has compressed something', () => {
    const link = linkOf(3);
    link.acknowledged(CHUNK, 1_500, 0);
    expect(link.isSlow).toBe(true);
    for (let turn = 0; turn < 10; turn += 1) link.deflated(1_000_000, 1_000);
    expect(link.isSlow).toBe(false);
  });

  it('ignores measurements without time or bytes', () => {
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

  it('follows the first chunk, and then the latest ones more than earlier ones', () => {
    const link = linkOf(3);
    // 30,000 kB/s over three lanes is faster than this device can deflate.
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(false);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 1_000, 0);
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(true);
    link.acknowledged(30_000_000, 3_000, 0);
    expect(link.isSlow).toBe(false);
  });

  it('stops when the link is faster than this device compresses, and resumes when it is slower', () => {
    const link = linkOf(3);
    for (let turn = 0; turn < 10; turn += 1) link.deflated(4_000_000, 200);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 100, 0);
    expect(link.isSlow).toBe(false);
    for (let turn = 0; turn < 10; turn += 1) link.acknowledged(CHUNK, 1_000, 0);
    expect(link.isSlow).toBe(true);
  });
});
