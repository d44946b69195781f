import { useSyncExternalStore } from 'react';
import type { InstallOffer } from '#features/install/InstallPage.tsx';

/** Chromium's event; not in the DOM types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: BeforeInstallPromptEvent | null = null;
let offer: InstallOffer = { kind: 'menu' };
const listeners = new Set<() => void>();

/** The event fires once and early, so the root listens before anything is drawn. */
export function listenForInstallPrompt(): void {
  offer = offerOf();
  const update = () => {
    offer = offerOf();
    for (const listener of listeners) listener();
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as BeforeInstallPromptEvent;
    update();
  });
  addEventListener('appinstalled', () => {
    offered = null;
    update();
  });
}

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
}

function offerOf(): InstallOffer {
  if (!window.isSecureContext) return { kind: 'insecure' };
  if (matchMedia('(display-mode: standalone)').matches) return { kind: 'installed' };
  const event = offered;
  if (event !== null) {
    return {
      kind: 'prompt',
      async show() {
        await event.prompt();
        // An event can be used once; the browser fires another when the prompt may be shown again.
        offered = null;
        offer = offerOf();
        for (const listener of listeners) listener();
      },
    };
  }
  return isIos() ? { kind: 'ios' } : { kind: 'menu' };
}

/** iPadOS reports itself as a Mac, but with touch points. */
function isIos(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
}
