import { describe, expect, it } from 'vitest';
import type { Status } from '#model/status.ts';
import { announcements } from './announcements.ts';
import { exampleStudy, exampleUpload } from './view.example.ts';

function sending(confirmed: number, status: Status = 'sending') {
  return exampleUpload({
    state: 'upload',
    bytes: { queued: 1000, confirmed, proved: 0, onDevice: 1000, kept: 0 },
    studies: [exampleStudy({ status })],
  });
}

describe('what is spoken', () => {
  it('is each quarter once, and the last one passed when several were', () => {
    expect(announcements(sending(100), sending(249))).toEqual([]);
    expect(announcements(sending(249), sending(250))).toEqual(['25 % are on the server']);
    expect(announcements(sending(250), sending(300))).toEqual([]);
    expect(announcements(sending(300), sending(1000))).toEqual(['100 % are on the server']);
  });

  it('is the new status of a study', () => {
    expect(announcements(sending(0, 'queued'), sending(0, 'sending'))).toEqual(['Heron, Quiet: sending']);
  });

  it('is nothing for the first view, nor for another upload', () => {
    expect(announcements(null, sending(500))).toEqual([]);
    expect(announcements({ ...sending(0), id: 'other' }, sending(500))).toEqual([]);
  });
});
