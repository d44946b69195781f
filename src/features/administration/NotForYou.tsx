import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import panel from '#ui/lists/list-page.module.css';
import { TEXTS } from './texts.ts';

/** In place of what only platform administrators may see. */
export function NotForYou() {
  return (
    <div className={panel.panel}>
      <EmptyState icon={IconLock} title={TEXTS.notForYou}>
        {TEXTS.notForYouWhy}
      </EmptyState>
    </div>
  );
}
