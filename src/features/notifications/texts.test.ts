import { expect, it } from 'vitest';
import { agoText, badgeText, bellText } from './texts.ts';

const AT = new Date(2026, 10, 20, 8, 0, 0);
const after = (ms: number) => agoText(AT, AT.getTime() + ms);
const MINUTE = 60_000;

it('shows how long ago, and the date once it is older than half a day', () => {
  expect([
    after(-MINUTE),
    after(0),
    after(MINUTE),
    after(59.9 * MINUTE),
    after(61 * MINUTE),
    after(719 * MINUTE),
    after(720 * MINUTE),
  ]).toEqual(['now', 'now', '1\u00A0min', '59\u00A0min', '1\u00A0h', '11\u00A0h', '20.11.2026 08:00:00']);
});

it('shows 99+ at the bell for more than 99', () => {
  expect([badgeText(3), badgeText(99), badgeText(100)]).toEqual(['3', '99', '99+']);
  expect([bellText(0), bellText(120)]).toEqual(['Notifications', 'Notifications, 120 unread']);
});
