const lists = '**/external-segment/list*';

/** A list of choices that is refused, or comes late, must not disturb who builds a campaign. */
export async function openBuilder(page, at) {
  await keepWhatIsWritten(page, at);
  await standStill(page, at);
}

/** The console reads the lists again when its window is looked at. */
async function keepWhatIsWritten(page, at) {
  let refused = 0;
  await page.route(lists, (route) => {
    refused += 1;
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"status":403,"title":"No"}' });
  });
  await page.goto(at('/campaigns/new'));
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half a name');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(500);
  if ((await name.inputValue()) !== 'Half a name' || refused > 5)
    throw new Error(`the builder began anew after ${refused} refusals of a list`);
  await page.unroute(lists);
}

async function standStill(page, at) {
  await page.route(lists, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto(at('/campaigns/new'));
  const button = page.getByRole('button', { name: 'Add a reward' });
  const { y } = await button.boundingBox();
  await page.getByText('In one of these segments').waitFor();
  const moved = (await button.boundingBox()).y - y;
  if (Math.abs(moved) >= 1) throw new Error(`the button moved by ${moved} pixels while a list of choices came`);
  await page.unroute(lists);
}
