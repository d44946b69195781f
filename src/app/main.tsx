import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/nprogress/styles.css';
import './theme/global.css';
import { startLanguage } from '#language/start-language.ts';

// Modules make their texts when they are loaded, so the language comes before all of them.
await startLanguage();
await import('./start.tsx');
