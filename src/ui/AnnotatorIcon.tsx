import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { OPEN_ANNOTATOR, OPENS_ANNOTATOR } from './annotator-link.ts';

interface AnnotatorIconProps {
  href: string;
  /** What it opens, for users who hear the page. */
  name: string;
  className?: string | undefined;
}

/** In a row of a list: opens its study in the annotator, in a new tab. */
export function AnnotatorIcon({ href, name, className = '' }: AnnotatorIconProps) {
  return (
    <Tooltip label={OPEN_ANNOTATOR}>
      <ActionIcon
        component="a"
        className={className}
        href={href}
        aria-label={`${OPEN_ANNOTATOR}: ${name}`}
        onClick={(event) => event.stopPropagation()}
        {...OPENS_ANNOTATOR}
      >
        <IconExternalLink size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
