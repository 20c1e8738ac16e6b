import { Fragment, type ReactNode } from 'react';

/** Names with their values. A value that is undefined has no line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '—'}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
