import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test('a client is one IPv4 address, or a whole /64 in IPv6', () => {
  expect(clientNetwork('192.0.2.7')).toBe('192.0.2.7');
  expect(clientNetwork('2001:db8:0:1::7')).toBe('2001:db8:0:1');
  expect(clientNetwork('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1');
  expect(clientNetwork('2001:db8::7')).toBe('2001:db8:0:0');
  expect(clientNetwork('2001:db8:0:2::7')).not.toBe(clientNetwork('2001:db8:0:1::7'));
});
