import { signInToConsole } from '../operators.mjs';

const rows = 100_000;
/** As fast as somebody who throws a wheel. */
const pixelsPerFrame = 300;
const frames = 240;
/** Rows in the document at any time. The window shows about twenty. */
const mostRows = 80;
/** Work of the page for one frame. At 60 frames in a second there are 16.7 ms for it. */
const mostWorkMs = 16.7;

/** Scrolls a table of 100,000 rows in the console. The rows are made here, and come in one answer of the API. */
export async function tryLongTable(browser, stack) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInToConsole(page, stack.operator, `${stack.base_url}/console/`);
  await page.route('**/api/1/admin/coupons/*/codes?*', (route) => route.fulfill({ json: manyCodes() }));
  await page.goto(`${stack.base_url}/console/rewards`);
  await page.locator('tr.links').first().click();
  const frame = page.getByRole('region', { name: 'Codes' });
  await frame.getByText('LONG-000000').waitFor();
  const session = await context.newCDPSession(page);
  // Processor time of the page's thread: a busy machine makes frames late, but not this number larger.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await workOf(session);
  const found = await frame.evaluate(scroll, { pixelsPerFrame, frames });
  const work = Math.round((((await workOf(session)) - before) / frames) * 10) / 10;
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await frame.getByText(`LONG-0${rows - 1}`).waitFor();
  await context.close();
  console.log(
    `a table of ${rows} rows: a frame takes ${work} ms of work, and ${found.median} ms (median), ${found.late} ms (95 of 100) or ` +
      `${found.longest} ms (longest) until the next; ${found.most} rows are in the document`,
  );
  if (work > mostWorkMs) throw new Error(`scrolling a table takes ${work} ms of work for each frame`);
  if (found.most > mostRows) throw new Error(`${found.most} rows are in the document`);
}

/** Milliseconds that the page has worked so far. */
async function workOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
}

function manyCodes() {
  return Array.from({ length: rows }, (_, index) => ({
    code: `LONG-${String(index).padStart(6, '0')}`,
    state: 'available',
    slip: null,
  }));
}

/** Runs in the page: scrolls a part in each frame, and times the frames. */
async function scroll(element, { pixelsPerFrame, frames }) {
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const times = [];
  let most = 0;
  let before = await next();
  for (let count = 0; count < frames; count += 1) {
    element.scrollTop += pixelsPerFrame;
    const now = await next();
    times.push(now - before);
    before = now;
    most = Math.max(most, element.querySelectorAll('tbody tr').length);
  }
  const sorted = times.sort((one, other) => one - other).map((time) => Math.round(time * 10) / 10);
  const at = (share) => sorted[Math.floor((frames - 1) * share)];
  return { median: at(0.5), late: at(0.95), longest: at(1), most };
}
