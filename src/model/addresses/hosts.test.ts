import { describe, expect, test } from 'vitest';
import { isWithinBaseDomain, placeOfHost, RESERVED_LABELS } from './hosts.ts';

const place = (host: string, baseDomain: string | null) => {
  const found = placeOfHost(host, { baseDomain, reservedLabels: RESERVED_LABELS });
  return found.kind === 'team' ? `team ${found.slug}` : found.kind;
};

describe('a host with a base domain set [CFG-08]', () => {
  test.each([
    ['app.localhost:8080', 'main'],
    ['north.app.localhost:8080', 'team north'],
    ['NORTH.App.Localhost', 'team north'],
    ['north.app.localhost.', 'team north'],
    ['upload.app.localhost', 'main'],
    ['www.app.localhost', 'main'],
    ['a.b.app.localhost', 'foreign'],
    ['-north.app.localhost', 'foreign'],
    ['app.localhost.evil.example', 'foreign'],
    ['evilapp.localhost', 'foreign'],
    ['', 'foreign'],
    ['localhost:8080', 'main'],
    ['127.0.0.1:8080', 'main'],
    ['[::1]:8080', 'main'],
  ])('%s is %s', (host, expected) => expect(place(host, 'app.localhost')).toBe(expected));

  test('counts labels beyond the base domain, so that a long base domain is not a team', () => {
    expect(place('imaging.hospital.org', 'imaging.hospital.org')).toBe('main');
    expect(place('radiology.imaging.hospital.org', 'imaging.hospital.org')).toBe('team radiology');
  });
});

describe('a host without a base domain [CFG-07, CFG-08]', () => {
  test.each([
    ['acme.example.com', 'team acme'],
    ['example.com', 'main'],
    ['localhost', 'main'],
    ['192.168.1.20:8080', 'main'],
    ['api.example.com', 'main'],
    ['acme.app.localhost:8080', 'team acme'],
  ])('%s is %s', (host, expected) => expect(place(host, null)).toBe(expected));
});

test('a name belongs to the base domain only after a dot', () => {
  expect(isWithinBaseDomain('upload.app.localhost:1', 'app.localhost')).toBe(true);
  expect(isWithinBaseDomain('app.localhost', 'app.localhost')).toBe(true);
  expect(isWithinBaseDomain('evilapp.localhost', 'app.localhost')).toBe(false);
});
