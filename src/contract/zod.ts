import { config, z } from 'zod';

// Zod would compile each schema to code with `new Function`. The page's policy refuses that (script-src has no 'unsafe-eval'), and the browser
// reports every attempt. Every schema is created through this file, so that this setting comes first.
config({ jitless: true });

export { z };
