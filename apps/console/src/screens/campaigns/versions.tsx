import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { PanelList } from '../../design/data/panel-list.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';

type Version = Schema<'CampaignVersion'>;

/** Each version with what changed in it, before and after. */
export function Versions({ id, current }: { id: string; current: number }): ReactNode {
  const { campaigns } = useWords();
  const list = useList('/api/1/admin/campaigns/{id}/versions', { path: { id } });
  const before = new Map(list.items?.map((version, index) => [version, list.items?.[index + 1]]));
  // The version before the last one of a page is on the next page.
  const shown = list.hasMore ? list.items?.slice(0, -1) : list.items;
  return (
    <Section title={campaigns.versions}>
      <PanelList list={{ ...list, items: shown }} empty={null}>
        {(version) => (
          <VersionLine
            key={version.version}
            version={version}
            before={before.get(version)}
            isCurrent={version.version === current}
          />
        )}
      </PanelList>
    </Section>
  );
}

function VersionLine({
  version,
  before,
  isCurrent,
}: {
  version: Version;
  before: Version | undefined;
  isCurrent: boolean;
}): ReactNode {
  const { campaigns } = useWords();
  const format = useFormat();
  return (
    <details className="version">
      <summary>
        <strong>{campaigns.versionOf(version.version)}</strong> {isCurrent && <Badge>{campaigns.current}</Badge>}{' '}
        <span className="faint small">
          <Moment at={version.created} /> ·{' '}
          {before === undefined ? campaigns.first : version.changed.map((each) => each.slice(2)).join(', ')}
        </span>
      </summary>
      <div className="stack">
        {version.runs.map(({ started_at, ended_at }) => (
          <p key={started_at} className="small soft">
            {campaigns.ranFrom} {format.moment(started_at)} {campaigns.until}{' '}
            {ended_at === null ? campaigns.now : format.moment(ended_at)}
          </p>
        ))}
        {version.changed.map((pointer) => (
          <div key={pointer} className="halves">
            <CodeBlock value={valueAt(before?.campaign, pointer) ?? '—'} label={`${pointer} −`} />
            <CodeBlock value={valueAt(version.campaign, pointer) ?? '—'} label={`${pointer} +`} />
          </div>
        ))}
        {before === undefined && <CodeBlock value={version.campaign} label={campaigns.first} />}
      </div>
    </details>
  );
}

/** The value that a JSON pointer names, or null. */
function valueAt(document: unknown, pointer: string): unknown {
  const steps = pointer.replace(/^#\/?/, '').split('/');
  return steps.reduce<unknown>(
    (place, step) =>
      (place as Record<string, unknown> | null | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')] ?? null,
    document,
  );
}
