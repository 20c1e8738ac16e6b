// Opens every page of a running stack in a real browser: desktop and phone, light and dark, three languages. It puts
// pictures into .local/pictures, checks each page and what opens on it with axe-core, lets a single-page app
// register a person, sign in, read, refresh and sign out, and works in the console as operators of each role. CES_STACK
// names the stack.json of a running stack; without it, a stack is started.
import { join, resolve } from 'node:path';
import { consoleJourney } from './journeys/console-journey.mjs';
import { dialogsJourney } from './journeys/dialogs-journey.mjs';
import { tryDocs } from './journeys/docs-journey.mjs';
import { launchBrowser } from './launch-browser.mjs';
import { Looker } from './looker.mjs';
import { pagesOf } from './pages.mjs';
import { passkeyJourney } from './journeys/passkey-journey.mjs';
import { registerAndSignIn } from './journeys/app-journey.mjs';
import { factorJourney, tryRoles } from './journeys/roles-journey.mjs';
import { withStack } from './stack.mjs';
import { tryLongTable } from './journeys/table-journey.mjs';

const root = resolve(import.meta.dirname, '../..');
const looker = new Looker(join(root, '.local/pictures'));
const { faults } = looker;

// It unpacks while the stack starts.
const launched = launchBrowser();
launched.catch(() => undefined);
try {
  await withStack(root, async (stack) => {
    const browser = await launched;
    const [longest, ...others] = [consoleJourney, dialogsJourney, factorJourney, passkeyJourney].map((made) =>
      made(looker),
    );
    // The longest come first, so that both processors end together.
    const journeys = [longest, lookAtPages, ...others, tryRoles, registerAndSignIn, tryDocs, tryLongTable];
    // Each of two processors has something to do: a page draws while another one waits.
    await Promise.all([travel(journeys, browser, stack), travel(journeys, browser, stack)]);
  });
} finally {
  await (await launched).close();
}
for (const fault of faults) console.error(fault);
console.log(
  `${faults.length === 0 ? 'every page is fine' : `${faults.length} faults`}; pictures are in ${looker.folder}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Takes one journey after the other, each with windows of its own, until none is left. */
async function travel(journeys, browser, stack) {
  for (let journey = journeys.shift(); journey; journey = journeys.shift()) {
    const begun = performance.now();
    const contexts = [];
    const own = {
      newContext: async (options) => {
        const context = await browser.newContext(options);
        contexts.push(context);
        return context;
      },
    };
    await journey(own, stack).catch(async (error) => {
      faults.push(`${journey.name}: ${error.message}`);
      await showWhere(journey.name, contexts);
    });
    for (const context of contexts) await context.close();
    console.log(`${journey.name} took ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  }
}

async function lookAtPages(browser, stack) {
  for (const page of await pagesOf(stack, browser, Looker.languages)) await looker.page(browser, page);
}

/** Says what the pages of a failed journey show. */
async function showWhere(journey, contexts) {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.innerText('body').catch((error) => error.message);
    console.error(`${journey} was at ${page.url()}, which says:\n${text.slice(0, 1_500)}`);
    await page.screenshot({ path: join(looker.folder, `fault-${journey}.png`) }).catch(() => undefined);
  }
}
