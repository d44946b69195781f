import { t } from '#language/t.ts';

/** `slice`: number in the grid; null if that page shows none of its slices. */
export function companyText(name: string, slice: number | null): string {
  return slice === null ? t('{name} has it open', { name }) : t('Go to where {name} is', { name });
}
