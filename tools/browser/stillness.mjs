/** A movement up to this is good, as Web Vitals say. A page that moves more loses clicks, and its readers their line. */
const most = 0.1;
const holdsMs = [100, 200, 300];

/** Holds back what the pages of a window ask of the API, each answer for another time than the one before, as a slow network does. */
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
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, holdsMs[asked % holdsMs.length]));
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
}

/** The fault of a page that moved while its answers came. */
export async function movementOf(page, name) {
  const moved = await page.evaluate(() => globalThis.movement());
  return moved > most ? [`${name}: moves by ${moved.toFixed(2)} while its answers come`] : [];
}
