import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';

/** Uses a fresh folder with the fonts and libraries of the package, so that Chromium needs nothing of this machine. */
export async function launchBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'ces-chromium-'));
  const { executablePath, args } = await unpackInto(folder);
  const fonts = join(folder, 'fonts');
  // The package's own settings name folders of Lambda. Without any font, Chromium crashes at the dots of a password.
  const settings = `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(fonts, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">${settings}`);
  const env = {
    ...process.env,
    FONTCONFIG_PATH: fonts,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  };
  const browser = await playwright.launch({ executablePath, args, env });
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** The package unpacks into the folder for temporary files, and its libraries only if it believes to be on Lambda. */
async function unpackInto(folder) {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    await inflate(join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
    // In one process, as on Lambda, the browser would end with its first window.
    const args = chromium.args.filter((each) => each !== '--single-process' && each !== '--no-zygote');
    return { executablePath, args };
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
