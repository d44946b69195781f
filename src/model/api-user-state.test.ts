import { describe, expect, it } from 'vitest';
import { apiUserState, keyBefore, lastUse } from './api-user-state.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const key = (more: object = {}) => ({
  created_at: '2026-11-01 12:00:00',
  ends_at: null,
  last_used_at: null,
  last_used_from: null,
  ...more,
});
const USED = key({ last_used_at: '2026-11-20 11:00:00', last_used_from: '10.0.0.7' });
const user = (more: object = {}) => ({
  revoked_at: null,
  expires_at: '2027-11-20 12:00:00',
  effective: ['r:studies'],
  keys: [USED],
  ...more,
});

describe('the state of an API user', () => {
  it.each([
    ['active', {}],
    ['not used', { keys: [key()] }],
    ['expires soon', { expires_at: '2026-12-04 12:00:00' }],
    ['active', { expires_at: '2026-12-04 12:00:01' }],
    ['2 keys', { keys: [key(), key({ ends_at: '2026-11-22 12:00:00' })], expires_at: '2026-11-21 12:00:00' }],
    ['no rights', { effective: [], keys: [USED, USED] }],
    ['expired', { expires_at: '2026-11-20 12:00:00', effective: [] }],
    ['revoked', { revoked_at: '2026-11-19 12:00:00', expires_at: '2026-11-18 12:00:00' }],
  ])('is %s with %j', (state, more) => {
    expect(apiUserState(user(more), NOW)).toBe(state);
  });
});

it('the last use is that of any key', () => {
  const newer = key({ last_used_at: '2026-11-20 11:30:00', last_used_from: '10.0.0.8' });
  expect(lastUse({ keys: [USED, newer] })).toEqual({ at: Date.UTC(2026, 10, 20, 11, 30), from: '10.0.0.8' });
  expect(lastUse({ keys: [key()] })).toBeNull();
});

describe('the key before', () => {
  const present = key({ created_at: '2026-11-20 10:00:00' });
  const before = (last_used_at: string | null) => key({ ends_at: '2026-11-22 10:00:00', last_used_at });

  it('says whether it was used after the new one was made', () => {
    const endsAt = Date.UTC(2026, 10, 22, 10);
    expect(keyBefore({ keys: [present, before('2026-11-20 11:00:00')] })).toEqual({ endsAt, usedSince: Date.UTC(2026, 10, 20, 11) });
    expect(keyBefore({ keys: [present, before('2026-11-20 09:59:59')] })).toEqual({ endsAt, usedSince: null });
    expect(keyBefore({ keys: [present, before(null)] })).toEqual({ endsAt, usedSince: null });
  });

  it('is none with one key', () => {
    expect(keyBefore({ keys: [present] })).toBeNull();
    expect(keyBefore({ keys: [] })).toBeNull();
  });
});
