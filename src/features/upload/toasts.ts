import { notifications } from '@mantine/notifications';

const NEWS_MS = 4_000;
const TROUBLE_MS = 8_000;

/** An act did not go as asked. It leaves by itself: one toast is shown at a time, and one that stayed would hide 'Upload finished!'. */
export function showTrouble(message: string): void {
  notifications.show({ message, color: 'coral', autoClose: TROUBLE_MS, role: 'alert' });
}

/** Something that the page does not show anyway. */
export function showNews(message: string): void {
  notifications.show({ message, color: 'kelp', autoClose: NEWS_MS, role: 'status' });
}

export function showNotice(message: string): void {
  notifications.show({ message, color: 'flare', autoClose: TROUBLE_MS, role: 'status' });
}
