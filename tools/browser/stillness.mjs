/** The sum of all movements that a page may make. Web Vitals call 0.1 good; a page that moves more loses clicks. */
const most = 0.1;
const holdsMs = [100, 200, 300];

/**
 * Holds back what the pages of a window ask of the API, each answer for another time than the one before, as a slow network
 * does. Returns what waits for the answers of a page, and tells the fault of one that has moved meanwhile.
 */
export async function holdAnswers(page) {
  await page.addInitScript(() => {
    const moved = [];
    const note = (entries) => moved.push(...entries.filter(({ hadRecentInput }) => !hadRecentInput));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    globalThis.movement = () => {
      note(observer.takeRecords());
      return moved.reduce((sum, { value }) => sum + value, 0);
    };
  });
  const awaited = new Set();
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => awaited.delete(request));
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    // A stream does not end.
    if (!request.headers()['accept']?.includes('text/event-stream')) awaited.add(request);
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, holdsMs[asked % holdsMs.length]));
    // The page may have been left meanwhile.
    await route.continue().catch(() => awaited.delete(request));
  });
  return async (name) => {
    // An answer may lead to the next question.
    for (let quiet = 0; quiet < 3; quiet = awaited.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(50);
    const moved = await page.evaluate(() => globalThis.movement());
    return moved > most ? [`${name}: moves by ${moved.toFixed(2)} while its answers come`] : [];
  };
}
