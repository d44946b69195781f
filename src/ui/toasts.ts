import { notifications } from '@mantine/notifications';

const NEWS_MS = 4_000;
const TROUBLE_MS = 8_000;

/** A change was made, or something ended, that the page does not show otherwise. */
export function showDone(message: string): void {
  notifications.show({ message, color: 'kelp', autoClose: NEWS_MS, role: 'status' });
}

export function showNotice(message: string): void {
  notifications.show({ message, color: 'flare', autoClose: TROUBLE_MS, role: 'status' });
}

/** Stays while several things are done, and shows how many have been. */
export function showProgress(message: string): { show: (message: string) => void; end: () => void } {
  const shown = { message, loading: true, autoClose: false, withCloseButton: false, role: 'status' } as const;
  const id = notifications.show(shown);
  return { show: (next) => notifications.update({ ...shown, id, message: next }), end: () => notifications.hide(id) };
}

/** An action failed. Closes automatically: one toast is shown at a time, and a permanent one would hide 'Upload finished!'. */
export function showTrouble(message: string): void {
  notifications.show({ message, color: 'coral', autoClose: TROUBLE_MS, role: 'alert' });
}

/** Stays until it is closed, because an intended change was not made. */
export function showFailure(message: string): void {
  notifications.show({ message, color: 'coral', autoClose: false, role: 'alert' });
}
