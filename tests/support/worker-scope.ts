import { vi } from 'vitest';

/** A window of this origin as seen by a service worker. */
export interface FakeWindow {
  url: string;
  visibilityState: 'visible' | 'hidden';
  /** False for a page that was open before this worker took over. */
  isControlled: boolean;
}

/** The part of a service worker's global scope that `sw` uses, with a record of its calls. */
export class WorkerScope extends EventTarget {
  windows: FakeWindow[] = [];
  readonly shown: { title: string; options: NotificationOptions }[] = [];
  readonly focused: string[] = [];
  readonly opened: string[] = [];
  readonly did: string[] = [];
  /** The system refuses to show notifications. */
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

  /** `none`: a browser without notifications. */
  static install(permission: NotificationPermission | 'none'): WorkerScope {
    const scope = new WorkerScope();
    vi.stubGlobal('self', scope);
    vi.stubGlobal('Notification', { permission: permission === 'none' ? 'granted' : permission });
    if (permission !== 'none') Object.assign(scope, { Notification: {} });
    return scope;
  }
}
