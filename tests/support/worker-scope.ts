import { vi } from 'vitest';

/** A window of this origin as a service worker sees it. */
export interface FakeWindow {
  url: string;
  visibilityState: 'visible' | 'hidden';
  /** A page that was open before this worker took over is a client of none yet. */
  isControlled: boolean;
}

/** The global scope of a service worker, as far as `sw` uses it, and what was done to it. */
export class WorkerScope extends EventTarget {
  windows: FakeWindow[] = [];
  readonly shown: { title: string; options: NotificationOptions }[] = [];
  readonly focused: string[] = [];
  readonly opened: string[] = [];
  readonly did: string[] = [];
  /** The system refuses to show notices. */
  refusesNotices = false;

  readonly registration = {
    scope: 'http://north.app.localhost/',
    showNotification: async (title: string, options: NotificationOptions) => {
      if (this.refusesNotices) throw new TypeError('No permission');
      this.shown.push({ title, options });
    },
  };

  readonly clients = {
    matchAll: async (options: ClientQueryOptions = {}) => {
      const windows = options.type === 'window' ? this.windows : [];
      return windows
        .filter(({ isControlled }) => isControlled || options.includeUncontrolled === true)
        .map((window) => ({ ...window, focus: async () => void this.focused.push(window.url) }));
    },
    openWindow: async (url: string) => void this.opened.push(url),
    claim: async () => void this.did.push('claim'),
  };

  skipWaiting = async (): Promise<void> => void this.did.push('skipWaiting');

  /** `none`: a browser without notices. */
  static install(permission: NotificationPermission | 'none'): WorkerScope {
    const scope = new WorkerScope();
    vi.stubGlobal('self', scope);
    vi.stubGlobal('Notification', { permission: permission === 'none' ? 'granted' : permission });
    if (permission !== 'none') Object.assign(scope, { Notification: {} });
    return scope;
  }
}
