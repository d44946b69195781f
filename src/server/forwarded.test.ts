import { describe, expect, test } from 'vitest';
import { createFromOf, isNetwork } from './forwarded.ts';

const asked = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers: { host: 'own.host:8080', ...headers },
  socket: { remoteAddress },
});
const FORWARDED = { 'x-forwarded-for': '192.0.2.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'north.hospital.org' };
const BELIEVED = { ip: '192.0.2.9', scheme: 'https', host: 'north.hospital.org' };
const NOT_BELIEVED = (ip: string) => ({ ip, scheme: 'http', host: 'own.host:8080' });

describe('[Note: Trusted proxies]', () => {
  test.each(['127.0.0.1', '::1', '10.1.2.3'])('without a setting nobody is believed: %s', (ip) => {
    expect(createFromOf([])(asked(ip, FORWARDED))).toEqual(NOT_BELIEVED(ip));
  });

  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.0.0/16', '10.1.2.3'],
    ['10.1.2.3', '::ffff:10.1.2.3'],
    ['2001:db8::7', '2001:db8:0::7'],
    ['2001:db8::/32', '2001:db8:1::9'],
    ['0.0.0.0/0', '10.1.2.3'],
  ])('%s believes %s', (network, ip) => {
    expect(createFromOf([network])(asked(ip, FORWARDED))).toEqual(BELIEVED);
  });

  test.each([
    ['10.1.0.0/16', '10.2.0.1'],
    ['10.1.2.3', '10.1.2.30'],
    ['2001:db8::/32', '2001:db9::1'],
    ['10.1.0.0/16', '2001:db8::1'],
  ])('%s does not believe %s', (network, ip) => {
    expect(createFromOf([network])(asked(ip, FORWARDED))).toEqual(NOT_BELIEVED(ip));
  });

  const from = createFromOf(['10.0.0.0/8']);
  test.each([
    ['the last before a trusted one is the client', '192.0.2.1, 192.0.2.9, 10.0.0.5', '192.0.2.9'],
    ['what a client says of itself does not count', '10.0.0.9, 192.0.2.9', '192.0.2.9'],
    ['where all are trusted the first is', '10.0.0.7, 10.0.0.5', '10.0.0.7'],
    ['what is no address stands for the proxy that says it', 'unknown', '10.0.0.1'],
    ['nothing stands for the proxy as well', '', '10.0.0.1'],
  ])('of a chain %s', (_, passed, ip) => {
    expect(from(asked('10.0.0.1', { 'x-forwarded-for': passed })).ip).toBe(ip);
  });

  test.each([
    ['the outermost proxy tells the scheme', '192.0.2.9, 10.0.0.5', 'https, http', 'https'],
    ['one that is handed on counts', '192.0.2.9, 10.0.0.5', 'https', 'https'],
    ['what a client says before the proxy does not count', '192.0.2.9', 'https, http', 'http'],
  ])('of a chain %s', (_, passed, proto, scheme) => {
    expect(from(asked('10.0.0.1', { 'x-forwarded-for': passed, 'x-forwarded-proto': proto })).scheme).toBe(scheme);
  });

  test('headers that say nothing leave what the connection is', () => {
    expect(from(asked('10.0.0.1'))).toEqual(NOT_BELIEVED('10.0.0.1'));
    expect(from({ headers: {}, socket: { remoteAddress: '192.0.2.9', encrypted: true } })).toEqual({
      ip: '192.0.2.9',
      scheme: 'https',
      host: '',
    });
  });

  test('a network is an address with a length that its family has', () => {
    expect(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/128'].every(isNetwork)).toBe(true);
    expect(['', 'proxy.local', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0'].some(isNetwork)).toBe(false);
  });
});
