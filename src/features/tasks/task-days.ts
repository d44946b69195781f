import { t } from '#language/t.ts';

/** A day of the calendar as tasks have it: `YYYY-MM-DD`, local. */
export function dayOf(at: Date): string {
  return [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
}

/** When the local day began, ms. */
export const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

export type Urgency = 'overdue' | 'today' | 'later';

export function urgencyOf(due: string | null, today: string): Urgency {
  if (due === null || due > today) return 'later';
  return due === today ? 'today' : 'overdue';
}

/** `yesterday`, `today`, `tomorrow` or DD.MM.YYYY; empty without a date. */
export function dueText(due: string | null, today: string): string {
  if (due === null) return '';
  const days = (Date.parse(due) - Date.parse(today)) / 86_400_000;
  return { '-1': t('yesterday'), 0: t('today'), 1: t('tomorrow') }[days] ?? due.split('-').reverse().join('.');
}

/** The groups of a list that is sorted by due date, in order; those without tasks are left out. */
export function groupByUrgency<T extends { due: string | null }>(tasks: readonly T[], today: string): { isUrgent: boolean; tasks: T[] }[] {
  const isUrgent = ({ due }: T) => urgencyOf(due, today) !== 'later';
  return [true, false]
    .map((urgent) => ({ isUrgent: urgent, tasks: tasks.filter((task) => isUrgent(task) === urgent) }))
    .filter((group) => group.tasks.length > 0);
}

const two = (value: number): string => String(value).padStart(2, '0');
