import { describe, expect, it } from 'vitest';
import { pageAddressOf, placeOfNotice, uploadPathOf } from './notice.ts';

describe('a click on a notice', () => {
  it('of an upload opens the page of its flow, or shows any open page with the mini uploader', () => {
    const pressed = (isLegacy: boolean) => placeOfNotice({ url: uploadPathOf({ isLegacy }) });
    expect([pressed(true), pressed(false)]).toEqual([
      { url: '/upload', anyWindow: true },
      { url: '/upload-v2', anyWindow: true },
    ]);
  });

  it('of an upload from an earlier version opens the upload page', () => {
    expect(placeOfNotice(null)).toEqual({ url: '/upload-v2', anyWindow: true });
  });

  it('of a notification opens what it is about, or shows any open page when that has no page', () => {
    const pressed = (url: string | null) => placeOfNotice({ id: 7, userId: 3, url });
    expect([pressed('/studies-v2?study=1'), pressed(null)]).toEqual([
      { url: '/studies-v2?study=1', anyWindow: false },
      { url: '/dashboard', anyWindow: true },
    ]);
  });
});

it('an upload page is the same page with any query after its path', () => {
  const addresses = ['/upload?url=1', '/upload-v2?url=1', '/studies-v2?study=1'].map((path) => `https://north.example.org${path}`);
  expect(addresses.map(pageAddressOf)).toEqual(['/upload', '/upload-v2', '/studies-v2?study=1']);
});
