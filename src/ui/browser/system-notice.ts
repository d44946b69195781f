import { useSyncExternalStore } from 'react';

/**
 * System notifications of this page, if allowed: the only place that asks for permission and shows them. No text names a patient, because
 * notifications appear on locked screens.
 */
export interface SystemNotice {
  title: string;
  body: string;
  /** Two pages with the same tag make one notification. */
  tag: string;
  /** For the service worker, which handles clicks. */
  data?: unknown;
}

type Leave = 'default' | 'granted' | 'denied';

const listeners = new Set<() => void>();
const leaveNow = (): Leave => ('Notification' in globalThis ? Notification.permission : 'denied');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The permission, and the request; the browser is asked only when the user presses a button. `denied` if it supports none. */
export function useSystemNotices(): { leave: Leave; ask: () => void } {
  return { leave: useSyncExternalStore(subscribe, leaveNow), ask: askForLeave };
}

function askForLeave(): void {
  void Notification.requestPermission().then(() => {
    for (const listener of listeners) listener();
  });
}

/** Only while this page is not visible: what is on the screen needs no notification. */
export async function showSystemNotice({ title, body, tag, data }: SystemNotice): Promise<void> {
  if (document.visibilityState !== 'hidden' || leaveNow() !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, { body, tag, data, icon: '/icons/icon-192.png' });
}
