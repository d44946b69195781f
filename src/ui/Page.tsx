import { createContext, use, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import classes from './Page.module.css';

/** What the layout adds to the header of every page: the offline mark, and at the very end, on phones, the lamp. */
export interface PageFrame {
  /** Before the actions, so that they do not move when it appears. */
  mark: ReactNode;
  end: ReactNode;
}

const PageFrameContext = createContext<PageFrame>({ mark: null, end: null });

export const PageFrameProvider = PageFrameContext.Provider;

/** For a page with a header of its own. */
export function usePageFrame(): PageFrame {
  return use(PageFrameContext);
}

interface PageProps {
  /** The one h1 of the page, last word of its breadcrumb. */
  title: string;
  /** Links to the parent pages, in order; the title follows. */
  breadcrumb?: readonly ReactNode[];
  /** Next to the title: a stepper, a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** `text` limits lines to 720 px; lists use the full width. */
  width?: 'text' | 'list';
  children: ReactNode;
}

/** Header of 48 px with breadcrumb and actions, and the padded page below it. Used by every page of the app layout. */
export function Page({ title, breadcrumb = [], aside, actions, width = 'list', children }: PageProps) {
  const frame = usePageFrame();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Breadcrumb title={title} above={breadcrumb} />
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
        <div className={classes.end}>
          {frame.mark}
          {actions}
          {frame.end}
        </div>
      </header>
      <div className={classes.body} data-width={width}>
        {children}
      </div>
    </div>
  );
}

function Breadcrumb({ title, above }: { title: string; above: readonly ReactNode[] }) {
  const heading = <h1 className={classes.title}>{title}</h1>;
  if (above.length === 0) return heading;
  return (
    <nav aria-label={t('Breadcrumb')} className={classes.breadcrumb}>
      <ol>
        {above.map((link, index) => (
          <li key={index}>{link}</li>
        ))}
        <li aria-current="page">{heading}</li>
      </ol>
    </nav>
  );
}
