import { htmlOf, titleOf } from './markdown.js';

describe('the Markdown of the guides', () => {
  const html = (text: string) => htmlOf(text, (target) => (target.startsWith('/') ? target : undefined));

  it('becomes headings, paragraphs, lists and tables', () => {
    expect(html('# A `b`\n\nOne\ntwo.\n\n- x\n  more\n- y\n\n1. z')).toBe(
      '<h1 id="a-b">A <code>b</code></h1>\n<p>One\ntwo.</p>\n<ul>\n<li>x\n  more</li>\n<li>y</li>\n</ul>\n<ol>\n<li>z</li>\n</ol>',
    );
    expect(html('| a | b |\n| - | - |\n| 1 | `x\\|y` |')).toContain('<tr><td>1</td><td><code>x|y</code></td></tr>');
  });

  it('keeps code as it is, and escapes everything', () => {
    expect(html('```sh\n# no <heading>\n```')).toBe('<pre tabindex="0"><code># no &lt;heading&gt;</code></pre>');
    expect(html('<b> **x** _y_ `**<z>**`')).toBe(
      '<p>&lt;b&gt; <strong>x</strong> <em>y</em> <code>**&lt;z&gt;**</code></p>',
    );
  });

  it('links only to what is on the site', () => {
    expect(html('[in](/docs) and [out](../x.md)')).toBe('<p><a href="/docs">in</a> and out</p>');
    expect(html('[x](/"onclick=)')).not.toContain('"onclick');
  });

  it('names a document by its first heading', () => {
    expect(titleOf('text\n# Webhooks\n')).toBe('Webhooks');
  });
});
