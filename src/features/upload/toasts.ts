import { notifications } from '@mantine/notifications';

const NEWS_MS = 4_000;

/** An act did not go as asked. Stays until it is closed. */
export function showTrouble(message: string): void {
  notifications.show({ message, color: 'coral', autoClose: false, role: 'alert' });
}

/** Something that the page does not show anyway. */
export function showNews(message: string): void {
  notifications.show({ message, color: 'kelp', autoClose: NEWS_MS, role: 'status' });
}

export function showNotice(message: string): void {
  notifications.show({ message, color: 'flare', autoClose: 2 * NEWS_MS, role: 'status' });
}
