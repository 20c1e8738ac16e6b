import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The gateway serves the files under /console. CONSOLE_ASSETS_URL names another place of the files beside index.html, such as
 * `https://cdn.example/console/`.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: process.env['CONSOLE_ASSETS_URL'] ?? '/console/',
  logLevel: 'warn',
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/apps/console'),
    emptyOutDir: true,
    manifest: true,
    // The policy of the page admits no inline content, and a data URL in a style is one.
    assetsInlineLimit: 0,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // Packages mark their files `use client` for servers that render, and there is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
