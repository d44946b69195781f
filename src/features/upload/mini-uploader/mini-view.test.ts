import { describe, expect, it } from 'vitest';
import type { Status } from '#model/status.ts';
import { parseMiniSettings } from './mini-settings.ts';
import { linkText, notSentText, sentText, smallText } from './mini-texts.ts';
import { convertedSeries, miniStudies, sentShare } from './mini-view.ts';
import { stallOf } from '#features/upload/sending/stalled.ts';
import { exampleSeries, exampleStudy, exampleUpload } from '#features/upload/view.example.ts';

const uploadOf = (...statuses: Status[]) =>
  exampleUpload({
    state: 'upload',
    studies: statuses.map((status, n) => exampleStudy({ id: String(n), status, upload: status !== 'skipped' })),
  });
const shownOf = (view: ReturnType<typeof uploadOf>, isMoving = true) => {
  const { shown, more } = miniStudies(view, isMoving);
  return [shown.map(({ id, status }) => `${id} ${status}`), more];
};

describe('the studies of the mini uploader', () => {
  it('are those to be sent, in the order of the upload', () => {
    expect(shownOf(uploadOf('converted', 'skipped', 'sending', 'queued'))).toEqual([['0 converted', '2 sending', '3 queued'], 0]);
  });

  it('are four, failed and active ones before waiting and finished ones; the others are counted', () => {
    expect(shownOf(uploadOf('converted', 'queued', 'sending', 'queued', 'queued', 'failed', 'converting'))).toEqual([
      ['1 queued', '2 sending', '5 failed', '6 converting'],
      3,
    ]);
  });

  it('are not shown as sending while nothing moves', () => {
    expect(shownOf(uploadOf('sending', 'verified'), false)).toEqual([['0 queued', '1 verified'], 0]);
  });
});

describe('the figures of the mini uploader', () => {
  it('are those of the sent upload', () => {
    const bytes = { queued: 1000, confirmed: 480, proved: 300, onDevice: 1000, kept: 0 };
    expect(sentShare({ state: 'preview', bytes })).toBeNull();
    expect(sentShare({ state: 'upload', bytes })).toBe(0.48);
    expect(sentShare({ state: 'upload', bytes: { ...bytes, queued: 0, confirmed: 0 } })).toBeNull();
    expect(sentText(480, 1000)).toBe('0.5 of 1.0\u00a0KB');
    expect(sentText(1000, 1000)).toBe('1.0\u00a0KB on the server');
  });

  it('count the finished series of all that are sent', () => {
    const series = (['converted', 'failed', 'converting', 'skipped'] as const).map((status) => exampleSeries({ status }));
    expect(convertedSeries({ studies: [exampleStudy({ series })] })).toEqual({ ended: 2, total: 3 });
  });

  it('show the remaining time when it is known', () => {
    expect(linkText({ bytesPerSecond: null, secondsLeft: null })).toBe('');
    expect(linkText({ bytesPerSecond: 410_000, secondsLeft: 54 }).replaceAll('\u00a0', ' ')).toBe('410 KB/s · 54 s left');
    expect(notSentText(1)).toBe('1 study on this device, not sent yet');
  });

  it('are one line while it is minimised: what is not sent, or what halts it', () => {
    const halted = stallOf({ halt: { why: 'sign-in' }, waiting: null, bytes: { confirmed: 0, queued: 1 }, studies: 1 }, true);
    expect(smallText('preview', 2, null)).toBe('2 studies on this device, not sent yet');
    expect(smallText('upload', 2, halted)).toBe('Sign in to continue');
    expect(smallText('upload', 2, null)).toBe('');
    expect(smallText('finished', 2, null)).toBe('finished');
  });
});

describe('the settings of the mini uploader', () => {
  it.each([
    [undefined, { minimised: null, closed: null }],
    ['{"minimised":true,"closed":"u1"}', { minimised: true, closed: 'u1' }],
    ['{"minimised":"yes","closed":7}', { minimised: null, closed: null }],
    ['null', { minimised: null, closed: null }],
    ['{', { minimised: null, closed: null }],
  ])('%s is read as %j', (text, settings) => {
    expect(parseMiniSettings(text)).toEqual(settings);
  });
});
