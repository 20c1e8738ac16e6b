// docs/cross-shard-statements.md.
import type { Table } from './catalog.ts';
import type { Verdict } from './judge.ts';
import { sequence } from './roles.ts';
import { everyService } from './statements.ts';

export interface Judged extends Verdict {
  service: string;
  place: string;
}

export interface Tables {
  service: string;
  tables: Table[];
}

export function documentOf(judged: Judged[], tables: Tables[]): string {
  const services = [
    everyService,
    ...new Set(judged.map(({ service }) => service).filter((each) => each !== everyService)),
  ];
  const crossing = judged.filter(({ kind }) => kind === 'crosses');
  const some = judged.filter(({ kind }) => kind === 'some');
  const unclear = judged.filter(({ kind }) => kind === 'not understood');
  return `# Statements that would cross shards

If the databases of the services were distributed by user ([scaling](scaling.md)), most statements would run on the shard of one
user. This page names the others. It is generated: \`tools/shards\` reads the statements of all stores and the calls of all
repositories from the sources, parses them with PostgreSQL's own parser, and follows which columns must equal which.
\`tools/shards/shards.spec.ts\` fails when a statement crosses shards and does not stand here; \`UPDATE_DOCS=1 npm test -- tools/shards\`
renews the page. A statement whose text or rows depend on data is listed as not understood, and never passed over.

| Service | Statements | Without tables of users | One user | Some users | Cross | Not understood |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${services.map((service) => countsOf(service, judged)).join('\n')}

## Where tables would stand

\`tools/shards/roles.ts\` says it. A reference table is small and copied to every shard. A table in one place is bookkeeping or a queue.

| Service | By user | By a key of their own | Reference | In one place |
| --- | --- | --- | --- | --- |
${tables.map(rolesOf).join('\n')}

## Keys that shards cannot keep unique

A shard sees its own rows only. These unique keys lack the column that a table would be distributed by. Each needs a table of its own that
is distributed by the key, or the user as a part of it.

${tables.flatMap(keysOf).join('\n')}

## Statements that cross

${services.flatMap((service) => listOf(service, crossing)).join('\n')}

## Statements about some users at once

They go to the shards of the users that they name. Services gather facts and events into sets, and a set by shard keeps each of
these statements on one shard; nothing else about them changes.

${services.flatMap((service) => namesOf(service, some)).join('\n')}

## Not understood

A person has to read these.

| Service | Method | Why |
| --- | --- | --- |
${unique(unclear.map(({ service, place, reasons }) => `| ${service} | \`${place}\` | ${reasons.join('; ')} |`)).join('\n')}
`;
}

function unique(lines: string[]): string[] {
  return [...new Set(lines)];
}

function countsOf(service: string, judged: Judged[]): string {
  const own = judged.filter((each) => each.service === service);
  const counts = (['none', 'one', 'some', 'crosses', 'not understood'] as const).map(
    (kind) => own.filter((each) => each.kind === kind).length,
  );
  return `| ${[service, own.length, ...counts].join(' | ')} |`;
}

function rolesOf({ service, tables }: Tables): string {
  const names = (kind: string): string =>
    tables
      .filter(({ name, role }) => role?.kind === kind && !name.endsWith(sequence))
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  return `| ${[service, names('user'), names('own key'), names('reference'), names('one place')].join(' | ')} |`;
}

function keysOf({ service, tables }: Tables): string[] {
  const keys = tables.flatMap(({ name, role, keys: all }) => {
    if (role?.kind !== 'user' && role?.kind !== 'own key') return [];
    return all.filter((key) => !key.includes(role.column)).map((key) => `\`${name}\` (${key.join(', ')})`);
  });
  return keys.length > 0 ? [`- ${service}: ${keys.join(', ')}`] : [];
}

function listOf(service: string, crossing: Judged[]): string[] {
  const own = crossing.filter((each) => each.service === service);
  if (own.length === 0) return [];
  const lines = own.map(
    ({ place, tables, reasons }) => `| \`${place}\` | ${tables.join(', ')} | ${reasons.join('; ')} |`,
  );
  return [`### ${service}`, '', '| Method | Tables | Why |', '| --- | --- | --- |', ...unique(lines), ''];
}

function namesOf(service: string, some: Judged[]): string[] {
  const places = unique(some.filter((each) => each.service === service).map(({ place }) => `\`${place}\``));
  return places.length > 0 ? [`- ${service}: ${places.join(', ')}`] : [];
}
