import { codeOf, newOperator, signInToConsole } from '../operators.mjs';

/** The navigation of each role, and a call that the role may not make. */
const roles = {
  owner: { shown: 'Home Customers Campaigns Rewards Segments Events Webhooks Operations Settings', refused: undefined },
  marketer: { shown: 'Home Campaigns Rewards Segments Events Settings', refused: '/api/1/admin/clients' },
  support: { shown: 'Home Customers', refused: '/api/1/admin/campaigns' },
  developer: { shown: 'Home Events Webhooks Operations Settings', refused: '/api/1/admin/users?q=anna' },
  auditor: {
    shown: 'Home Customers Campaigns Rewards Events Operations Settings',
    refused: '/api/1/terminal/webhooks',
  },
};

/** Each role sees what it may do: no screen that is shown asks for anything refused, and a call past the screens is 403. */
export async function tryRoles(browser, stack) {
  for (const [role, { shown, refused }] of Object.entries(roles)) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const operator = await newOperator(page, stack, role);
    const denied = [];
    page.on('response', (answer) => {
      if (answer.status() === 403 || answer.status() === 400) denied.push(`${answer.status()} ${answer.url()}`);
    });
    await signInToConsole(page, operator, `${stack.base_url}/console/`);
    await openAll(page, role, shown.split(' '));
    if (denied.length > 0) throw new Error(`screens of ${role} ask for what is refused: ${denied.join(', ')}`);
    if (refused !== undefined) await beRefused(page, role, refused, stack.client.id);
    await context.close();
  }
}

/** Opens each part, and each tab in it. */
async function openAll(page, role, expected) {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const links = navigation.locator('.nav-item');
  const shown = (await links.allInnerTexts()).map((text) => text.trim());
  if (shown.join(' ') !== expected.join(' ')) throw new Error(`${role} sees ${shown.join(', ')}`);
  for (const name of expected) {
    const link = navigation.getByRole('link', { name, exact: true });
    const address = await link.evaluate((anchor) => anchor.href);
    await link.click();
    await page.waitForURL((url) => url.href.startsWith(address));
    await settled(page);
    // Tabs are opened by their addresses, because a list that arrives late draws them anew.
    const tabs = await page.locator('.tabs a').evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
    for (const tab of tabs.slice(1)) {
      await page.goto(tab);
      await settled(page);
    }
  }
}

async function settled(page) {
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.skeleton, [aria-busy=true]').length === 0);
}

async function beRefused(page, role, path, client) {
  const headers = { 'X-Console': '1', 'On-Behalf-Of': client };
  const status = await page.evaluate(
    async ([address, sent]) => (await fetch(address, { headers: sent })).status,
    [path, headers],
  );
  if (status !== 403) throw new Error(`${role} gets ${status} from ${path}`);
}

/** An operator sets codes of an app up, and then needs one to sign in. `looker` takes the pictures. */
export function factorJourney(looker) {
  return async function trySecondFactor(browser, stack) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const operator = await newOperator(page, stack, 'marketer');
    const address = `${stack.base_url}/console/settings/security`;
    await signInToConsole(page, operator, address);
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await looker.opened(page, 'console-open-code-app');
    const [secret] = /[A-Z2-7]{32,}/.exec(await dialog.innerText()) ?? [];
    await dialog.getByLabel('Code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const recovery = page.getByRole('dialog', { name: 'Recovery codes' });
    await recovery.waitFor();
    const [recoveryCode] = /[0-9a-f]{16}/.exec(await recovery.innerText()) ?? [];
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    // Each code counts once, and a clock may be a step ahead.
    await signInToConsole(page, operator, address, codeOf(secret, 1));
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByLabel('Code').fill(recoveryCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The codes are no longer asked for.').waitFor();
  };
}
