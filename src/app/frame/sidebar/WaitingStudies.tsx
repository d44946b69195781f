import { patientNameToText } from '#model/studies/patient-name.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/upload/use-upload-view.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatBytesOf } from '#ui/format.ts';
import sections from '#ui/sections.module.css';
import { Status } from '#ui/status/Status.tsx';
import table from '#ui/lists/table.module.css';
import classes from './WaitingStudies.module.css';

/** The studies of the shown upload that are not completely on the server. */
export function WaitingStudies({ db }: { db: LocalDb }) {
  const view = useShownUpload(db);
  const waiting = view?.studies.filter((study) => study.upload !== false && study.bytes.proved < study.bytes.selected) ?? [];
  if (waiting.length === 0) return null;
  return (
    <ul className={classNames(sections.panel, classes.studies)}>
      {waiting.map((study) => (
        <li key={study.id} className={classes.study}>
          <CodeChip code={study.modality} name="Modality" />
          <span className={classes.words}>
            <bdi className={table.name}>{patientNameToText(study.patientName) || TEXTS.noName}</bdi>
            <Status word="queued" />
          </span>
          <span className={table.number}>{formatBytesOf(study.bytes.confirmed, study.bytes.selected)}</span>
        </li>
      ))}
    </ul>
  );
}
