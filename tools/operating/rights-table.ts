import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { NatsRights } from '../../libs/local-stack/src/nats/nats-users.ts';

const file = resolve(import.meta.dirname, '../../deploy/nats/permissions.json');

/** The rights at NATS in short: deploy/nats/permissions.json has each subject. */
export function rightsTable(): string {
  const rights = JSON.parse(readFileSync(file, 'utf8')) as Record<string, NatsRights>;
  const rows = Object.entries(rights).map(([user, { publish, subscribe }]) => {
    const cells = [
      counted(found(subscribe.allow, /^NAMESPACE\.rpc\.(\w+)\./)),
      counted(found(publish.allow, /^NAMESPACE\.rpc\.([\w-]+)\./)),
      counted(found(publish.allow, /^NAMESPACE\.fact\.([\w-]+)\./)),
      counted(found(publish.allow, /^\$JS\.API\.CONSUMER\.MSG\.NEXT\.NAMESPACE-([\w-]+)\.(?!\*)/)),
      found(publish.allow, /^\$JS\.API\.STREAM\.CREATE\.((?:KV_)?NAMESPACE-[\w-]+)$/)
        .map((stream) => `\`${stream.replace('NAMESPACE', 'ces')}\``)
        .join(', '),
    ];
    return `| ${[`\`${user}\``, ...cells.map((cell) => cell || 'none')].join(' | ')} |`;
  });
  return [
    '| User | Commands that it answers | Commands that it sends to | Facts that it publishes to | Consumers that it reads from | Streams that it owns |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function found(subjects: string[], pattern: RegExp): string[] {
  return subjects.flatMap((subject) => pattern.exec(subject)?.[1] ?? []);
}

/** `cards (3), events (1)` */
function counted(names: string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, all]) => `${name} (${all.length})`).join(', ');
}
