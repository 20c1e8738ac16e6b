import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { escapeHtml } from '../../http/problems/escape-html.js';
import type { GatewayConfig } from '../../gateway.config.js';
import { eventsPage } from './events-page.js';
import { readGuides, type Guide } from './guides.js';
import { Layout, signedInPath, type Link, type Page } from './layout.js';
import { Operations } from './operations.js';
import { ProblemPages } from './problem-pages.js';
import { Reference } from './reference.js';

const eventsPath = '/docs/events';
const problemsPath = '/problems';
const documents: Link[] = [
  { path: '/openapi.json', title: 'OpenAPI 3.1' },
  { path: '/asyncapi.json', title: 'AsyncAPI 3' },
];

/**
 * Serves `/docs` and what belongs to it: the reference with its forms, the guides, the webhook events, and a page for
 * each problem. No part but the logo may come from another site, so that a strict policy holds.
 */
export function publishSite(fastify: FastifyInstance, document: OpenAPIObject, config: GatewayConfig): void {
  const operations = new Operations(document);
  const guides = readGuides();
  const tags = operations.tags().map((tag) => ({ path: Reference.pathOf(tag), title: tag }));
  const problemPages = new ProblemPages(operations, config.PUBLIC_URL);
  const layout = new Layout(config, {
    Guides: [{ path: '/docs', title: 'Overview' }, ...guides],
    Reference: tags,
    More: [{ path: eventsPath, title: 'Webhook events' }, { path: problemsPath, title: 'Problems' }, ...documents],
  });
  const show = (path: string, make: () => Page): void => {
    fastify.get(path, (_request, reply) => layout.send(reply, path, make()));
  };
  fastify.get('/', (_request, reply) => reply.redirect('/docs', 302));
  show('/docs', () => overview(operations, guides, document));
  show(eventsPath, () => eventsPage(operations));
  show(problemsPath, () => problemPages.index());
  show(signedInPath, () => ({ title: 'Signing in', content: '<p id="arriving">One moment …</p>' }));
  for (const { path, title, html } of guides) show(path, () => ({ title, content: withoutTitle(html) }));
  const reference = new Reference(operations, config.PUBLIC_URL);
  for (const { path, title } of tags) show(path, () => ({ title, content: reference.page(title) }));
  fastify.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const page = problemPages.page(request.params.code);
    return page ? layout.send(reply, problemsPath, page) : layout.send(reply, problemsPath, unknownProblem, 404);
  });
  assets(fastify);
}

const unknownProblem: Page = {
  title: 'There is no such problem code',
  content: '<p><a href="/problems">All problems</a></p>',
};

function overview(operations: Operations, guides: Guide[], document: OpenAPIObject): Page {
  const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description ?? '']));
  const groups = operations.tags().map((tag) => {
    const own = operations.all.filter((operation) => operation.tag === tag);
    const items = own.map(
      (operation) =>
        `<li><a href="${escapeHtml(Reference.addressOf(operation))}"><span class="method">${operation.method}</span> <code>${escapeHtml(operation.path)}</code></a> ${escapeHtml(operation.summary)}</li>`,
    );
    return `<h3><a href="${Reference.pathOf(tag)}">${escapeHtml(tag)}</a></h3>
<p>${escapeHtml(described.get(tag) ?? '')}</p>
<ul class="operations">
${items.join('\n')}
</ul>`;
  });
  return {
    title: document.info.title,
    content: `<p>${escapeHtml(document.info.description ?? '').replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
<h2>Guides</h2>
<ul>
${guides.map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`).join('\n')}
<li><a href="${eventsPath}">Webhook events</a></li>
<li><a href="${problemsPath}">Problems</a></li>
</ul>
<h2>Reference</h2>
<p>Each route has samples, and a form that calls it with the token of “Sign in” above.</p>
${groups.join('\n')}`,
  };
}

/** The layout shows the title as its heading. */
function withoutTitle(html: string): string {
  return html.replace(/<h1[^>]*>.*?<\/h1>\n?/s, '');
}

function assets(fastify: FastifyInstance): void {
  const read = (name: string): string => readFileSync(resolve(import.meta.dirname, name), 'utf8');
  const [style, script] = [read('site.css'), read('site.js')];
  fastify.get('/docs/site.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  fastify.get('/docs/site.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
}
