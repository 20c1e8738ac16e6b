import { webhookCatalogue, webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import { escapeHtml } from '../../http/problems/escape-html.js';
import { Examples } from './examples.js';
import type { Page } from './layout.js';
import { codeBlock } from './markdown.js';
import type { Operations } from './operations.js';
import { SchemaList } from './schema-list.js';

export function eventsPage(operations: Operations): Page {
  const examples = new Examples(operations);
  const schemas = new SchemaList(operations);
  const sections = webhookEventNames.map((name) => {
    const { data, summary } = webhookCatalogue[name];
    const schema = { $ref: `#/components/schemas/${data.name}` };
    const delivery = { events: [{ name, data: examples.of(schema) }] };
    return `<section id="${name}">
<h2><code>${name}</code></h2>
<p>${escapeHtml(summary)}</p>
<h3>Its <code>data</code></h3>
${schemas.html(schema)}
<h3>A delivery</h3>
${codeBlock(JSON.stringify(delivery, null, 2))}
</section>`;
  });
  const list = webhookEventNames.map((name) => `<li><a href="#${name}"><code>${name}</code></a></li>`);
  return {
    title: 'Webhook events',
    content: `<p>A webhook gets batches of the events to which it is subscribed: up to 100 in a request, in order, at least once.
The guide on webhooks shows how to receive and verify them; <a href="/asyncapi.json">the AsyncAPI document</a> holds every schema.</p>
<ul class="codes">
${list.join('\n')}
</ul>
${sections.join('\n')}`,
  };
}
