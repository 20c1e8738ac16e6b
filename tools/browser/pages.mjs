import { createHash, randomBytes } from 'node:crypto';

const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');

/** Every page for people, with what must happen on it before the picture. */
export async function pagesOf(stack) {
  const at = (path) => `${stack.base_url}${path}`;
  const authorize = (more) => {
    const query = new URLSearchParams({
      client_id: stack.client.id,
      response_type: 'code',
      redirect_uri: 'http://localhost:8080/callback',
      scope: 'openid cards',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    });
    return at(`/oauth2/authorize?${query}`);
  };
  const guides = await linksOn(at('/docs'), /href="(\/docs\/(?:guides|events|reference\/webhooks)[^"#]*)"/g);
  return [
    { name: 'sign-in', url: authorize({}) },
    { name: 'sign-in-wrong', url: authorize({}), prepare: wrongPassword },
    { name: 'create', url: authorize({ prompt: 'create' }) },
    { name: 'forgotten', url: authorize({}), prepare: (page) => page.click('.way a') },
    { name: 'refused-address', url: authorize({ redirect_uri: 'https://other.example/callback' }) },
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
