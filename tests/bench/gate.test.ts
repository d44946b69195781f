import { describe, expect, it } from 'vitest';
import { gateTable, median, toGate } from './gate.ts';

describe('a benchmark result', () => {
  it('is the median of its runs, compared with its target and its peer', () => {
    const gate = toGate({
      gate: 'start',
      unit: 's',
      target: 10,
      runs: [9, 4, 8, 3, 30],
      peer: { name: 'fresh', runs: [2, 4, 1] },
      note: 'empty data',
    });
    expect(gate).toMatchObject({ value: 8, target: 10, pass: true, peer: 'fresh', peerValue: 2, ratio: 4 });
  });

  it('misses its target when it is above it', () => {
    expect(toGate({ gate: 'start', unit: 's', target: 10, runs: [10.5], note: '' }).pass).toBe(false);
    expect(toGate({ gate: 'start', unit: 's', target: 10, runs: [10], note: '' }).pass).toBe(true);
  });

  it('misses its target when it is a rate and below it', () => {
    expect(toGate({ gate: 'staging', unit: 'MB/s', target: 167, runs: [166], note: '' }).pass).toBe(false);
    expect(toGate({ gate: 'staging', unit: 'MB/s', target: 167, runs: [167], note: '' }).pass).toBe(true);
  });

  it('is compared with its peer when the target is a ratio, rates as a minimum and times as a maximum', () => {
    const own = { gate: 'zip', note: '', targetOf: 'ratio' } as const;
    const rate = toGate({ ...own, unit: 'MB/s', target: 1.4, runs: [270, 280, 290], peer: { name: 'fflate', runs: [200, 210, 90] } });
    expect(rate).toMatchObject({ ratio: 1.4, target: 1.4, targetOf: 'ratio', pass: true });
    expect(rate.note).toContain('best to best 1.38');
    const slow = toGate({ ...own, unit: 'ms', target: 0.6, runs: [61], peer: { name: 'full', runs: [100] } });
    expect(slow.pass).toBe(false);
    expect(gateTable([rate, slow])).toMatch(/>= 1\.4 x\s+ok[^]*<= 0\.6 x\s+MISSED/);
  });

  it('must reach a target percentage, and must not exceed a target for errors', () => {
    expect(toGate({ gate: 'right', unit: '%', target: 95, runs: [94.9], note: '' }).pass).toBe(false);
    expect(toGate({ gate: 'right', unit: '%', target: 95, runs: [95], note: '' }).pass).toBe(true);
    expect(toGate({ gate: 'wrong', unit: 'series', target: 0, runs: [1], note: '' }).pass).toBe(false);
    expect(toGate({ gate: 'wrong', unit: 'series', target: 0, runs: [0], note: '' }).pass).toBe(true);
  });

  it('is the worst run for counted files, for the product and the peer', () => {
    const gate = toGate({ gate: 'lost', unit: 'files', target: 0, runs: [0, 1, 0], peer: { name: 'peer', runs: [3, 4] }, note: '' });
    expect(gate).toMatchObject({ value: 1, peerValue: 4, pass: false });
  });

  it('neither passes nor fails when it could not be measured', () => {
    const gate = toGate({ gate: 'drop', unit: 's', target: null, reason: 'no real images here' });
    expect(gate).toMatchObject({ value: null, pass: null, note: 'skipped: no real images here' });
    expect(gateTable([gate])).toContain('drop: skipped: no real images here');
  });

  it('is shown with its unit, a slow rate with enough digits', () => {
    const slow = toGate({ gate: 'link', unit: 'MB/s', target: 2.4, runs: [0.55], note: '' });
    expect(gateTable([slow])).toMatch(/link\s+0\.550 MB\/s\s+2\.40 MB\/s\s+MISSED/);
    const rate = toGate({ gate: 'staging', unit: 'MB/s', target: 167, runs: [201.4], note: '' });
    const lost = toGate({ gate: 'lost', unit: 'files', target: 0, runs: [0], note: '' });
    const load = toGate({ gate: 'first load', unit: 'kB', target: 250, runs: [250.16], note: '' });
    expect(gateTable([rate, lost, load])).toMatch(
      /staging\s+201 MB\/s\s+167 MB\/s\s+ok[^]*lost\s+0 files\s+0 files\s+ok[^]*first load\s+250.2 kB\s+250.0 kB\s+MISSED/,
    );
  });
});

it('the median is one of the runs', () => {
  expect(median([3, 1])).toBe(3);
  expect(median([5])).toBe(5);
  expect(() => median([])).toThrow('needs a value');
});
