import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';

/** An http:// address other than localhost has neither encryption nor a service worker, so the sign-in page warns about it. */
export function InsecureNote() {
  if (window.isSecureContext) return null;
  return (
    <Alert color="flare" icon={<IconAlertTriangle size={18} aria-hidden />} title={TEXTS.insecure} maw="45rem" mx="auto" w="100%">
      {TEXTS.insecureNote}
    </Alert>
  );
}
