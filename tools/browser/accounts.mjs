import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 30_000;

export function newAccount() {
  return {
    username: `spa-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(12).toString('hex'),
  };
}

/** Registers on our pages up to a step: `person`, `optins` or `sent`. The page already shows the first step. */
export async function registerUpTo(page, step, { username, password } = newAccount()) {
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('button[value="next"]');
  await page.waitForSelector('#firstName');
  if (step === 'person') return;
  await page.fill('#firstName', 'Anna');
  await page.fill('#lastName', 'Berg');
  await page.click('button[value="next"]');
  await page.waitForSelector('input[name="optin"]');
  if (step === 'optins') return;
  for (let left = 3; left > 0 && !(await page.locator('button[value="sign-in"]').count()); left -= 1) {
    for (const choice of await page.locator('input[type="checkbox"]').all()) await choice.check();
    await page.click('button[value="next"]');
    await page.waitForLoadState();
  }
  await page.waitForSelector('button[value="sign-in"]');
}

export async function signIn(page, { username, password }) {
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('button[value="sign-in"]');
}

export async function mailsTo({ mail_api }, to, count) {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(250)) {
    const all = await (await fetch(mail_api)).json();
    const mails = all.filter((mail) => mail.to === to);
    if (mails.length >= count) return mails;
  }
  throw new Error(`fewer than ${count} mails came to ${to}`);
}

export function linkIn({ text }) {
  return /https?:\/\/\S+#nonce=[\w-]+/.exec(text)[0];
}

/** A token that may administer everything. */
export async function tokenOf({ base_url, admin }) {
  const basic = Buffer.from(`${admin.id}:${admin.secret}`).toString('base64');
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'admin' });
  const headers = { authorization: `Basic ${basic}` };
  const answer = await fetch(`${base_url}/oauth2/token`, { method: 'POST', headers, body: form });
  return (await answer.json()).access_token;
}

export async function newClient(stack, client) {
  const { base_url } = stack;
  const made = await fetch(`${base_url}/api/1/admin/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(stack)}`, 'content-type': 'application/json' },
    body: JSON.stringify(client),
  });
  if (made.status !== 201) throw new Error(`the client was not made: ${await made.text()}`);
  return (await made.json()).id;
}
