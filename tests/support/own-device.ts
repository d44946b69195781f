import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// Where files of tests share a process, each begins as if it had one of its own: with modules of ours that nobody has used, and with the
// clock that runs. Dexie and idb-keyval stay, so IndexedDB is there before whoever imports them first; `nextUser` keeps databases apart.
vi.useRealTimers();
vi.resetModules();
