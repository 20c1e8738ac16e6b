import { problems, type ProblemCode } from '@ces/contracts/problems';
import { escapeHtml } from '../../http/problems/escape-html.js';
import type { Page } from './layout.js';
import { codeBlock, inline } from './markdown.js';
import type { Operations } from './operations.js';
import { advice } from './problem-advice.js';
import { Reference } from './reference.js';

const codes = Object.keys(problems) as ProblemCode[];
const noLink = (): undefined => undefined;
/** An example of a fault for each problem whose answers list faults. */
const places: Partial<Record<ProblemCode, { pointer: string; code: string; detail: string }>> = {
  'validation-failed': { pointer: '#/username', code: 'isEmail', detail: 'must be an e-mail address' },
  'parameter-invalid': { pointer: 'limit', code: 'max', detail: 'must be at most 500' },
  'event-data-invalid': { pointer: '#/data/amount', code: 'type', detail: 'must be a number' },
  'campaign-refused': {
    pointer: '#/condition',
    code: 'condition',
    detail: 'event has no `amont`; did you mean `amount`?',
  },
  'csv-invalid': { pointer: '#/file', code: 'line-3', detail: 'line 3: a second column' },
};

export class ProblemPages {
  constructor(
    private readonly operations: Operations,
    private readonly publicUrl: string,
  ) {}

  index(): Page {
    const rows = codes.map((code) => {
      const [status, title] = problems[code];
      return `<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`;
    });
    return {
      title: 'Problems',
      content: `<p>Every refusal is a document of the type <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is stable;
<code>detail</code> is for people and may change. Paths of OAuth answer as RFC 6749 says.</p>
<div class="wide" tabindex="0"><table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`,
    };
  }

  page(given: string): Page | undefined {
    const code = codes.find((each) => each === given);
    if (code === undefined) return undefined;
    const [status, title] = problems[code];
    const [cause, mend] = advice[code];
    return {
      title,
      content: `<p><code>${code}</code>, answered with status <strong>${status}</strong>.</p>
<h2>Cause</h2>
<p>${inline(cause, noLink)}</p>
<h2>What to do</h2>
<p>${inline(mend, noLink)}</p>
<h2>Example</h2>
${codeBlock(JSON.stringify(this.example(code), null, 2))}
${this.answeredBy(code)}`,
    };
  }

  private example(code: ProblemCode): object {
    const [status, title] = problems[code];
    const [cause] = advice[code];
    const place = places[code];
    return {
      type: `${this.publicUrl}/problems/${code}`,
      title,
      status,
      detail: place ? `${place.pointer}: ${place.detail}` : cause.replaceAll('`', ''),
      instance: this.answering(code)[0]?.path ?? '/api/1/user/credentials',
      code,
      request_id: '01928f5e-7b1a-7c3d-9e4f-0123456789ab',
      ...(place ? { errors: [place] } : {}),
    };
  }

  private answeredBy(code: ProblemCode): string {
    const answering = this.answering(code);
    if (answering.length === 0) return '';
    if (answering.length > 30) return '<h2>Routes</h2>\n<p>Most routes can answer it.</p>';
    const items = answering.map(
      (operation) =>
        `<li><a href="${escapeHtml(Reference.addressOf(operation))}"><code>${operation.method} ${escapeHtml(operation.path)}</code></a></li>`,
    );
    return `<h2>Routes</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  }

  private answering(code: ProblemCode) {
    return this.operations.all.filter((operation) => operation.codes.includes(code));
  }
}
