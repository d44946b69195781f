import { createContext, use, type ReactNode } from 'react';
import classes from './Page.module.css';

/** What the layout puts into the header of every page: the offline mark, and at the very end, on phones, the lamp. */
export interface PageFrame {
  /** Before the actions: these stay where they are when it comes and goes. */
  mark: ReactNode;
  end: ReactNode;
}

const PageFrameContext = createContext<PageFrame>({ mark: null, end: null });

export const PageFrameProvider = PageFrameContext.Provider;

interface PageProps {
  /** The one h1 of the page, last word of its breadcrumb. */
  title: string;
  /** Links to what is above, in order; the title follows. */
  breadcrumb?: readonly ReactNode[];
  /** Beside the title: a stepper, a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** `text` stops lines at 720 px; lists use all width. */
  width?: 'text' | 'list';
  children: ReactNode;
}

/** Header of 48 px with breadcrumb and actions, and the padded page below it. Every page of the app layout is one. */
export function Page({ title, breadcrumb = [], aside, actions, width = 'list', children }: PageProps) {
  const frame = use(PageFrameContext);
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
    <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
      <ol>
        {above.map((link, index) => (
          <li key={index}>{link}</li>
        ))}
        <li aria-current="page">{heading}</li>
      </ol>
    </nav>
  );
}
