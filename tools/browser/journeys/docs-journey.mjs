export async function tryDocs(browser, { base_url, client, user }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${base_url}/docs/reference/webhooks#Webhooks.list`);
  await page.click('#who');
  await page.fill('#client', client.id);
  await page.fill('#secret', client.secret);
  await page.click('button[value="client"]');
  await page.waitForSelector('#who:has-text("Signed in as client")');
  await send(page, 'Webhooks.list', 200);

  await page.goto(`${base_url}/docs/reference/person`);
  const [id] = await page.$$eval('details.operation', (all) =>
    all
      .filter((each) => each.querySelector('form[data-method="GET"][data-path="/api/1/user/person/me"]'))
      .map((each) => each.id),
  );
  await page.click('#who');
  await page.click('button[value="user"]');
  await page.fill('#username', user.username);
  await page.fill('#password', user.password);
  await page.click('button[value="sign-in"]');
  await page.waitForSelector('#who:has-text("Signed in as user of cl_docs")');
  await page.waitForURL(/reference\/person/);
  await page.goto(`${base_url}/docs/reference/person#${id}`);
  await send(page, id, 200);
  await context.close();
}

async function send(page, id, status) {
  const form = page.locator(`[id="${id}"] form.try`);
  await form.locator('button').click();
  await form.locator('.answer p').waitFor();
  const answered = await form.locator('.answer p').textContent();
  if (!answered.startsWith(`${status} `)) throw new Error(`${id} was answered ${answered}`);
}
