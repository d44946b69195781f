import { t } from '#language/t.ts';

/**
 * What every link to the annotator has: it opens in a new tab, and the press is logged (NOTIF-23). An installed app on a phone has one window, in
 * which Back returns to the list.
 */
export const OPENS_ANNOTATOR = { target: '_blank', rel: 'noopener', 'data-log': 'open_annotator' } as const;

/** From design.md. */
export const OPEN_ANNOTATOR = t('Open annotator');
