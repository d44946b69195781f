import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// If test files share a process, each starts as if it had its own: with unused modules of ours and the real clock. Dexie and idb-keyval stay
// loaded, so IndexedDB must exist before they are first imported; `nextUser` keeps databases separate.
vi.useRealTimers();
vi.resetModules();
