import { useSyncExternalStore } from 'react';

/**
 * What the system shows of this page, where a person has allowed it: the one door for asking and for showing. No text that is shown names a patient: a
 * notice stands on a locked screen.
 */
export interface SystemNotice {
  title: string;
  body: string;
  /** Two pages that show the same make one notice. */
  tag: string;
  /** For the service worker, which is told when it is pressed. */
  data?: unknown;
}

type Leave = 'default' | 'granted' | 'denied';

const listeners = new Set<() => void>();
const leaveNow = (): Leave => ('Notification' in globalThis ? Notification.permission : 'denied');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether it is allowed, and the question; the browser is asked only when a person presses something. `denied` where it shows none at all. */
export function useSystemNotices(): { leave: Leave; ask: () => void } {
  return { leave: useSyncExternalStore(subscribe, leaveNow), ask: askForLeave };
}

function askForLeave(): void {
  void Notification.requestPermission().then(() => {
    for (const listener of listeners) listener();
  });
}

/** Only while nobody looks at this page: what is on the screen needs no notice. */
export async function showSystemNotice({ title, body, tag, data }: SystemNotice): Promise<void> {
  if (document.visibilityState !== 'hidden' || leaveNow() !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, { body, tag, data, icon: '/icons/icon-192.png' });
}
