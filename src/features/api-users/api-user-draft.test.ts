import { describe, expect, it } from 'vitest';
import type { ApiUser } from '#contract/api-users.ts';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import { draftOf, fieldsOf, latestDay } from './api-user-draft.ts';
import { FAULTS } from './texts.ts';

const NOW = new Date(2026, 10, 20, 12).getTime();
const draft = (more: object = {}) => ({
  ...{ name: ' bridge ', permissions: new Set(['r:studies', 'r:upload-v2']), lastDay: '2027-11-20', addresses: ' 10.20.4.0/24 \n\n::1\n' },
  ...more,
});
const faultsOf = (more: object) => {
  const checked = fieldsOf(draft(more), NOW, FAULTS);
  return 'faults' in checked ? checked.faults : {};
};

describe('the form of an API user', () => {
  it('sends the end of the last day, an address a line, and permissions in their order', () => {
    expect(fieldsOf(draft(), NOW, FAULTS)).toEqual({
      fields: {
        ...{ name: 'bridge', permissions: ['r:upload-v2', 'r:studies'], addresses: ['10.20.4.0/24', '::1'] },
        expires_at: dateToWire(new Date(2027, 10, 20, 23, 59, 59)),
      },
    });
  });

  it('says what is wrong with each field', () => {
    expect(faultsOf({ name: ' ', permissions: new Set(), lastDay: '2026-11-19', addresses: '10.0.0.1\npacs' })).toEqual({
      ...{ name: FAULTS.needed, permissions: FAULTS.noPermission, expires_at: FAULTS.passed, addresses: FAULTS.notAnAddress('pacs') },
    });
    expect(faultsOf({ lastDay: '' })).toEqual({ expires_at: FAULTS.notADay });
    const lines = Array.from({ length: LIMITS.addressesPerApiUser + 1 }, (_, at) => `10.0.0.${at}`).join('\n');
    expect(faultsOf({ addresses: lines })).toEqual({ addresses: FAULTS.tooMany });
    expect(faultsOf({ lastDay: '2026-11-20' })).toEqual({});
  });

  it('starts with a year, and ends within two', () => {
    expect(draftOf(null, NOW)).toMatchObject({ name: '', lastDay: '2027-11-20', addresses: '' });
    const ends = fieldsOf(draft({ lastDay: latestDay(NOW) }), NOW, FAULTS);
    if ('faults' in ends) throw new Error('refused');
    expect(new Date(`${ends.fields.expires_at.replace(' ', 'T')}Z`).getTime() - NOW).toBeLessThanOrEqual(LIMITS.apiUserLastsMs);
  });

  it('sends what it was opened with', () => {
    const fields = {
      name: 'bridge',
      permissions: ['r:studies'],
      expires_at: dateToWire(new Date(2027, 5, 1, 23, 59, 59)),
      addresses: ['::1'],
    };
    expect(fieldsOf(draftOf(fields as Partial<ApiUser> as ApiUser, NOW), NOW, FAULTS)).toEqual({ fields });
  });
});
