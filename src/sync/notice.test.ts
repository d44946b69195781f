import { describe, expect, it } from 'vitest';
import { pageAddressOf, placeOfNotice, uploadPathOf } from './notice.ts';

describe('a press on a notice', () => {
  it('of an upload leads to the page of its flow, and any page that is open shows it in the corner', () => {
    const pressed = (isLegacy: boolean) => placeOfNotice({ url: uploadPathOf({ isLegacy }) });
    expect([pressed(true), pressed(false)]).toEqual([
      { url: '/upload', anyWindow: true },
      { url: '/upload-v2', anyWindow: true },
    ]);
  });

  it('of an upload that was told before notices named their page leads to the upload page', () => {
    expect(placeOfNotice(null)).toEqual({ url: '/upload-v2', anyWindow: true });
  });

  it('of a notification leads to what it is about, and where that is no page, to any that is open', () => {
    const pressed = (url: string | null) => placeOfNotice({ id: 7, userId: 3, url });
    expect([pressed('/studies-v2?study=1'), pressed(null)]).toEqual([
      { url: '/studies-v2?study=1', anyWindow: false },
      { url: '/dashboard', anyWindow: true },
    ]);
  });
});

it('a page of uploads is the same page whatever stands behind its path', () => {
  const addresses = ['/upload?url=1', '/upload-v2?url=1', '/studies-v2?study=1'].map((path) => `https://north.example.org${path}`);
  expect(addresses.map(pageAddressOf)).toEqual(['/upload', '/upload-v2', '/studies-v2?study=1']);
});
