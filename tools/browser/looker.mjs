import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const languages = ['en-GB', 'nl-NL', 'de-DE'];
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'];
/** A higher window takes too much memory. */
const highest = 8_000;
/** The rules that depend on colours. The others judge the structure, which is the same in light and dark. */
const ofColours = { runOnly: ['color-contrast'] };
const ofOpened = {
  rules: {
    // A menu stands at the end of the document, outside of its landmarks, and belongs to its button.
    region: { enabled: false },
  },
};
/** The keys of the field scroll its list of choices. */
export const ofChoices = { rules: { ...ofOpened.rules, 'scrollable-region-focusable': { enabled: false } } };
/** It hands the focus on at once, so nobody gets stuck in it. */
const focusGuards = { exclude: [['[data-base-ui-focus-guard]']] };

/** Takes pictures of pages into a folder, checks each with axe-core (contrast, landmarks, labels), and gathers the faults. */
export class Looker {
  faults = [];

  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  static languages = languages;

  /** Opens a page in each language. The first one is judged; the others must only fit, and words are longest on a phone. */
  async page(browser, { name, url, mail, prepare, inEnglishOnly }) {
    for (const locale of inEnglishOnly ? languages.slice(0, 1) : languages) {
      const context = await browser.newContext({ locale, reducedMotion: 'reduce', viewport: sizes.desktop });
      const found = { url: typeof url === 'function' ? url(locale) : url, html: mail?.(locale), prepare };
      const page = await this.open(context, found, `${name} ${locale}`);
      if (locale === languages[0]) await this.screen(page, `${name} ${locale}`);
      else await this.fit(page, `${name} ${locale}`);
      await context.close();
    }
  }

  /** A page that is open: each scheme and size. */
  async screen(page, name) {
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        const label = `${name} ${scheme} ${size}`;
        await this.takeWhole(page, label);
        this.demandWidth(label, await tooWide(page));
        await this.judge(page, label, scheme === 'light' ? {} : ofColours);
      }
    }
    await page.setViewportSize(sizes.desktop);
  }

  /** Judges a dialog, a menu or the like while it is open: each scheme, in the size that the page has. */
  async opened(page, name, rules = ofOpened) {
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await this.take(page, `${name} ${scheme}`);
      await this.judge(page, `${name} ${scheme}`, scheme === 'light' ? rules : ofColours);
    }
  }

  async fit(page, name) {
    await page.emulateMedia({ colorScheme: 'light' });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      this.demandWidth(`${name} ${size}`, await tooWide(page));
    }
    await this.takeWhole(page, `${name} light phone`);
  }

  async open(context, { url, html, prepare }, label) {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        this.faults.push(`${label}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (url === undefined || new URL(request.url()).origin !== new URL(url).origin)
        this.faults.push(`${label}: asks ${request.url()}`);
    });
    if (html === undefined) await page.goto(url);
    else await page.setContent(html);
    await prepare?.(page);
    return page;
  }

  async take(page, label, fullPage = false) {
    await drawn(page);
    await page.screenshot({ path: join(this.folder, `${label.replaceAll(' ', '-')}.png`), fullPage });
  }

  /** Makes the window as high as the page: a picture beyond the window lacks what scrolls by itself, such as the navigation. */
  async takeWhole(page, label) {
    const { width, height } = page.viewportSize();
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole > height && whole < highest) await page.setViewportSize({ width, height: whole });
    await this.take(page, label, true);
    await page.setViewportSize({ width, height });
  }

  demandWidth(label, wider) {
    if (wider > 0) this.faults.push(`${label}: ${wider} px wider than the window`);
  }

  async judge(page, label, rules) {
    if (!(await page.evaluate(() => 'axe' in globalThis)))
      // Over the protocol, because the page's policy admits no foreign script.
      await page.evaluate(`{ const define = undefined; const module = undefined; ${axe.source} }`);
    // Only what is wrong comes back: all that axe has looked at is some megabytes for each page.
    const found = await page.evaluate(
      async ([where, options]) => {
        const { violations } = await globalThis.axe.run(where, options);
        return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
      },
      [focusGuards, { resultTypes: ['violations'], ...rules }],
    );
    this.faults.push(...found.map((fault) => `${label}: ${fault}`));
  }
}

/** Other colours and sizes are on the screen after the second frame. */
function drawn(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

function tooWide(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
