import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type {
  AnswerContent,
  FormDefinition,
  FormField,
  FormItem,
  FormSection,
  FormSources,
  FormValues,
  ItemScope,
} from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { fieldsOf, isShown, shownValues } from '#model/forms/fields.ts';
import { withItem, withoutItem, withPlace, withValue } from './answer-changes.ts';
import { FieldRow } from './FieldRow.tsx';
import classes from './Form.module.css';
import { addText, CARDS_NAMES, ITEMS_NAMES } from './form-texts.ts';
import { ItemCard } from './ItemCard.tsx';
import type { Ruler } from './rulers.ts';
import type { ShownPlaces } from './use-place.ts';

export interface FormFieldsProps {
  definition: FormDefinition;
  content: AnswerContent;
  /** UUID of the item whose fields are shown; null: none. */
  current: string | null;
  onCurrent: (item: string | null) => void;
  isReadOnly: boolean;
  isAsked: boolean;
  rulersOf: (field: { unit: string; decimals: number }) => readonly Ruler[];
  places: ShownPlaces;
  placeText: (item: FormItem) => string | null;
  onShowPlace: (item: FormItem) => void;
  onChange: (next: (content: AnswerContent) => AnswerContent) => void;
}

/** The sections of a form in its order. Sections of lesions, series and slices have a card for each; several of one kind are one list of cards. */
export function FormFields(props: FormFieldsProps) {
  const { definition } = props;
  const seen = new Set<string>();
  return definition.sections.map((section, at) => {
    if (section.scope === 'study') return <StudySection key={`study-${at}`} {...props} section={section} />;
    if (seen.has(section.scope)) return null;
    seen.add(section.scope);
    return <ItemSection key={section.scope} {...props} scope={section.scope} />;
  });
}

function StudySection({ section, ...props }: FormFieldsProps & { section: FormSection }) {
  const { values, sources } = props.content;
  return (
    // No landmark: a section of a form may be called as a part of the page is.
    <div className={classes.section} role="group" aria-label={section.title}>
      <Rows {...props} fields={section.fields} item={null} values={values} sources={sources} />
    </div>
  );
}

function ItemSection({ scope, ...props }: FormFieldsProps & { scope: ItemScope }) {
  const { definition, content, current, onCurrent, isReadOnly, places, placeText, onShowPlace, onChange } = props;
  const items = content.items.filter((item) => item.scope === scope);
  const fields = fieldsOf(definition, scope);
  function add(): void {
    const place = places[scope]();
    // A series or slice is listed once.
    const listed = scope === 'lesion' ? undefined : items.find((item) => JSON.stringify(item.place) === JSON.stringify(place));
    if (listed !== undefined) return onCurrent(listed.uuid);
    if ((scope !== 'lesion' && place === null) || content.items.length >= LIMITS.formItems) return;
    const uuid = crypto.randomUUID();
    onChange((before) => withItem(before, { uuid, scope, place }));
    onCurrent(uuid);
  }
  return (
    <section className={classes.items} aria-label={ITEMS_NAMES[scope]}>
      <div className={classes.head}>
        <h3 className={classes.title}>{ITEMS_NAMES[scope]}</h3>
        <span className={classes.count}>{items.length}</span>
        {!isReadOnly && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
            {...(scope === 'lesion'
              ? { 'data-form-add': '', 'aria-keyshortcuts': 'N', rightSection: <kbd className={classes.key}>N</kbd> }
              : {})}
            data-form-stop=""
            onClick={add}
          >
            {addText(scope)}
          </Button>
        )}
      </div>
      <ul className={classes.list} aria-label={CARDS_NAMES[scope]}>
        {items.map((item) => (
          <ItemCard
            key={item.uuid}
            item={item}
            fields={fields}
            values={shownValues(fields, item.values, content.values)}
            isCurrent={item.uuid === current}
            isReadOnly={isReadOnly}
            placeText={placeText(item)}
            onChoose={() => onCurrent(item.uuid)}
            onShowPlace={() => onShowPlace(item)}
            onSetPlace={() => {
              const place = places.lesion();
              if (place !== null) onChange((before) => withPlace(before, item.uuid, place));
            }}
            onRemove={() => onChange((before) => withoutItem(before, item.uuid))}
          >
            <Rows {...props} fields={fields} item={item.uuid} values={item.values} sources={item.sources} />
          </ItemCard>
        ))}
      </ul>
    </section>
  );
}

interface RowsProps extends FormFieldsProps {
  fields: readonly FormField[];
  item: string | null;
  values: FormValues;
  sources: FormSources;
}

function Rows({ fields, item, values, sources, content, definition, isReadOnly, isAsked, rulersOf, onChange }: RowsProps) {
  const ofScope = item === null ? fieldsOf(definition, 'study') : fields;
  const shown = shownValues(ofScope, values, content.values);
  return fields
    .filter((field) => isShown(field, values, content.values))
    .map((field) => (
      <FieldRow
        key={field.key}
        field={field}
        item={item}
        values={shown}
        source={sources[field.key] ?? null}
        rulers={field.kind === 'number' ? rulersOf(field) : []}
        isReadOnly={isReadOnly}
        isAsked={isAsked}
        onValue={(value, source) =>
          onChange((before) => withValue(before, { item, field: field.key, value, ...(source === undefined ? {} : { source }) }))
        }
      />
    ));
}
