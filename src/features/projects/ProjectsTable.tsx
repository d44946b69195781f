import { Link } from '@tanstack/react-router';
import type { Project } from '#contract/project-details.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { PAGE_TEXTS as TEXTS, studiesText } from './page-texts.ts';
import classes from './ProjectPages.module.css';
import { ProjectStateMark } from './ProjectStateMark.tsx';

/** A page of projects. `undefined` while loading, which shows a skeleton. */
export function ProjectsTable({ projects, rows }: { projects: readonly Project[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.projects)}
      data-list
      role="table"
      aria-label={TEXTS.projects}
      aria-busy={projects === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader">{TEXTS.columns.state}</span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.studies}
        </span>
        <span role="columnheader">{TEXTS.columns.creator}</span>
      </div>
      {projects ? (
        projects.map((project) => <ProjectRow key={project.id} project={project} />)
      ) : (
        <SkeletonRows
          rows={rows}
          cells={[{ width: '50%' }, { width: '60%' }, { width: '40%', className: classes.wide }, { width: '60%', className: classes.wide }]}
        />
      )}
    </div>
  );
}

function ProjectRow({ project: { id, name, state_code, studies, created_by } }: { project: Project }) {
  return (
    <div className={classNames(table.row, link.row)} role="row" data-project={id}>
      <div role="rowheader" className={classes.words}>
        <Link className={classNames(table.name, link.link, classes.title)} to="/project/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className={table.narrow}>{[studiesText(studies), created_by].filter(Boolean).join(' · ')}</span>
      </div>
      <div role="cell">
        <ProjectStateMark state={state_code} />
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(studies)}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)}>
        {created_by}
      </div>
    </div>
  );
}
