/** Background Sync, which the WebWorker library of TypeScript does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
