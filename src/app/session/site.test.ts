import { expect, it } from 'vitest';
import { siteOf } from './site.ts';

it('knows the team of its host and the addresses of the others', () => {
  const site = siteOf({ protocol: 'http:', host: 'north.app.localhost:8080' }, 'app.localhost');
  expect(site.team).toBe('north');
  expect(site.mainUrl('/login')).toBe('http://app.localhost:8080/login');
  expect(site.teamUrl('south', '/dashboard')).toBe('http://south.app.localhost:8080/dashboard');
});

it('takes a base domain of three labels for what it is, once the server has said so', () => {
  expect(siteOf({ protocol: 'https:', host: 'imaging.hospital.org' }, 'imaging.hospital.org').team).toBeNull();
  expect(siteOf({ protocol: 'https:', host: 'north.imaging.hospital.org' }, 'imaging.hospital.org').baseHost).toBe('imaging.hospital.org');
});

it('takes the given rule before the server was reached once', () => {
  const site = siteOf({ protocol: 'https:', host: 'acme.example.com' }, null);
  expect(site).toMatchObject({ team: 'acme', baseHost: 'example.com' });
  expect(siteOf({ protocol: 'http:', host: 'localhost:5173' }, null).team).toBeNull();
});
