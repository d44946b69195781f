import { expect, it } from 'vitest';
import { siteOf } from './site.ts';

it('finds the team of its host and the addresses of the other teams [CFG-09]', () => {
  const site = siteOf({ protocol: 'http:', host: 'north.app.localhost:8080' }, 'app.localhost');
  expect(site.team).toBe('north');
  expect(site.mainUrl('/login')).toBe('http://app.localhost:8080/login');
  expect(site.teamUrl('south', '/dashboard')).toBe('http://south.app.localhost:8080/dashboard');
});

it('accepts a base domain of three labels once the server has named it', () => {
  expect(siteOf({ protocol: 'https:', host: 'imaging.hospital.org' }, 'imaging.hospital.org').team).toBeNull();
  expect(siteOf({ protocol: 'https:', host: 'north.imaging.hospital.org' }, 'imaging.hospital.org').baseHost).toBe('imaging.hospital.org');
});

it('uses the default rule before the server was first reached', () => {
  const site = siteOf({ protocol: 'https:', host: 'acme.example.com' }, null);
  expect(site).toMatchObject({ team: 'acme', baseHost: 'example.com' });
  expect(siteOf({ protocol: 'http:', host: 'localhost:5173' }, null).team).toBeNull();
});
