import { useEffect, useState } from 'react';
import type { FieldGroup } from '#imaging/dicom/header/viewable-fields.ts';
import { inContext, t, translated } from '#language/t.ts';
import { isNoSlice, noSliceText, type NoSlice } from '#model/pictures/no-slice.ts';
import type { SliceField } from './types.ts';

interface FieldsOf {
  fields(id: number, slice: number): Promise<SliceField[] | NoSlice>;
}

/** In the language of the page. */
export type ShownField = Omit<SliceField, 'group' | 'isOurName'> & { group: string };

const GROUPS: Record<FieldGroup, string> = {
  Patient: t('Patient'),
  Study: t('Study'),
  Series: inContext('one', 'Series'),
  Image: t('Image'),
  Geometry: t('Geometry'),
  Acquisition: t('Acquisition'),
};

const inWords = ({ group, name, isOurName, ...field }: SliceField): ShownField => ({
  ...field,
  group: GROUPS[group],
  name: isOurName ? translated(name) : name,
});

/** Header fields of a slice, or why there are none; undefined while they are read, and without an id. `failed`: what an error says. */
export function useSliceFields(
  worker: FieldsOf,
  id: number | null,
  slice: number,
  failed: string,
): readonly ShownField[] | string | undefined {
  const [fields, setFields] = useState<readonly ShownField[] | string | undefined>(undefined);
  useEffect(() => {
    if (id === null) return;
    let isLatest = true;
    worker
      .fields(id, slice)
      .then((answer) => (isNoSlice(answer) ? noSliceText(answer) : answer.map(inWords)))
      .catch((error: unknown) => {
        reportError(error);
        return failed;
      })
      .then((answer) => isLatest && setFields(answer));
    return () => {
      isLatest = false;
    };
  }, [worker, id, slice, failed]);
  return fields;
}
