import { ActionIcon, Anchor, Popover } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { LONGEST_WRITTEN_NAME, textToWrittenName } from '#model/studies/study-name.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import classes from './NameField.module.css';
import { restoreText, shownNameText, TEXTS } from '#features/upload/texts.ts';
import { showTrouble } from '#ui/toasts.ts';
import { useDraftText } from './use-draft-text.ts';

interface NameFieldProps {
  study: StudyView;
  /** It is sent under a different name. */
  isAnonymous: boolean;
  field: RefObject<HTMLInputElement | null>;
  onWrite: (text: string) => void;
  onRestore: () => void;
  /** Editing has ended: the focus returns to where the study keys work. */
  onEnd: () => void;
}

/** The patient's name, always a field, so that nothing moves when editing starts: Enter and blur save, Esc restores (UPL2-011, 012). */
export function NameField({ study, isAnonymous, field, onWrite, onRestore, onEnd }: NameFieldProps) {
  const text = useDraftText(patientNameToText(study.patientName));
  const { draft, standing } = text;
  const [isRefused, setRefused] = useState(false);
  const isGivenUp = useRef(false);
  const hintId = useId();

  const saysNothing = draft !== null && textToWrittenName(draft) === '' && standing !== '';

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (saysNothing) setRefused(true);
      else onEnd();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      isGivenUp.current = true;
      onEnd();
    }
  }

  function leave() {
    text.end(isGivenUp.current ? undefined : keep());
    isGivenUp.current = false;
    setRefused(false);
  }

  function keep(): string | undefined {
    const written = textToWrittenName(draft ?? '');
    if (draft === null || written === standing) return undefined;
    if (written === '') {
      showTrouble(TEXTS.nameStays);
      return undefined;
    }
    onWrite(written);
    return written;
  }

  return (
    <div className={classes.name}>
      <Popover
        opened={draft !== null}
        position="bottom-start"
        offset={4}
        // A note that describes the field, not a dialog.
        withRoles={false}
        trapFocus={false}
        returnFocus={false}
        closeOnEscape={false}
      >
        <Popover.Target>
          <div className={classes.frame} data-refused={isRefused || undefined}>
            <input
              ref={field}
              className={classes.input}
              dir="auto"
              aria-label={t('Patient name of {name}', { name: shownNameText(study.patientName) })}
              aria-describedby={draft === null ? undefined : hintId}
              aria-invalid={isRefused || undefined}
              aria-keyshortcuts="E"
              autoComplete="off"
              spellCheck={false}
              maxLength={LONGEST_WRITTEN_NAME}
              placeholder={TEXTS.noName}
              title={standing}
              value={text.shown}
              onFocus={text.begin}
              onChange={(event) => {
                text.write(event.currentTarget.value);
                setRefused(false);
              }}
              onKeyDown={press}
              onBlur={leave}
            />
            <ActionIcon
              className={classes.pencil}
              aria-label={t('Edit the name of {name}', { name: shownNameText(study.patientName) })}
              title={TEXTS.editName}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                field.current?.focus();
                field.current?.select();
              }}
            >
              <IconPencil size={15} stroke={1.5} aria-hidden />
            </ActionIcon>
          </div>
        </Popover.Target>
        <Popover.Dropdown className={classes.hint ?? ''} id={hintId} role="note" data-refused={isRefused || undefined}>
          {isRefused ? TEXTS.nameRequired : isAnonymous ? TEXTS.nameStaysHere : TEXTS.nameIsOfTheList}
        </Popover.Dropdown>
      </Popover>
      {study.dirty && (
        <Anchor
          component="button"
          type="button"
          className={classes.restore ?? ''}
          aria-label={restoreText(shownNameText(study.originalPatientName))}
          title={shownNameText(study.originalPatientName)}
          onClick={() => {
            onRestore();
            onEnd();
          }}
        >
          {TEXTS.restore}
        </Anchor>
      )}
    </div>
  );
}
