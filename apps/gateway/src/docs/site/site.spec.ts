import { problems } from '@ces/contracts/problems';
import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { spawnSync } from 'node:child_process';
import ts from 'typescript';
import { GatewayConfig } from '../../gateway.config.js';
import { createGateway } from '../../server/create-gateway.js';
import { advice } from './problem-advice.js';

const plainText = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('the documentation at /docs', () => {
  let gateway: NestFastifyApplication;
  const pages = new Map<string, string>();

  const crawl = async (path: string): Promise<void> => {
    if (pages.has(path)) return;
    const answer = await gateway.inject({ url: path });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    pages.set(path, answer.payload);
    if (!String(answer.headers['content-type']).startsWith('text/html')) return;
    for (const [, target = ''] of answer.payload.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) await crawl(target);
  };
  const htmlPages = () => [...pages].filter(([, text]) => text.startsWith('<!doctype'));

  beforeAll(async () => {
    const settings = { DOCS_CLIENT: 'cl_docs', INSTALLATION_NAME: 'A & B', RATE_LIMIT_PER_ADDRESS: '10000' };
    gateway = await createGateway(testConfig(GatewayConfig, settings));
    await crawl('/docs');
  });

  afterAll(() => gateway.close());

  it('is where / leads', async () => {
    const answer = await gateway.inject({ url: '/' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs']);
  });

  it('has no link that leads nowhere, neither to a page nor to a place in it', () => {
    expect(pages.size).toBeGreaterThan(Object.keys(problems).length + 20);
    for (const [path, html] of htmlPages()) {
      const places = [...html.matchAll(/href="(\/[^"#?]*)?#([^"]+)"/g)];
      const missing = places.filter(([, page = path, place = '']) => !pages.get(page)?.includes(`id="${place}"`));
      expect([path, missing.map(([link]) => link)]).toEqual([path, []]);
    }
  });

  it('runs no script and no style but its own files, and asks no other site, on every request', async () => {
    for (const path of ['/docs', '/docs', '/docs/reference/webhooks', '/problems/rate-limited']) {
      const { headers } = await gateway.inject({ url: path });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src /);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
    for (const [path, html] of htmlPages()) {
      expect([path, /<style|<script>| style="| on\w+="|src="https?:/.exec(html)]).toEqual([path, null]);
    }
  });

  it('shows the name of the installation and the client for users', () => {
    for (const [, html] of htmlPages()) expect(html).toContain('<span>A &amp; B</span>');
    expect(pages.get('/docs')).toContain('value="cl_docs"');
  });

  it('has each operation once, with a form that asks for all that its path needs', async () => {
    const document = (await gateway.inject({ url: '/openapi.json' })).json<{ paths: Record<string, object> }>();
    const reference = htmlPages()
      .filter(([path]) => path.startsWith('/docs/reference/'))
      .map(([, html]) => html)
      .join('\n');
    const forms = [...reference.matchAll(/<form class="try" data-method="(\w+)" data-path="([^"]+)".*?<\/form>/gs)];
    const wanted = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(forms.map(([, method = '', path = '']) => `${method} ${path}`).sort()).toEqual(wanted.sort());
    for (const [form, , path = ''] of forms) {
      for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) expect(form).toContain(`name="path:${name}"`);
    }
  });

  it('has samples that a shell and a TypeScript compiler read', () => {
    for (const [path, html] of htmlPages()) {
      for (const [, curl = ''] of html.matchAll(/<h3>curl<\/h3>\n<pre[^>]*><code>(.*?)<\/code>/gs)) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: plainText(curl), encoding: 'utf8' });
        expect([path, curl, status, stderr]).toEqual([path, curl, 0, '']);
      }
      for (const [, sample = ''] of html.matchAll(/<h3>TypeScript<\/h3>\n<pre[^>]*><code>(.*?)<\/code>/gs)) {
        const { diagnostics } = ts.transpileModule(plainText(sample), { reportDiagnostics: true });
        expect([path, sample, diagnostics?.map(({ messageText }) => messageText)]).toEqual([path, sample, []]);
      }
    }
  });

  it('explains each problem: its cause, what to do, and an example', () => {
    for (const [code, [status, title]] of Object.entries(problems)) {
      const html = pages.get(`/problems/${code}`) ?? '';
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(/<h2>Cause<\/h2>\n<p>.{15,}<\/p>\n<h2>What to do<\/h2>\n<p>.{10,}<\/p>/);
      const [, example = ''] = /<h2>Example<\/h2>\n<pre[^>]*><code>(.*?)<\/code>/s.exec(html) ?? [];
      expect(JSON.parse(plainText(example))).toMatchObject({ code, status, title, type: expect.stringMatching(code) });
    }
  });

  it('advises only routes that there are', async () => {
    const document = (await gateway.inject({ url: '/openapi.json' })).json<{ paths: Record<string, object> }>();
    const there = new Set(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    const named = JSON.stringify(advice).matchAll(/`([A-Z]+ \/[^`]+)`/g);
    expect([...named].map(([, route = '']) => route).filter((route) => !there.has(route))).toEqual([]);
  });

  it('has no bearer token in the samples of routes that take the credentials of a client', () => {
    const reference = htmlPages()
      .map(([, html]) => html)
      .join('');
    const [section = ''] = /<code>\/oauth2\/introspect<\/code> <span>.*?<\/details>/s.exec(reference) ?? [];
    expect(plainText(section)).toContain('-u "$CLIENT_ID:$CLIENT_SECRET"');
    expect(plainText(section)).toContain('Authorization: `Basic ${');
    expect(section).toContain('data-credentials="client"');
    expect(section).not.toContain('Bearer');
  });

  it('answers 404 with a page for an unknown code', async () => {
    const answer = await gateway.inject({ url: '/problems/%3Cscript%3E' });
    expect([answer.statusCode, answer.payload.includes('<script>')]).toEqual([404, false]);
  });

  it('has the catalogue of webhook events on a page of its own, with a delivery for each', () => {
    const html = pages.get('/docs/events') ?? '';
    const deliveries = [...html.matchAll(/<h3>A delivery<\/h3>\n<pre[^>]*><code>(.*?)<\/code>/gs)];
    const names = deliveries.map(([, text = '']) => {
      const { events } = JSON.parse(plainText(text)) as { events: { name: string; data: object }[] };
      expect(Object.keys(events[0]?.data ?? {}).length).toBeGreaterThan(0);
      return events[0]?.name;
    });
    expect(names).toEqual(webhookEventNames);
  });
});
