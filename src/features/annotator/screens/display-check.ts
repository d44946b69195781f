import { useLocalStorage } from '@mantine/hooks';
import { z } from '#contract/zod.ts';
import { formatDate } from '#ui/format.ts';

/** Days between two checks. */
export const INTERVALS = [30, 90, 180, 365] as const;

const DisplayCheck = z.object({
  /** When somebody last looked at the test picture and found it right, ms; null: never. */
  checkedAt: z.number().nullable(),
  /** Null: nobody is reminded. */
  everyDays: z.literal(INTERVALS).nullable(),
  /** When the reminder was last put off, ms; null: never. */
  putOffAt: z.number().nullable(),
});
export type DisplayCheck = z.infer<typeof DisplayCheck>;

export const NEVER_CHECKED: DisplayCheck = { checkedAt: null, everyDays: null, putOffAt: null };
const DAY_MS = 86_400_000;

/** A reminder that was put off comes back on the next day. */
export function isCheckDue({ checkedAt, everyDays, putOffAt }: DisplayCheck, now: number): boolean {
  if (everyDays === null) return false;
  if (putOffAt !== null && formatDate(putOffAt) === formatDate(now)) return false;
  return checkedAt === null || now - checkedAt >= everyDays * DAY_MS;
}

export function parseDisplayCheck(text: string | undefined): DisplayCheck {
  try {
    return DisplayCheck.parse(JSON.parse(text ?? ''));
  } catch {
    return NEVER_CHECKED;
  }
}

/** Of this device, for all who read at it: the display is the same. */
export function useDisplayCheck(): { check: DisplayCheck; change: (change: Partial<DisplayCheck>) => void } {
  const [check, store] = useLocalStorage<DisplayCheck>({
    key: 'lightship.display-check',
    defaultValue: NEVER_CHECKED,
    getInitialValueInEffect: false,
    serialize: (value) => JSON.stringify(value),
    deserialize: parseDisplayCheck,
  });
  return { check, change: (change) => store({ ...check, ...change }) };
}
