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
  test.each(['127.0.0.1', '::1', '10.1.2.3'])('without a setting no proxy is trusted: %s', (ip) => {
    expect(createFromOf([])(asked(ip, FORWARDED))).toEqual(NOT_BELIEVED(ip));
  });

  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.0.0/16', '10.1.2.3'],
    ['10.1.2.3', '::ffff:10.1.2.3'],
    ['2001:db8::7', '2001:db8:0::7'],
    ['2001:db8::/32', '2001:db8:1::9'],
    ['0.0.0.0/0', '10.1.2.3'],
  ])('%s trusts %s', (network, ip) => {
    expect(createFromOf([network])(asked(ip, FORWARDED))).toEqual(BELIEVED);
  });

  test.each([
    ['10.1.0.0/16', '10.2.0.1'],
    ['10.1.2.3', '10.1.2.30'],
    ['2001:db8::/32', '2001:db9::1'],
    ['10.1.0.0/16', '2001:db8::1'],
  ])('%s does not trust %s', (network, ip) => {
    expect(createFromOf([network])(asked(ip, FORWARDED))).toEqual(NOT_BELIEVED(ip));
  });

  test('an IPv4 client is reported as IPv4 when the socket shows it in IPv6', () => {
    expect(createFromOf([])(asked('::ffff:192.0.2.7')).ip).toBe('192.0.2.7');
    expect(createFromOf(['::1'])(asked('::1', { 'x-forwarded-for': '::ffff:192.0.2.7' })).ip).toBe('192.0.2.7');
  });

  const from = createFromOf(['10.0.0.0/8']);
  test.each([
    ['the last address before a trusted one is the client', '192.0.2.1, 192.0.2.9, 10.0.0.5', '192.0.2.9'],
    ['addresses added by the client are ignored', '10.0.0.9, 192.0.2.9', '192.0.2.9'],
    ['with only trusted addresses the first one is the client', '10.0.0.7, 10.0.0.5', '10.0.0.7'],
    ['an invalid address stands for the proxy that sent it', 'unknown', '10.0.0.1'],
    ['an empty entry also stands for the proxy', '', '10.0.0.1'],
  ])('in a chain of proxies: %s', (_, passed, ip) => {
    expect(from(asked('10.0.0.1', { 'x-forwarded-for': passed })).ip).toBe(ip);
  });

  test.each([
    ['the outermost proxy determines the scheme', '192.0.2.9, 10.0.0.5', 'https, http', 'https'],
    ['a forwarded scheme is used', '192.0.2.9, 10.0.0.5', 'https', 'https'],
    ['a scheme that the client sends before the proxy is ignored', '192.0.2.9', 'https, http', 'http'],
  ])('in a chain of proxies: %s', (_, passed, proto, scheme) => {
    expect(from(asked('10.0.0.1', { 'x-forwarded-for': passed, 'x-forwarded-proto': proto })).scheme).toBe(scheme);
  });

  test('invalid headers leave the values of the connection', () => {
    expect(from(asked('10.0.0.1'))).toEqual(NOT_BELIEVED('10.0.0.1'));
    expect(from({ headers: {}, socket: { remoteAddress: '192.0.2.9', encrypted: true } })).toEqual({
      ip: '192.0.2.9',
      scheme: 'https',
      host: '',
    });
  });

  test('a network is an address with a prefix length valid for its family', () => {
    expect(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/128'].every(isNetwork)).toBe(true);
    expect(['', 'proxy.local', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0'].some(isNetwork)).toBe(false);
  });
});
