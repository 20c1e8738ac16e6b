import { logoOf, logoSource } from '@ces/service/pages/brand';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../http/problems/escape-html.js';
import type { GatewayConfig } from '../../gateway.config.js';

export interface Page {
  title: string;
  /** HTML below the header. */
  content: string;
}

export interface Link {
  path: string;
  title: string;
}

export type Menu = Record<string, Link[]>;

export class Layout {
  private readonly policy: string;

  constructor(
    private readonly config: GatewayConfig,
    private readonly menu: Menu,
  ) {
    this.policy = [
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
      `img-src 'self' blob: ${logoSource(config)}`.replace(" 'none'", ''),
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ].join('; ');
  }

  send(reply: FastifyReply, path: string, page: Page, status = 200): FastifyReply {
    return reply
      .status(status)
      .header('Content-Language', 'en-GB')
      .header('Content-Security-Policy', this.policy)
      .type('text/html; charset=utf-8')
      .send(this.render(path, page));
  }

  private render(path: string, { title, content }: Page): string {
    const name = escapeHtml(this.config.INSTALLATION_NAME);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${name}</title>
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js" defer></script>
</head>
<body data-address="${escapeHtml(this.config.PUBLIC_URL)}">
<a class="skip" href="#content">To the content</a>
<header>
<a class="home" href="/docs">${logoOf(this.config)}<span>${name}</span></a>
<a class="to-menu" href="#menu">Menu</a>
${this.signIn()}
</header>
<main id="content">
<h1>${escapeHtml(title)}</h1>
${content}
</main>
<nav id="menu" aria-label="Documentation">
${Object.entries(this.menu)
  .map(
    ([group, links]) =>
      `<h2>${escapeHtml(group)}</h2>\n<ul>\n${links.map((link) => item(link, path)).join('\n')}\n</ul>`,
  )
  .join('\n')}
</nav>
</body>
</html>
`;
  }

  /** The form needs the script: a page without it cannot keep a token. */
  private signIn(): string {
    return `<details id="sign-in">
<summary id="who">Sign in</summary>
<form id="credentials">
<p>Calls from these pages use this token. It is kept in this tab only, the secret nowhere.</p>
<label for="client">Client id</label>
<input id="client" autocomplete="off" spellcheck="false" required value="${escapeHtml(this.config.DOCS_CLIENT)}" placeholder="cl_…">
<label for="secret">Secret (only to sign in as the client)</label>
<input id="secret" type="password" autocomplete="off">
<label for="scope">Scopes (all that the client has, if empty)</label>
<input id="scope" autocomplete="off" spellcheck="false" placeholder="events:write users:read">
<button value="client">Sign in as the client</button>
<button value="user" class="second">Sign in as a user</button>
<p>For users the client must be public, with the redirect address <code>${escapeHtml(`${this.config.PUBLIC_URL}${signedInPath}`)}</code>.</p>
</form>
<button id="sign-out" type="button" class="second" hidden>Forget the token</button>
<p id="sign-in-status" role="status"></p>
</details>`;
  }
}

/** The redirect address of a sign-in from these pages. */
export const signedInPath = '/docs/signed-in';

function item({ path, title }: Link, current: string): string {
  const here = path === current ? ' aria-current="page"' : '';
  return `<li><a href="${escapeHtml(path)}"${here}>${escapeHtml(title)}</a></li>`;
}
