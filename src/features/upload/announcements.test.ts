import { describe, expect, it } from 'vitest';
import type { Status } from '#model/status.ts';
import { announcements } from './announcements.ts';
import { exampleSeries, exampleStudy, exampleUpload } from './view.example.ts';

function sending(confirmed: number, status: Status = 'sending') {
  return exampleUpload({
    state: 'upload',
    bytes: { queued: 1000, confirmed, proved: 0, onDevice: 1000, kept: 0 },
    studies: [exampleStudy({ status })],
  });
}

const ALL = { haltIsSaid: false };
const SILENCE = { polite: [], assertive: [] };
const polite = (...news: string[]) => ({ polite: news, assertive: [] });

describe('the screen reader announcement', () => {
  it('is each quarter once, and only the last one when several were passed', () => {
    expect(announcements(sending(100), sending(249), ALL)).toEqual(SILENCE);
    expect(announcements(sending(249), sending(250), ALL)).toEqual(polite('25 % are on the server'));
    expect(announcements(sending(250), sending(300), ALL)).toEqual(SILENCE);
    expect(announcements(sending(300), sending(1000), ALL)).toEqual(polite('100 % are on the server'));
  });

  it('is the new status of a study', () => {
    expect(announcements(sending(0, 'queued'), sending(0, 'sending'), ALL)).toEqual(polite('Heron, Quiet: sending'));
  });

  it('is a failed study, immediately, once and with the reason', () => {
    const broken = exampleStudy({ status: 'failed', series: [exampleSeries({ status: 'failed', message: 'It has no slices.' })] });
    const failed = { ...sending(500), studies: [broken] };
    expect(announcements(sending(499), failed, ALL)).toEqual({
      polite: ['50 % are on the server'],
      assertive: ['Heron, Quiet: failed. It has no slices'],
    });
    expect(announcements(failed, failed, ALL)).toEqual(SILENCE);
    expect(announcements(failed, sending(500), ALL)).toEqual(polite('Heron, Quiet: sending'));
  });

  it('is the reason why the whole upload stopped, when no series is to blame', () => {
    const stopped = { ...sending(0, 'failed'), halt: { why: 'failed', code: 'session_closed', message: '' } as const };
    expect(announcements(sending(0), stopped, ALL).assertive).toEqual([
      'Heron, Quiet: failed. This upload was closed on the server. Clear it and drop the files again',
    ]);
    expect(announcements(sending(0), stopped, { haltIsSaid: true }).assertive).toEqual(['Heron, Quiet: failed']);
  });

  it('is an archive that is sent to the server, that it is opened there, and the result', () => {
    const archives = [{ fileId: 'a', name: 'study.rar', bytes: 9, isHere: true, mayBeTakenBack: true }];
    const at = (phase: 'archive-sending' | 'archive-reading' | null, confirmed = 0) =>
      exampleUpload({ opening: phase && { phase, archives, bytes: { total: 9, confirmed } } });
    const told = (from: ReturnType<typeof at>, to: ReturnType<typeof at>) => announcements(from, to, ALL).polite;
    expect(told(at(null), at('archive-sending'))).toEqual(['study.rar on the way to the server']);
    expect(told(at('archive-sending'), at('archive-sending', 5))).toEqual([]);
    expect(told(at('archive-sending', 9), at('archive-reading', 9))).toEqual(['The server opens study.rar']);
    const there = { ...at(null), studies: [exampleStudy({ series: [exampleSeries({ location: 'server' })] })] };
    expect(told(at('archive-reading', 9), there)).toEqual(['The server has opened what it was given: 1 series of it on the page']);
    // Taken back before it was opened.
    expect(told(at('archive-sending', 5), at(null))).toEqual([]);
  });

  it('is absent for the first view and for another upload', () => {
    expect(announcements(null, sending(500), ALL)).toEqual(SILENCE);
    expect(announcements({ ...sending(0), id: 'other' }, sending(500, 'failed'), ALL)).toEqual(SILENCE);
  });
});
