import { newOperator, signInToConsole } from '../operators.mjs';

/**
 * An operator adds a passkey of a device that Chromium pretends to have, sets up a code app with a proof by the passkey,
 * signs in with it, and removes it. `looker` takes the pictures.
 */
export function passkeyJourney(looker) {
  return async function tryPasskeys(browser, stack) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const operator = await newOperator(page, stack, 'auditor');
    const address = `${stack.base_url}/console/settings/security`;
    const device = await addDevice(context, page);
    await signInToConsole(page, operator, address);
    await addPasskey(page, looker);
    await beginCodeApp(page, looker);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // Signing out opens the first page. That must have happened before the journey opens another one.
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await signInByPasskey(page, operator, { address, device, looker });
    await removePasskey(page);
    if (faults.length > 0) throw new Error(faults.join('; '));
  };
}

/** A device that is built in, and always finds its owner present. */
async function addDevice(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    keys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    forget: (credentialId) => session.send('WebAuthn.removeCredential', { authenticatorId, credentialId }),
    keep: (credential) => session.send('WebAuthn.addCredential', { authenticatorId, credential }),
  };
}

async function addPasskey(page, looker) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
  await looker.opened(page, 'console-open-recovery-codes');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Remove: Work laptop' }).waitFor();
  await looker.screen(page, 'console-security');
}

/** Every change needs a proof now; no code app can give it yet. */
async function beginCodeApp(page, looker) {
  await page.getByRole('button', { name: 'Set up' }).click();
  const proof = page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' });
  await proof.waitFor();
  await looker.opened(page, 'console-open-prove');
  await proof.click();
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
  await page.keyboard.press('Escape');
}

/** The page says so when the device does not answer, and lets the person try again. */
async function signInByPasskey(page, { email, password }, { address, device, looker }) {
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.fill('#username', email);
  await page.fill('#password', password);
  await page.click('button[value="sign-in"]');
  const button = page.locator('#passkey button');
  await button.waitFor();
  await looker.screen(page, 'sign-in-second-factor');
  const [key] = await device.keys();
  await device.forget(key.credentialId);
  await button.click();
  await page.locator('#passkey-fault').waitFor();
  await device.keep(key);
  await button.click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

async function removePasskey(page) {
  await page.getByRole('button', { name: 'Remove: Work laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The passkey is removed.').waitFor();
}
