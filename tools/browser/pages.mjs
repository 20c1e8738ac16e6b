import { createHash, randomBytes } from 'node:crypto';
import { linkIn, mailsTo, newAccount, newClient, registerUpTo, signIn } from './accounts.mjs';

const partnerScopes = ['openid', 'profile', 'cards'];
const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');

/**
 * Every page and mail for people, with what must happen on it before the picture. An address may depend on the
 * language. A mail has its text instead of an address.
 */
export async function pagesOf(stack, browser, languages) {
  const redirect_uri = 'http://localhost:8080/callback';
  const at = (path) => `${stack.base_url}${path}`;
  const authorize = (more) => {
    const query = new URLSearchParams({
      client_id: stack.client.id,
      response_type: 'code',
      redirect_uri,
      scope: 'openid cards',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    });
    return at(`/oauth2/authorize?${query}`);
  };
  const partner = await newClient(stack, { name: 'Book club', redirect_uris: [redirect_uri], scopes: partnerScopes });
  const registering = languages.map((locale) => mailsIn(locale, browser, stack, authorize({ prompt: 'create' })));
  const mails = Object.fromEntries((await Promise.all(registering)).map((both, index) => [languages[index], both]));
  const guides = await linksOn(at('/docs'), /href="(\/docs\/(?:guides|events|reference\/webhooks)[^"#]*)"/g);
  return [
    { name: 'sign-in', url: authorize({}) },
    { name: 'sign-in-wrong', url: authorize({}), prepare: wrongPassword },
    { name: 'create', url: authorize({ prompt: 'create' }) },
    { name: 'create-person', url: authorize({ prompt: 'create' }), prepare: (page) => registerUpTo(page, 'person') },
    { name: 'create-optins', url: authorize({ prompt: 'create' }), prepare: (page) => registerUpTo(page, 'optins') },
    { name: 'create-sent', url: authorize({ prompt: 'create' }), prepare: (page) => registerUpTo(page, 'sent') },
    {
      name: 'consent',
      url: authorize({ client_id: partner, scope: partnerScopes.join(' ') }),
      prepare: async (page) => {
        await signIn(page, stack.user);
        await page.waitForSelector('button[value="allow"]');
      },
    },
    { name: 'activate', url: (locale) => linkIn(mails[locale].activation), prepare: told },
    { name: 'mail-activation', mail: (locale) => mails[locale].activation.html },
    { name: 'mail-reset', mail: (locale) => mails[locale].reset.html },
    { name: 'forgotten', url: authorize({}), prepare: (page) => page.click('.way a') },
    { name: 'forgotten-asked', url: authorize({}), prepare: (page) => askForMail(page, newAccount()) },
    { name: 'refused-address', url: authorize({ redirect_uri: 'https://other.example/callback' }) },
    { name: 'device', url: at('/oauth2/device/verify') },
    { name: 'expired', url: at('/oauth2/callback?state=x') },
    { name: 'sign-out', url: at(`/oauth2/logout?client_id=${stack.client.id}`) },
    { name: 'activate-incomplete', url: at('/activate') },
    { name: 'delete', url: at('/delete-account#nonce=x') },
    { name: 'delete-kept', url: at('/delete-account#nonce=x'), prepare: (page) => page.click('#keep') },
    { name: 'reset', url: at('/reset-password#nonce=x') },
    ...[...new Set(['/docs', '/problems', '/problems/rate-limited', ...guides])].map((path) => ({
      name: path.slice(1).replaceAll('/', '-'),
      url: at(path),
      inEnglishOnly: true,
      prepare: openFirst,
    })),
  ];
}

/** Mails in this language to a new user, and to one who then forgets the password. */
async function mailsIn(locale, browser, stack, url) {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const [kept, forgotten] = [newAccount(), newAccount()];
  for (const account of [kept, forgotten]) {
    await page.goto(url);
    await registerUpTo(page, 'sent', account);
    await mailsTo(stack, account.username, 1);
  }
  await page.goto(url);
  await page.click('button[value="sign-in"]');
  await askForMail(page, forgotten);
  const [activation] = await mailsTo(stack, kept.username, 1);
  const both = await mailsTo(stack, forgotten.username, 2);
  const reset = both.find((mail) => linkIn(mail).includes('/reset-password'));
  await context.close();
  return { activation, reset };
}

/** Waits until the page shows which registration it belongs to. */
async function told(page) {
  await page.waitForSelector('#known button');
}

async function askForMail(page, { username }) {
  await page.click('.way a');
  await page.fill('#username', username);
  await page.click('button:not([value])');
}

async function linksOn(url, pattern) {
  const html = await (await fetch(url)).text();
  return [...html.matchAll(pattern)].map(([, path]) => path);
}

async function wrongPassword(page) {
  await page.fill('#username', `nobody-${randomBytes(4).toString('hex')}@example.com`);
  await page.fill('#password', 'wrong password');
  await page.click('button[value="sign-in"]');
  await page.waitForSelector('#fault');
}

async function openFirst(page) {
  for (const details of await page.locator('details.operation').all()) {
    await details.locator('> summary').click();
    break;
  }
}
