import { patientNameToText } from '#model/patient-name.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/use-upload-view.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatBytesOf } from '#ui/format.ts';
import { Status } from '#ui/Status.tsx';
import classes from './WaitingStudies.module.css';

/** The studies of the shown upload that are not on the server whole. */
export function WaitingStudies({ db }: { db: LocalDb }) {
  const view = useShownUpload(db);
  const waiting = view?.studies.filter((study) => study.upload !== false && study.bytes.proved < study.bytes.selected) ?? [];
  if (waiting.length === 0) return null;
  return (
    <ul className={classes.studies}>
      {waiting.map((study) => (
        <li key={study.id} className={classes.study}>
          <CodeChip code={study.modality} name="Modality" />
          <span className={classes.words}>
            <bdi className={classes.name}>{patientNameToText(study.patientName) || TEXTS.noName}</bdi>
            <Status word="queued" />
          </span>
          <span className={classes.bytes}>{formatBytesOf(study.bytes.confirmed, study.bytes.selected)}</span>
        </li>
      ))}
    </ul>
  );
}
