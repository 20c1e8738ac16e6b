import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

/**
 * A single-page app on an origin of its own, without a back end: it lets somebody register on our pages, signs in with PKCE,
 * reads the user's cards, refreshes its token and signs out.
 */
export async function registerAndSignIn(browser, stack) {
  const files = { '/': ['text/html', 'app.html'], '/app.js': ['text/javascript', 'app.js'] };
  const server = createServer((request, response) => {
    const [type, name] = files[new URL(request.url, 'http://app').pathname] ?? files['/'];
    response.setHeader('content-type', type).end(readFileSync(join(import.meta.dirname, 'app', name)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const context = await browser.newContext();
  try {
    const client = await newApp(stack, origin);
    const page = await context.newPage();
    await page.goto(`${origin}/?${new URLSearchParams({ issuer: stack.base_url, client })}`);
    const account = await register(page, stack);
    await page.goto(`${origin}/?${new URLSearchParams({ issuer: stack.base_url, client })}`);
    await page.click('#sign-in');
    await signIn(page, account);
    await says(page, 'cards', '200');
    await page.click('#refresh');
    await says(page, 'refreshed', '200');
    await page.click('#sign-out');
    await page.click('button[name="logout"]');
    await page.waitForURL(`${origin}/**`);
    await page.click('#sign-in');
    await page.waitForSelector('#password');
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

async function newApp({ base_url, admin }, origin) {
  const basic = Buffer.from(`${admin.id}:${admin.secret}`).toString('base64');
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'admin' });
  const headers = { authorization: `Basic ${basic}` };
  const token = await (await fetch(`${base_url}/oauth2/token`, { method: 'POST', headers, body: form })).json();
  const made = await fetch(`${base_url}/api/1/admin/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Single-page app', public: true, first_party: true, origins: [origin], redirect_uris: [`${origin}/`] },
      scopes: ['openid', 'profile', 'cards', 'offline_access'],
    }),
  });
  if (made.status !== 201) throw new Error(`the client was not made: ${await made.text()}`);
  return (await made.json()).id;
}

async function register(page, stack) {
  const account = {
    username: `spa-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(12).toString('hex'),
  };
  await page.click('#register');
  await page.fill('#username', account.username);
  await page.fill('#password', account.password);
  await page.click('button[value="next"]');
  await page.fill('#firstName', 'Anna');
  await page.fill('#lastName', 'Berg');
  await page.click('button[value="next"]');
  while (!(await page.locator('button[value="sign-in"]').count())) {
    for (const choice of await page.locator('input[type="checkbox"]').all()) await choice.check();
    await page.click('button[value="next"]');
  }
  await page.goto(await mailedLink(stack, account.username));
  await page.fill('#password', account.password);
  await page.click('#known button');
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('Thank you'));
  return account;
}

async function mailedLink({ mail_api }, to) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const mails = await (await fetch(mail_api)).json();
    const text = JSON.stringify(mails.find((mail) => JSON.stringify(mail).includes(to)) ?? '');
    const [link] = /https?:\/\/[^\s"\\<]+#nonce=[\w-]+/.exec(text) ?? [];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('no mail came');
}

async function signIn(page, { username, password }) {
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('button[value="sign-in"]');
}

async function says(page, id, text) {
  await page.waitForFunction(
    ([part, wanted]) => document.getElementById(part)?.textContent.includes(wanted),
    [id, text],
  );
}
