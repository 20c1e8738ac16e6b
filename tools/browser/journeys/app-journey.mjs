import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { linkIn, mailsTo, newAccount, newClient, registerUpTo, signIn } from '../accounts.mjs';

/**
 * A single-page app on an origin of its own, without a back end: a person registers on our pages, and the app signs in
 * with PKCE, reads the person's cards, refreshes its token and signs out.
 */
export async function registerAndSignIn(browser, stack) {
  const files = { '/': ['text/html', 'app.html'], '/app.js': ['text/javascript', 'app.js'] };
  const server = createServer((request, response) => {
    const [type, name] = files[new URL(request.url, 'http://app').pathname] ?? files['/'];
    response.setHeader('content-type', type).end(readFileSync(join(import.meta.dirname, '../app', name)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const context = await browser.newContext();
  try {
    const client = await newClient(stack, {
      ...{ name: 'Single-page app', public: true, first_party: true, origins: [origin], redirect_uris: [`${origin}/`] },
      scopes: ['openid', 'profile', 'cards', 'offline_access'],
    });
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

async function register(page, stack) {
  const account = newAccount();
  await page.click('#register');
  await registerUpTo(page, 'sent', account);
  const [mail] = await mailsTo(stack, account.username, 1);
  await page.goto(linkIn(mail));
  await page.fill('#password', account.password);
  await page.click('#known button');
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('Thank you'));
  return account;
}

async function says(page, id, text) {
  await page.waitForFunction(
    ([part, wanted]) => document.getElementById(part)?.textContent.includes(wanted),
    [id, text],
  );
}
