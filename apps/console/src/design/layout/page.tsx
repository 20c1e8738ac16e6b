import { useEffect, type ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';

/** A screen: its title, what can be done, and its sections. */
export function Page({
  title,
  crumb,
  beside,
  subtitle,
  actions,
  children,
}: {
  title: string;
  crumb?: ReactNode;
  beside?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { common } = useWords();
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title, common.product]);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="page-head">
        <div>
          {crumb !== undefined && <div className="crumb">{crumb}</div>}
          <div className="page-title">
            <h1>{title}</h1>
            {beside}
          </div>
          {subtitle !== undefined && <div className="soft">{subtitle}</div>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

export function Section({
  title,
  actions,
  ruled = true,
  children,
}: {
  title?: string | undefined;
  actions?: ReactNode;
  ruled?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <section className={ruled ? 'section ruled' : 'section'}>
      {(title !== undefined || actions !== undefined) && (
        <div className="section-head">
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className="actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
