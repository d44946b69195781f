/** On what has the focus above a panel: Esc closes what is topmost, and not the panel as well (Mantine asks for this at the target of the key). */
export const KEPT_FROM_PANEL = { 'data-mantine-stop-propagation': true } as const;
