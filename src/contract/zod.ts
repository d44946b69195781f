import { config, z } from 'zod';

// Zod would turn each schema into code with `new Function`. The page's policy refuses that (script-src has no 'unsafe-eval'), and the browser
// reports every try. Every schema is made by way of this file, so that none is made before this line.
config({ jitless: true });

export { z };
