import { databaseServices } from '@ces/contracts/dead-letters';
import { freePort } from '@ces/local-stack/processes/free-port';
import { MetricsServer } from '@ces/service/metrics';
import { eventually } from '@ces/testing/eventually';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  annotations?: { runbook: string };
}

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const yaml = (file: string): unknown => parse(read(file));

const { groups } = yaml('deploy/observability/rules.yaml') as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []);
const board = JSON.parse(read('deploy/observability/board.json')) as { panels: { targets?: { expr: string }[] }[] };
const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** The names of metrics in an expression: what is left without labels, ranges, functions and numbers. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^"}]*(?:"[^"]*"[^"}]*)*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const names = bare.match(/(?<![\w:.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g) ?? [];
  return [...new Set(names)].filter((name) => !words.has(name));
}

/** The names of series in an answer of /metrics, with those of histograms that have no series yet. */
function seriesIn(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

function hasDeployment(name: string): boolean {
  return existsSync(resolve(root, 'deploy/kubernetes/base', name, 'deployment.yaml'));
}

describe('the names of metrics in an expression', () => {
  it('are found without labels, ranges, functions and numbers', () => {
    const expr =
      'topk(10, sum by (a, le) (rate(b_total{c=~"d|{e}",f="g"}[5m]))) > 14.4 * 0.001 and h:i offset 1h or j_1';
    expect(metricsIn(expr)).toEqual(['b_total', 'h:i', 'j_1']);
  });
});

describe('deploy/observability', () => {
  let platform: Platform;
  let scrape: () => Promise<string>;

  beforeAll(async () => {
    const port = await freePort();
    const settings = { METRICS_PORT: String(port) };
    platform = await Platform.start(settings, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    // All services of this spec share one process, so one of them shows the metrics of all.
    await platform.gateways[0]?.get(MetricsServer).listen();
    scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  });

  afterAll(() => platform.stop());

  it('names only metrics that a running stack has, in rules and on the board', async () => {
    const known = new Set([...seriesIn(await scrape()), ...rules.flatMap(({ record }) => record ?? [])]);
    const named = [...rules.map(({ expr }) => expr), ...queries].flatMap(metricsIn);
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('counts an event by route, call, fact and cache, and names the route of the objective as the gateway does', async () => {
    const world = await new EventWorld(platform).prepare();
    expect((await world.send({ amount: 1 })).status).toBe(202);
    expect((await platform.api.get(`/api/1/nowhere/${world.user}`)).status).toBe(404);
    await eventually(async () => {
      const text = await scrape();
      for (const series of [
        `ces_http_request_seconds_bucket{le="0.25",route="POST /api/1/terminal/{user_id}/events/{event_name}",status="2xx"}`,
        `ces_http_request_seconds_count{route="unmatched",status="4xx"}`,
        `ces_call_seconds_count{call="events.definitions.put",end="done"}`,
        `ces_cache_lookups_total{cache="tokens",result="hit"}`,
      ])
        expect([series, text.includes(`${series} `)]).toEqual([series, true]);
      const handled = [...text.matchAll(/^ces_facts_total\{consumer="(\S+)",end="handled"\} [1-9]/gm)];
      expect(handled.map(([, consumer]) => consumer)).toContain('webhooks-identity-connection-created');
      expect(text.includes(world.user)).toBe(false);
    }, 40_000);
    for (const { expr } of rules)
      for (const [, route] of expr.matchAll(/route="([^"]+)"/g)) expect(await scrape()).toContain(`route="${route}"`);
  });

  it('has gauges of what waits, for each service', async () => {
    // A scrape leaves out what the database does not tell in time, and then asks nothing for five seconds.
    await eventually(async () => {
      const text = await scrape();
      for (const stream of [...databaseServices, 'event-log'])
        expect(text).toMatch(new RegExp(`^ces_outbox_facts_waiting\\{stream="\\w+-${stream}"\\} \\d`, 'm'));
      for (const kind of ['members', 'segment-files'])
        expect(text).toContain(`ces_import_lines_waiting{kind="${kind}"} 0`);
      for (const state of ['busy', 'idle', 'waiting'])
        expect(text).toContain(`ces_database_sessions{state="${state}"} `);
      for (const service of [...databaseServices, 'gateway'])
        expect(text).toContain(`ces_build_info{service="${service}",`);
      expect(text).toMatch(/^ces_webhook_backlog_seconds \d/m);
    }, 40_000);
  });

  it('has a runbook for each alert, and an alert for each runbook', () => {
    const named = rules.flatMap(({ annotations }) => annotations?.runbook ?? []);
    const kept = readdirSync(resolve(root, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`);
    expect(kept.filter((file) => file !== 'docs/runbooks/restore.md').sort()).toEqual(named.sort());
    for (const { alert, annotations } of rules)
      if (alert !== undefined) expect(read(annotations?.runbook ?? '')).toMatch(new RegExp(`^# ${alert}$`, 'm'));
  });

  it('names only commands of npm, deployments and settings that exist, in runbooks of at most 30 lines', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const { annotations } of rules.filter(({ alert }) => alert !== undefined)) {
      const text = read(annotations?.runbook ?? '');
      expect(text.split('\n').length).toBeLessThanOrEqual(31);
      const commands = /```sh\n(.*?)\n```/s.exec(text)?.[1]?.split('\n') ?? [];
      expect(commands).toHaveLength(3);
      for (const command of commands)
        expect(command).toMatch(
          /^(kubectl -n ces (?!exec deployment\/nats-box (?!-- nats (stream|consumer) report))|npm run )/,
        );
      for (const [, script = ''] of text.matchAll(/npm run (\S+)/g))
        expect(scripts).toHaveProperty([script.replace(/`$/, '')]);
      for (const [, name = ''] of text.matchAll(/deployment\/([a-z][a-z-]*)/g))
        expect([name, name === 'nats-box' || hasDeployment(name)]).toEqual([name, true]);
    }
  });

  it('has a test in which each alert fires and one in which it does not', () => {
    const { tests } = yaml('deploy/observability/rules.test.yaml') as { tests: { name: string }[] };
    const wanted = alerts.flatMap((alert) => [`${alert} fires`, `${alert} does not fire`]);
    expect(tests.map(({ name }) => name).sort()).toEqual(wanted.sort());
  });

  it('has an alarm for each stream that no replica measures', () => {
    const unmeasured = rules.find(({ alert }) => alert === 'OutboxNotMeasured');
    for (const stream of [...databaseServices, 'event-log'])
      expect(unmeasured?.expr).toContain(`absent(ces_outbox_lag_seconds{stream="ces-${stream}"})`);
  });
});
