import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { WORK_FILE_TEXTS } from './work-file-texts.ts';

/** Leads to what the server keeps aside. In a tab of its own, so that the drawing stays open. */
export function KeptAsideLink() {
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => <Link to="/studies-v2/kept-aside" target="_blank" rel="noopener" {...props} />}
    >
      {WORK_FILE_TEXTS.keptAside}
    </Button>
  );
}
