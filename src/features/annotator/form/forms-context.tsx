import { createContext, use, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ReadOfCase } from '#features/annotator/case-task.ts';
import type { IsShown } from '#model/campaigns/made-in-read.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { createLesionStore, type LesionStore } from './lesion-store.ts';
import { useStudyForms, type StudyFormsState } from './use-study-forms.ts';

interface Forms extends StudyFormsState {
  /** The read of a campaign that is answered; null: outside of one. */
  read: ReadOfCase | null;
  /** Completes the form that is shown, or shows what is open; null while none is shown. */
  completerRef: RefObject<(() => Promise<boolean>) | null>;
  /** Goes to the next case of a campaign. */
  nextRef: RefObject<(() => void) | null>;
  lesions: LesionStore;
}

const FormsContext = createContext<Forms | null>(null);

interface FormsProviderProps {
  db: LocalDb;
  /** UUID of the study. */
  study: string;
  read: ReadOfCase | null;
  /** Answers that are shown; null: all. */
  isShown: IsShown | null;
  children: ReactNode;
}

/** The forms of a study and its answers, for everything in its workstation. */
export function FormsProvider({ db, study, read, isShown, children }: FormsProviderProps) {
  const known = useStudyForms(db, study);
  const completerRef = useRef<(() => Promise<boolean>) | null>(null);
  const nextRef = useRef<(() => void) | null>(null);
  const [lesions] = useState(createLesionStore);
  const forms = useMemo(
    () => ({
      ...known,
      answers: isShown === null ? known.answers : known.answers.filter((each) => each.read === read?.uuid),
      read,
      completerRef,
      nextRef,
      lesions,
    }),
    [known, isShown, read, lesions],
  );
  return <FormsContext value={forms}>{children}</FormsContext>;
}

export function useForms(): Forms {
  const forms = use(FormsContext);
  if (forms === null) throw new Error('Outside of a workstation');
  return forms;
}
