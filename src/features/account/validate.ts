import { isTeamAddress } from '#model/addresses/team-address.ts';
import { PASSWORD_MIN, passwordTooShort, TEXTS } from './texts.ts';

/** Checks a form before it is sent, for convenience; the server decides. Null: no error. */
export type Check = (value: string) => string | null;

export const isFilled: Check = (value) => (value.trim() === '' ? TEXTS.required : null);

export const isEmail: Check = (value) => isFilled(value) ?? (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : TEXTS.notAnEmail);

export const isNewPassword: Check = (value) => (value.length < PASSWORD_MIN ? passwordTooShort(value.length) : null);

export const isSlug: Check = (value) => isFilled(value) ?? (isTeamAddress(value) ? null : TEXTS.notASlug);
