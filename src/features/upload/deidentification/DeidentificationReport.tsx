import { Anchor, Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFaceId, IconMovie, IconScan } from '@tabler/icons-react';
import { use } from 'react';
import { t, translated } from '#language/t.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { formatCount } from '#ui/format.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { RedactionEditor } from './RedactionEditor.tsx';
import { REDACTION_TEXTS } from './redaction-texts.ts';
import classes from './DeidentificationReport.module.css';
import { tagText, type ReportGroup, type ReportPoint, type StudyReport } from './deidentification-report.ts';
import {
  DONE_TEXTS,
  lookAtText,
  LOST_TEXTS,
  onServerText,
  profileText,
  REPORT_TEXTS,
  savedReport,
} from './deidentification-report-texts.ts';
import { OpenPanelContext } from '#features/upload/pictures/series-panel-context.ts';
import { BOXES_REFUSALS, seriesName, shownNameText } from '#features/upload/texts.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';

interface DeidentificationReportProps {
  reports: readonly StudyReport[];
  rules: DeidentifyRules;
  opened: boolean;
  onClose: () => void;
  actions: EditActions;
}

/** What is uploaded: first what the user has to check, then, folded, what was done to each study. */
export function DeidentificationReport({ reports, rules, opened, onClose, actions }: DeidentificationReportProps) {
  const lookAt = use(OpenPanelContext);
  const points = reports.flatMap((report) => report.points);
  return (
    <Modal opened={opened} onClose={onClose} title={REPORT_TEXTS.title} size="xl">
      {/* The open series is shown on the page behind. */}
      <OpenPanelContext
        value={(where) => {
          onClose();
          lookAt(where);
        }}
      >
        <div className={classes.report}>
          <p className={classes.profile}>{profileText(rules.settings)}</p>
          {points.length > 0 && <Points points={points} isOpen={opened} actions={actions} />}
          <section className={classes.studies} aria-label={REPORT_TEXTS.perStudy}>
            {reports.map((report) => (
              <OneStudy key={report.studyId} report={report} />
            ))}
          </section>
          <p className={classes.note}>{REPORT_TEXTS.pixels}</p>
          <div className={classes.foot}>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
              onClick={() => saveFile({ name: 'de-identification-report.json', text: savedReport(reports, rules.settings) })}
            >
              {REPORT_TEXTS.save}
            </Button>
            <span className={classes.note}>{REPORT_TEXTS.savedWithout}</span>
          </div>
        </div>
      </OpenPanelContext>
    </Modal>
  );
}

interface PointsProps {
  points: readonly ReportPoint[];
  isOpen: boolean;
  actions: EditActions;
}

function Points({ points, isOpen, actions }: PointsProps) {
  return (
    <section className={classes.points} aria-labelledby="report-points">
      <h3 className={classes.heading} id="report-points">
        {lookAtText(points.length)}
      </h3>
      <ul className={classes.list}>
        {points.map((point) => (
          <li key={keyOf(point)} className={classes.point}>
            <PointWords point={point} isOpen={isOpen} actions={actions} />
            {point.what !== 'face' && point.what !== 'boxes-refused' && (
              <Anchor
                component="button"
                type="button"
                className={classes.act ?? ''}
                aria-label={`${REPORT_TEXTS.leaveOut}: ${seriesName(point.series)}`}
                onClick={() => actions.selectSeries([point.series.id], false)}
              >
                {REPORT_TEXTS.leaveOut}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PointWords({ point, isOpen, actions }: { point: ReportPoint; isOpen: boolean; actions: EditActions }) {
  const { series } = point;
  switch (point.what) {
    case 'wrong-volumes':
      return (
        <div className={classes.words}>
          <p className={classes.what}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {REPORT_TEXTS.wrongVolumes}
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
          {point.lost.map((need) => (
            <p key={need} className={classes.note}>
              {LOST_TEXTS[need]}
            </p>
          ))}
          {point.canKeep && (
            <Anchor
              component="button"
              type="button"
              className={classes.act ?? ''}
              aria-label={`${REPORT_TEXTS.keepForConversion}: ${seriesName(series)}`}
              onClick={() => actions.keepForConversion(series.id)}
            >
              {REPORT_TEXTS.keepForConversion}
            </Anchor>
          )}
        </div>
      );
    case 'text-in-pictures':
      return (
        <div className={classes.words}>
          <p className={classes.what}>
            <IconScan size={16} stroke={1.5} aria-hidden />
            {point.isStated ? REPORT_TEXTS.textStated : REPORT_TEXTS.textLikely}
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
          <p className={classes.note}>{REPORT_TEXTS.textWhy}</p>
          <RedactionEditor series={series} isOpen={isOpen} onSay={(burnedIn) => actions.sayBurnedIn(series.id, burnedIn)} />
        </div>
      );
    case 'reads-like-name':
      return (
        <div className={classes.words}>
          <p className={classes.what}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {REPORT_TEXTS.readsLikeName}
          </p>
          <p className={classes.note}>
            <span className={classes.tag}>{tagText(point.tag)}</span> {point.name} <bdi className={classes.text}>{point.text}</bdi>
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
        </div>
      );
    case 'boxes-refused':
      return (
        <div className={classes.words}>
          <p className={classes.what}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {REPORT_TEXTS.boxesRefused}
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
          <p className={classes.note}>{BOXES_REFUSALS[point.why]}</p>
          <Anchor
            component="button"
            type="button"
            className={classes.act ?? ''}
            aria-label={`${REDACTION_TEXTS.takeBack}: ${seriesName(series)}`}
            onClick={() => series.burnedIn && actions.sayBurnedIn(series.id, { ...series.burnedIn, boxes: [] })}
          >
            {REDACTION_TEXTS.takeBack}
          </Anchor>
        </div>
      );
    case 'film':
      return (
        <div className={classes.words}>
          <p className={classes.what}>
            <IconMovie size={16} stroke={1.5} aria-hidden />
            {REPORT_TEXTS.film}
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
          <p className={classes.note}>{REPORT_TEXTS.filmWhy}</p>
        </div>
      );
    case 'face':
      return (
        <div className={classes.words}>
          <p className={classes.face}>
            <IconFaceId size={16} stroke={1.5} aria-hidden />
            {REPORT_TEXTS.face}
          </p>
          <p className={classes.note}>
            <bdi>{seriesName(series)}</bdi>
          </p>
        </div>
      );
  }
}

function keyOf(point: ReportPoint): string {
  const about = point.what === 'reads-like-name' ? ` ${point.tag} ${point.text}` : '';
  return `${point.series.id} ${point.what}${about}`;
}

function OneStudy({ report }: { report: StudyReport }) {
  const { patientName, files, groups, open, onServer, volumes, taken, forConversion } = report;
  return (
    <div className={classes.study}>
      <h3 className={classes.heading}>
        <bdi>{shownNameText(patientName)}</bdi>
        <span className={classes.note}>{t('{count, plural, one {# file} other {# files}}', { count: files })}</span>
      </h3>
      {open > 0 && (
        <p className={classes.note}>{t('{count, plural, one {# series} other {# series}} still to be done.', { count: open })}</p>
      )}
      {onServer > 0 && <p className={classes.note}>{onServerText(onServer)}</p>}
      {volumes > 0 && <p className={classes.note}>{REPORT_TEXTS.volumes}</p>}
      {taken.length > 0 && <Taken taken={taken} />}
      {forConversion.length > 0 && <KeptForConversion kept={forConversion} />}
      {groups.map((group) => (
        <Group key={group.done} group={group} />
      ))}
    </div>
  );
}

function Taken({ taken }: Pick<StudyReport, 'taken'>) {
  const volumes = taken.reduce((sum, { files }) => sum + files, 0);
  return (
    <details className={classes.group}>
      <summary className={classes.summary}>
        {REPORT_TEXTS.taken}
        <span className={classes.note}>
          {t('{fields, plural, one {# field} other {# fields}}, {values, plural, one {# value} other {# values}}', {
            fields: taken.length,
            values: volumes,
          })}
        </span>
      </summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{REPORT_TEXTS.field}</th>
            <th scope="col">{REPORT_TEXTS.holds}</th>
            <th scope="col">{REPORT_TEXTS.volumesWithIt}</th>
          </tr>
        </thead>
        <tbody>
          {taken.map(({ field, name, files }) => (
            <tr key={field}>
              <td className={classes.tag}>{field}</td>
              <td>{translated(name)}</td>
              <td className={classes.number}>{formatCount(files)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function KeptForConversion({ kept }: { kept: StudyReport['forConversion'] }) {
  const elements = kept.reduce((sum, one) => sum + one.elements, 0);
  return (
    <details className={classes.group}>
      <summary className={classes.summary}>
        {REPORT_TEXTS.keptForConversion}
        <span className={classes.note}>{t('{count, plural, one {# value} other {# values}}', { count: elements })}</span>
      </summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{REPORT_TEXTS.creator}</th>
            <th scope="col">{REPORT_TEXTS.values}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ creator, elements: values }) => (
            <tr key={creator}>
              <td>{creator || REPORT_TEXTS.noCreator}</td>
              <td className={classes.number}>{formatCount(values)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Group({ group: { done, elements, attributes } }: { group: ReportGroup }) {
  return (
    <details className={classes.group}>
      <summary className={classes.summary}>
        {DONE_TEXTS[done]}
        <span className={classes.note}>
          {t('{attributes, plural, one {# attribute} other {# attributes}}, {values, plural, one {# value} other {# values}}', {
            attributes: attributes.length,
            values: elements,
          })}
        </span>
      </summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{REPORT_TEXTS.tag}</th>
            <th scope="col">{REPORT_TEXTS.element}</th>
            <th scope="col">{REPORT_TEXTS.values}</th>
          </tr>
        </thead>
        <tbody>
          {attributes.map((attribute) => (
            <tr key={attribute.tag}>
              <td className={classes.tag}>{tagText(attribute.tag)}</td>
              <td>{attribute.name || REPORT_TEXTS.unnamed}</td>
              <td className={classes.number}>{formatCount(attribute.elements)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
