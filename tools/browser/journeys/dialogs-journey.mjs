import { ofChoices } from '../looker.mjs';
import { signInToConsole } from '../operators.mjs';

const phone = { width: 390, height: 844 };

/**
 * Opens what the other journeys pass by: menus, the palette, completion in an editor, forms, dialogs before a dangerous act, and on
 * the phone the navigation. `looker` judges each while it is open, because a page by itself does not show it.
 */
export function dialogsJourney(looker) {
  return async function tryDialogs(browser, stack) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const at = (path) => `${stack.base_url}/console${path}`;
    await signInToConsole(page, stack.operator, at('/'));
    await openMenus(page, looker);
    await openPalette(page, looker);
    await openForms(page, at, looker);
    await openEditor(page, at, looker);
    await askFirst(page, at, looker);
    await stopJob(page, at, looker);
    await page.setViewportSize(phone);
    await openMenus(page, looker, '-phone');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Close the menu' }).waitFor();
    await looker.opened(page, 'console-open-navigation');
  };
}

async function openMenus(page, looker, size = '') {
  for (const [name, button] of Object.entries({ clients: 'Choose a client', account: 'Your account' })) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menu').waitFor();
    await looker.opened(page, `console-open-${name}${size}`);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
}

async function openPalette(page, looker) {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option').first().waitFor();
  await looker.opened(page, 'console-open-palette');
  await dialog.getByRole('combobox').fill('no page has this name');
  await dialog.getByText('Nothing found').waitFor();
  await looker.opened(page, 'console-open-palette-empty');
  await close(page);
}

/** A form of the settings, one of a list, and one with a fault. */
async function openForms(page, at, looker) {
  const forms = {
    operators: 'Invite an operator',
    optins: 'New opt-in',
    clients: 'New client',
    cards: 'New card definition',
  };
  for (const [screen, button] of Object.entries(forms)) {
    await page.goto(at(`/settings/${screen}`));
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await looker.opened(page, `console-open-form-${screen}`);
    await close(page);
  }
}

async function openEditor(page, at, looker) {
  await page.goto(at('/campaigns/new'));
  await page.getByLabel('Event', { exact: true }).selectOption('purchase');
  await page.getByLabel('Condition').locator('.cm-content').click();
  await page.keyboard.type('event.');
  await page.locator('.cm-tooltip-autocomplete').waitFor();
  await looker.opened(page, 'console-open-completion', ofChoices);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a reward' }).click();
  await page.getByRole('menu').waitFor();
  await looker.opened(page, 'console-open-add-reward');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).waitFor();
  await looker.opened(page, 'console-open-unsaved');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function askFirst(page, at, looker) {
  await page.goto(at('/operations/reconcile'));
  await page.getByRole('button', { name: 'Compare and repair' }).click();
  await page.getByRole('dialog').waitFor();
  await looker.opened(page, 'console-open-confirm');
  await close(page);
}

/** The job is made here, because a real one is over before anybody can stop it. */
async function stopJob(page, at, looker) {
  const created = new Date().toISOString();
  const job = {
    id: 'job',
    kind: 'replay-dead-letters',
    request: {},
    state: 'running',
    progress: 0.4,
    done: 4,
    failed: 1,
  };
  const answer = { ...job, obstacle: null, created, finished_at: null };
  await page.route('**/api/1/admin/jobs?*', (route) => route.fulfill({ json: [answer] }));
  await page.route('**/api/1/admin/jobs/job:cancel', (route) => {
    Object.assign(answer, { state: 'cancelled', finished_at: created });
    return route.fulfill({ json: answer });
  });
  await page.goto(at('/operations/dead-letters'));
  await page.getByRole('button', { name: 'Stop' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await looker.opened(page, 'console-open-stop');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
}

async function close(page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
