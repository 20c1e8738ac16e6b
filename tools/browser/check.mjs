// Opens every page of a running stack in a real browser: desktop and phone, light and dark, three languages. It puts
// pictures into .local/pictures, checks each page with axe-core (contrast, landmarks, labels), lets a single-page app
// register a person, sign in, read, refresh and sign out, and works in the console as operators of each role. CES_STACK
// names the stack.json of a running stack; without it, a stack is started.
import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { consoleJourney } from './console-journey.mjs';
import { tryDocs } from './docs-journey.mjs';
import { launchBrowser } from './launch-browser.mjs';
import { pagesOf } from './pages.mjs';
import { passkeyJourney } from './passkey-journey.mjs';
import { registerAndSignIn } from './app-journey.mjs';
import { tryRoles, trySecondFactor } from './roles-journey.mjs';
import { withStack } from './stack.mjs';
import { tryLongTable } from './table-journey.mjs';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, '.local/pictures');
const languages = ['en-GB', 'nl-NL', 'de-DE'];
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const faults = [];

mkdirSync(pictures, { recursive: true });
const browser = await launchBrowser();
try {
  await withStack(root, async (stack) => {
    for (const page of await pagesOf(stack, browser, languages)) await look(page);
    const inConsole = [
      consoleJourney(lookAtScreen),
      tryLongTable,
      trySecondFactor,
      passkeyJourney(lookAtScreen),
      tryRoles,
    ];
    for (const journey of [registerAndSignIn, tryDocs, ...inConsole]) {
      await journey(browser, stack).catch(async (error) => {
        faults.push(`${journey.name}: ${error.message}`);
        await showWhere(journey.name);
      });
    }
  });
} finally {
  await browser.close();
}
for (const fault of faults) console.error(fault);
console.log(`${faults.length === 0 ? 'every page is fine' : `${faults.length} faults`}; pictures are in ${pictures}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Says what the pages of a failed journey show, and closes them. */
async function showWhere(journey) {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      const text = await page.innerText('body').catch((error) => error.message);
      console.error(`${journey} was at ${page.url()}, which says:\n${text.slice(0, 1_500)}`);
      await page.screenshot({ path: join(pictures, `fault-${journey}.png`) }).catch(() => undefined);
    }
    await context.close();
  }
}

async function look({ name, url, mail, prepare, inEnglishOnly }) {
  for (const locale of inEnglishOnly ? languages.slice(0, 1) : languages) {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    const found = { url: typeof url === 'function' ? url(locale) : url, html: mail?.(locale), prepare };
    const page = await open(context, found, `${name} ${locale}`);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        const label = `${name} ${locale} ${colorScheme} ${size}`;
        await take(page, label);
        // Structure and colours are the same in all languages.
        if (locale === languages[0]) await judge(page, label);
      }
    }
    await context.close();
  }
}

/** Pictures of a screen of the console, which is open already. Structure and colours are judged in each look. */
async function lookAtScreen(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await take(page, `${name} ${colorScheme} ${size}`);
      await judge(page, `${name} ${colorScheme} ${size}`);
    }
  }
  await page.setViewportSize(sizes.desktop);
}

async function open(context, { url, html, prepare }, label) {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      faults.push(`${label}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (url === undefined || new URL(request.url()).origin !== new URL(url).origin)
      faults.push(`${label}: asks ${request.url()}`);
  });
  if (html === undefined) await page.goto(url);
  else await page.setContent(html);
  await prepare?.(page);
  return page;
}

async function take(page, label) {
  await page.screenshot({ path: join(pictures, `${label.replaceAll(' ', '-')}.png`), fullPage: true });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wider > 0) faults.push(`${label}: ${wider} px wider than the window`);
}

async function judge(page, label) {
  // Over the protocol, because the page's policy admits no foreign script.
  await page.evaluate(`{ const define = undefined; const module = undefined; ${axe.source} }`);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, nodes } of violations)
    faults.push(`${label}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}
