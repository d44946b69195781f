import { Select } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import classes from './BodyPartSelect.module.css';
import { TEXTS } from '#features/upload/texts.ts';
import type { BodyParts } from './use-body-parts.ts';
import { useTeamSettings } from './use-team-settings.ts';

interface BodyPartSelectProps {
  value: string | null;
  onChoose: (slug: string | null) => void;
  name: string;
  placeholder: string;
  /** Something will be sent and this is not chosen yet. */
  missing?: boolean;
  /** Proposed by the file's header, not confirmed by the user: dashed (design.md §1.5). */
  proposed?: boolean;
  /** Fills its container. */
  wide?: boolean;
  id?: string;
}

export function BodyPartSelect({
  value,
  onChoose,
  name,
  placeholder,
  missing = false,
  proposed = false,
  wide = false,
  id,
}: BodyPartSelectProps) {
  const { bodyParts } = useTeamSettings();
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className={wide ? (classes.wide ?? '') : (classes.select ?? '')}
      classNames={{ input: classes.input ?? '' }}
      size={wide ? 'sm' : 'xs'}
      aria-label={name}
      aria-required={missing}
      placeholder={placeholder}
      data={optionsOf(bodyParts, value)}
      value={value}
      onChange={onChoose}
      searchable
      allowDeselect={false}
      nothingFoundMessage={bodyParts.list === null ? TEXTS.bodyPartsUnknown : t('No elements found.')}
      leftSection={
        missing ? (
          <IconAlertTriangle className={classes.warning} size={15} stroke={1.75} role="img" aria-label={TEXTS.missingBodyPart} />
        ) : null
      }
      rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={{ withinPortal: true, width: 220, position: 'bottom-start' }}
      wrapperProps={{ 'data-missing': missing || undefined, 'data-proposed': proposed || undefined }}
    />
  );
}

/** A body part from the header stays readable if the list was never read. */
function optionsOf({ list }: BodyParts, value: string | null) {
  const options = (list ?? []).map(({ slug, title }) => ({ value: slug, label: title }));
  return value === null || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}
