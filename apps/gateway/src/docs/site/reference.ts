import { problems, type ProblemCode } from '@ces/contracts/problems';
import { escapeHtml } from '../../http/problems/escape-html.js';
import { Examples } from './examples.js';
import { codeBlock, inline, slugOf } from './markdown.js';
import type { Operation, Operations, Parameter } from './operations.js';
import { callOf, curlOf, isForm, typescriptOf, type Call } from './samples.js';
import { SchemaList } from './schema-list.js';

const noLink = (): undefined => undefined;

export class Reference {
  private readonly examples: Examples;
  private readonly schemas: SchemaList;

  constructor(
    private readonly operations: Operations,
    private readonly publicUrl: string,
  ) {
    this.examples = new Examples(operations);
    this.schemas = new SchemaList(operations);
  }

  static pathOf(tag: string): string {
    return `/docs/reference/${slugOf(tag)}`;
  }

  static addressOf({ tag, id }: Operation): string {
    return `${Reference.pathOf(tag)}#${id}`;
  }

  page(tag: string): string {
    return this.operations.all
      .filter((operation) => operation.tag === tag)
      .map((operation) => this.section(operation))
      .join('\n');
  }

  private section(operation: Operation): string {
    const { id, method, path, summary, description } = operation;
    const call = callOf(operation, this.examples, this.publicUrl);
    return `<details class="operation" id="${escapeHtml(id)}">
<summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${inline(description, noLink)}</p>
<p class="quiet">${tokenText(operation)}</p>
${this.parameters(operation)}${this.body(operation)}
<h2>Samples</h2>
<h3>curl</h3>
${codeBlock(curlOf(call))}
<h3>TypeScript</h3>
${codeBlock(typescriptOf(call))}
<h2>Try it</h2>
${this.form(operation, call)}
<h2>Answers</h2>
${this.answers(operation)}
</details>`;
  }

  private parameters({ parameters }: Operation): string {
    if (parameters.length === 0) return '';
    const items = parameters.map(
      ({ name, in: place, required, description = '' }) =>
        `<dt><code>${escapeHtml(name)}</code> <span class="quiet">${place}</span>${required === true ? ' <strong>required</strong>' : ''}</dt>
<dd>${inline(description, noLink)}</dd>`,
    );
    return `<h2>Parameters</h2>\n<dl class="fields">\n${items.join('\n')}\n</dl>\n`;
  }

  private body({ body }: Operation): string {
    if (!body) return '';
    const fields = body.media.schema ? this.schemas.html(body.media.schema) : '';
    return `<h2>Body</h2>\n<p class="quiet">${escapeHtml(body.type)}</p>\n${fields}\n`;
  }

  private answers({ answers, codes }: Operation): string {
    const good = answers.filter(({ status }) => status < '4');
    const items = good.map(({ status, description, type, schema }) => {
      const fields = schema ? this.schemas.html(schema) : '';
      const example = schema && type === 'application/json' ? this.examples.of(schema) : undefined;
      const shown = example === undefined ? '' : codeBlock(JSON.stringify(example, null, 2));
      return `<h3>${status} <span class="quiet">${escapeHtml(type)}</span></h3>\n<p>${inline(description, noLink)}</p>\n${fields}${shown}`;
    });
    const refusals = codes.map(
      (code) => `<li>${problems[code as ProblemCode][0]} <a href="/problems/${code}"><code>${code}</code></a></li>`,
    );
    const refused = refusals.length === 0 ? '' : `<h3>Problems</h3>\n<ul class="codes">\n${refusals.join('\n')}\n</ul>`;
    return [...items, refused].join('\n');
  }

  private form(operation: Operation, call: Call): string {
    const { id, method, path, parameters, body } = operation;
    const fields = parameters.map((parameter) => this.parameterField(id, parameter));
    const type = body ? ` data-type="${escapeHtml(body.type)}"` : '';
    return `<form class="try" data-method="${method}" data-path="${escapeHtml(path)}" data-credentials="${call.credentials}"${type}>
${fields.join('\n')}
${bodyFields(id, call)}
<button>Send</button>
<div class="answer" role="status"></div>
</form>`;
  }

  private parameterField(id: string, parameter: Parameter): string {
    const { name, in: place, required } = parameter;
    const value = required === true ? this.examples.ofParameter(parameter) : '';
    return field(`${id}-${place}-${name}`, `${place}:${name}`, name, value, required === true);
  }
}

function bodyFields(id: string, { type, body }: Call): string {
  if (body === undefined) return '';
  if (typeof body === 'string') {
    const rows = Math.min(20, body.split('\n').length + 1);
    return `<label for="${id}-body">Body</label>
<textarea id="${id}-body" name="body" rows="${rows}" spellcheck="false">${escapeHtml(body)}</textarea>`;
  }
  const fields = Object.entries(body).map(([name, value]) =>
    type !== undefined && isForm(type) && value.startsWith('@')
      ? `<label for="${id}-field-${name}">${escapeHtml(name)}</label>\n<input id="${id}-field-${name}" name="field:${escapeHtml(name)}" type="file">`
      : field(`${id}-field-${name}`, `field:${name}`, name, value, false),
  );
  return fields.join('\n');
}

function field(id: string, name: string, label: string, value: string, required: boolean): string {
  return `<label for="${escapeHtml(id)}">${escapeHtml(label)}</label>
<input id="${escapeHtml(id)}" name="${escapeHtml(name)}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}>`;
}

const kinds: Partial<Record<string, string>> = {
  client_access_token: 'a client token',
  user_access_token: 'a user token',
  operator_access_token: "an operator's token",
  portal_access_token: 'the token of a link to the portal',
  client_credentials: 'the credentials of the client (Basic)',
};

function tokenText({ tokens }: Operation): string {
  if (tokens.length === 0) return 'Needs no token.';
  const accepted = tokens.map(({ scheme, scopes }) => {
    const named = scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ');
    return `${kinds[scheme] ?? escapeHtml(scheme)}${named === '' ? '' : ` with ${named}`}`;
  });
  return `Takes ${accepted.join(', or ')}.`;
}
