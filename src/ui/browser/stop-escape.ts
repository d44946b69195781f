/** For focused elements above a panel: Esc closes only the topmost one, not also the panel (Mantine checks this on the key's target). */
export const STOP_ESCAPE = { 'data-mantine-stop-propagation': true } as const;
