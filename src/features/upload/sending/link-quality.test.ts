import { describe, expect, it } from 'vitest';
import { linkOf, NO_HISTORY, withAcknowledged, withBreak, type LinkHistory } from './link-quality.ts';

const MB = 1_000_000;
const SENDING = { bytesLeft: 40 * MB, serverReachable: true };

/** Acknowledgements as [second, bytes so far]. */
function seen(...acknowledged: [second: number, bytes: number][]): LinkHistory {
  return acknowledged.reduce((history, [second, bytes]) => withAcknowledged(history, { atMs: second * 1000, bytes }), NO_HISTORY);
}

function linkAt(second: number, history: LinkHistory, now: Partial<typeof SENDING> & { waitingFor?: string | null } = {}) {
  return linkOf(history, { waitingFor: null, ...SENDING, ...now, atMs: second * 1000 });
}

describe('the link quality', () => {
  it('is unknown until the first response', () => {
    expect(linkAt(5, NO_HISTORY)).toEqual({ quality: null, bytesPerSecond: null, secondsLeft: null, breaks: 0 });
    expect(linkAt(5, seen([0, 12 * MB]))).toMatchObject({ quality: null, bytesPerSecond: null });
    expect(linkAt(0.9, seen([0, 0], [0.5, 4 * MB]))).toMatchObject({ quality: null, bytesPerSecond: null });
  });

  it('is good when bytes are acknowledged quickly, with the remaining time', () => {
    expect(linkAt(4, seen([0, 0], [2, 4 * MB], [4, 8 * MB]))).toEqual({
      quality: 'good',
      bytesPerSecond: 2 * MB,
      secondsLeft: 20,
      breaks: 0,
    });
  });

  it('is slow below 1 Mbit/s', () => {
    expect(linkAt(100, seen([0, 0], [100, 12.5 * MB])).quality).toBe('good');
    expect(linkAt(100, seen([0, 0], [100, 12.4 * MB])).quality).toBe('slow');
  });

  it('keeps one rate while three lanes end together and are then silent for long', () => {
    // 3 chunks of 4 MB on a link of 100 KB/s: three acknowledgements every two minutes.
    const bunches = seen([0, 0], [118, 4 * MB], [119, 8 * MB], [120, 12 * MB], [238, 16 * MB], [239, 20 * MB], [240, 24 * MB]);
    expect(linkAt(240, bunches)).toMatchObject({ quality: 'slow', bytesPerSecond: 100_000 });
    expect(linkAt(300, bunches)).toMatchObject({ quality: 'slow', bytesPerSecond: 80_000 });
  });

  it('follows a fast link that changes, and ignores bytes acknowledged before it started', () => {
    const long: [number, number][] = Array.from({ length: 60 }, (_, second) => [second, 100 * MB + second * 8 * MB]);
    const faster: [number, number][] = Array.from({ length: 16 }, (_, second) => [60 + second, 580 * MB + second * 16 * MB]);
    expect(linkAt(75, seen(...long, ...faster)).bytesPerSecond).toBe(16 * MB);
  });

  it('is unstable when acknowledgements take much longer than usual', () => {
    const even = seen([0, 0], [10, 4 * MB], [20, 8 * MB], [30, 12 * MB]);
    expect(linkAt(70, even).quality).toBe('good');
    expect(linkAt(71, even).quality).toBe('unstable');
    // Three lanes brought three at once every two minutes; with six the next ones take four.
    const bunches = seen([0, 0], [118, 4 * MB], [119, 8 * MB], [120, 12 * MB], [238, 16 * MB], [239, 20 * MB], [240, 24 * MB]);
    expect(linkAt(480, bunches).quality).toBe('slow');
    expect(linkAt(560, bunches).quality).toBe('unstable');
    // A quick link that rests for a moment is no unstable one.
    expect(linkAt(15, seen([0, 0], [1, 4 * MB], [2, 8 * MB])).quality).toBe('good');
  });

  it('is unstable for two minutes after a break', () => {
    const broken = withBreak(withBreak(seen([0, 0], [10, 40 * MB]), 10_000), 12_000);
    expect(linkAt(20, broken)).toMatchObject({ quality: 'unstable', breaks: 2 });
    expect(linkAt(132, broken)).toMatchObject({ quality: 'unstable', breaks: 1 });
    expect(linkAt(133, broken)).toMatchObject({ quality: 'good', breaks: 0 });
  });

  it('is none, without a rate, while the server is unreachable or the sender waits for the network', () => {
    const history = seen([0, 0], [10, 40 * MB]);
    const none = { quality: 'none', bytesPerSecond: null, secondsLeft: null, breaks: 0 };
    expect(linkAt(11, history, { serverReachable: false })).toEqual(none);
    expect(linkAt(11, history, { waitingFor: 'network' })).toEqual(none);
  });

  it('is not judged while the server asks to wait', () => {
    expect(linkAt(11, seen([0, 0], [10, 40 * MB]), { waitingFor: 'storage_full' })).toMatchObject({ quality: null, bytesPerSecond: null });
  });

  it('starts over when the server lost what it had acknowledged', () => {
    expect(linkAt(20, seen([0, 0], [10, 40 * MB], [11, 8 * MB]))).toMatchObject({ bytesPerSecond: null });
    expect(linkAt(13, seen([0, 0], [10, 40 * MB], [11, 8 * MB], [13, 12 * MB]))).toMatchObject({ bytesPerSecond: 2 * MB });
  });
});
