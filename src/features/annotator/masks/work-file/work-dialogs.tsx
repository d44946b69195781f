import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { OpenWork } from './OpenWork.tsx';
import { SaveWork } from './SaveWork.tsx';
import { WORK_FILE_TEXTS } from './work-file-texts.ts';
import type { WorkOwner } from './work-owner.ts';

/** Over another dialog, which is there again after it. */
export function showSaveWork(owner: WorkOwner): void {
  show(WORK_FILE_TEXTS.save, (onClose) => <SaveWork {...owner} onClose={onClose} />);
}

export function showOpenWork(owner: WorkOwner): void {
  show(WORK_FILE_TEXTS.open, (onClose) => <OpenWork {...owner} onClose={onClose} />);
}

function show(title: string, content: (onClose: () => void) => ReactNode): void {
  const modalId = crypto.randomUUID();
  modals.open({ modalId, title, size: 'md', children: content(() => modals.close(modalId)) });
}
