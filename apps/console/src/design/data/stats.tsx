import type { ReactNode } from 'react';

export interface Stat {
  name: string;
  /** Undefined while it is being read. */
  value: ReactNode;
  below?: ReactNode;
}

/** The few numbers that matter most. */
export function Stats({ stats }: { stats: readonly Stat[] }): ReactNode {
  return (
    <dl className="stats">
      {stats.map(({ name, value, below }) => (
        <div className="stat" key={name}>
          <dt>{name}</dt>
          <dd>
            {value ?? <span className="skeleton" style={{ width: '50%', height: 20, margin: '5px 0' }} />}
            {below !== undefined && <div className="below">{below}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
