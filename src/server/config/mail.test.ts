import { expect, test } from 'vitest';
import { mailOriginOf } from './mail.ts';

test.each([
  ['https://imaging.hospital.org:8443', 'app.localhost', 'https://imaging.hospital.org:8443'],
  [null, 'app.localhost', 'http://app.localhost:8080'],
  [null, 'localhost', 'http://localhost:8080'],
  [null, 'imaging.hospital.org', 'https://imaging.hospital.org'],
])('with the public address %s and the base domain %s the links in mails point to %s', (publicUrl, baseDomain, origin) => {
  expect(mailOriginOf({ publicUrl, baseDomain }, 8080)).toBe(origin);
});
