import { Button, Combobox, Textarea, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { CommentDraft } from '#model/comments/comment-draft.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { useComments } from './comments-context.tsx';
import classes from './CommentsPanel.module.css';
import { matchingPeople, mentionsIn, typedMention, withMention, type MentionedPerson } from './mention-text.ts';
import { COMMENT_TEXTS } from './texts.ts';

interface WriteCommentProps {
  /** What is kept of it, or how it begins. */
  draft: CommentDraft;
  label: string;
  act: string;
  hasFocus: boolean;
  onSend: (words: Pick<CommentDraft, 'text' | 'mentions'>) => void;
  /** Absent: it cannot be discarded, only emptied. */
  onDiscard?: () => void;
}

/** The text of a comment. Each change is kept on this device; Ctrl Enter sends it. An @ offers the people of the team. */
export function WriteComment({ draft, label, act, hasFocus, onSend, onDiscard }: WriteCommentProps) {
  const { keepDraft, dropDraft, people } = useComments();
  const [text, setText] = useState(draft.text);
  const [mentions, setMentions] = useState(draft.mentions);
  const [caret, setCaret] = useState<number | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox();
  const all: readonly MentionedPerson[] = people?.all ?? [];
  const typed = caret === null ? null : typedMention(text, caret);
  const offered = typed === null || people === undefined ? [] : matchingPeople(people.others, typed.typed).slice(0, MOST_OFFERED);
  const isOpen = offered.length > 0;
  const { openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = combobox;
  const offeredText = offered.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (offeredText === '') {
      closeDropdown();
      return resetSelectedOption();
    }
    openDropdown();
    selectFirstOption();
  }, [offeredText, openDropdown, closeDropdown, selectFirstOption, resetSelectedOption]);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);

  function change(next: string, chosen = mentions): void {
    setText(next);
    setMentions(chosen);
    const isEmpty = next.trim() === '' && draft.pin === null && draft.segmentation === null;
    if (isEmpty && onDiscard === undefined) dropDraft(draft.key);
    else keepDraft({ ...draft, text: next, mentions: chosen });
  }
  function mention(id: number): void {
    const person = offered.find((each) => each.id === id);
    if (person === undefined || typed === null) return;
    const next = withMention(text, typed, person);
    change(next.text, [...mentions, id]);
    setCaret(null);
    // After React has put the text into the field.
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  }
  function send(): void {
    if (text.trim() === '') return;
    onSend({
      text: text.trim(),
      mentions: mentionsIn(
        text,
        all.filter(({ id }) => mentions.includes(id)),
      ).slice(0, LIMITS.mentionsPerComment),
    });
    setText('');
    setMentions([]);
  }
  return (
    <div className={classes.write}>
      <Combobox store={combobox} size="sm" position="top-start" onOptionSubmit={(id) => mention(Number(id))}>
        <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
          <Textarea
            ref={field}
            size="sm"
            autosize
            minRows={2}
            maxRows={8}
            aria-label={label}
            placeholder={label}
            maxLength={LIMITS.commentChars}
            value={text}
            {...(isOpen ? STOP_ESCAPE : {})}
            onChange={(event) => {
              change(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
            }}
            onBlur={() => setCaret(null)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Escape') setCaret(null);
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={COMMENT_TEXTS.people}>
            {offered.map(({ id, name }) => (
              <Combobox.Option key={id} value={String(id)} className={classes.person ?? ''}>
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <div className={classes.buttons}>
        <span className={classes.note}>{people === undefined ? COMMENT_TEXTS.noPeople : COMMENT_TEXTS.mentionHint}</span>
        {onDiscard && (
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {COMMENT_TEXTS.discard}
          </Button>
        )}
        <Button size="compact-sm" disabled={text.trim() === ''} onClick={send}>
          {act}
        </Button>
      </div>
    </div>
  );
}

const MOST_OFFERED = 8;
