import type { Mail } from './mail.ts';

export function inboxPage(mails: readonly Mail[]): string {
  const rows = mails.map(
    ({ id, to, subject, received_at }) => `<tr>
  <td><a href="/mails/${escape(id)}">${escape(subject || '(no subject)')}</a></td>
  <td>${escape(to)}</td>
  <td><time datetime="${escape(received_at)}">${escape(readable(received_at))}</time></td>
</tr>`,
  );
  const table = `<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Received (UTC)</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>`;
  const empty =
    '<p>No mail yet. Every mail that the local stack sends arrives here, for any recipient. Reload to look again.</p>';
  return page(
    'Mails',
    `<h1>Mails</h1>${mails.length > 0 ? table : empty}<p class="note">As JSON: <a href="/api/mails">/api/mails</a></p>`,
  );
}

export function mailPage(mail: Mail): string {
  const shown = mail.html
    ? `<iframe src="/mails/${escape(mail.id)}/html" title="The mail as the recipient sees it" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : '';
  return page(
    mail.subject || '(no subject)',
    `<p><a href="/">All mails</a></p>
<h1>${escape(mail.subject || '(no subject)')}</h1>
<dl>
<dt>To</dt><dd>${escape(mail.to)}</dd>
<dt>From</dt><dd>${escape(mail.from)}</dd>
<dt>Received</dt><dd><time datetime="${escape(mail.received_at)}">${escape(readable(mail.received_at))} UTC</time></dd>
</dl>
${shown}
<h2>Text <a class="note" href="/mails/${escape(mail.id)}/text">alone</a></h2>
<pre>${escape(mail.text || '(none)')}</pre>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 28rem; border: 1px solid #8888; border-radius: .25rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; border-radius: .25rem; }
.note { font-size: .875rem; font-weight: normal; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

function readable(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
