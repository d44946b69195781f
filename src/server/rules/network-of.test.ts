import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('a person has one address of IPv4, and of IPv6 all of a /64', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:0:1::7')).toBe('2001:db8:0:1');
  expect(networkOf('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1');
  expect(networkOf('2001:db8::7')).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8:0:2::7')).not.toBe(networkOf('2001:db8:0:1::7'));
});
