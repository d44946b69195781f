import { notifications } from '@mantine/notifications';
import type { ApiFailure } from '#api/result.ts';
import { textOfFailure } from './texts.ts';

const NEWS_MS = 4_000;

export function tellDone(message: string): void {
  notifications.show({ message, color: 'kelp', autoClose: NEWS_MS, role: 'status' });
}

/** Stays until it was closed: something that a person meant to do was not done. */
export function tellFailure(failure: ApiFailure): void {
  notifications.show({ message: textOfFailure(failure), color: 'coral', autoClose: false, role: 'alert' });
}
