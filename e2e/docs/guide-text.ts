import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** `shown` is the output below the snippet in the document. `…` stands for any text. */
export interface Snippet {
  text: string;
  shown: string | undefined;
}

/** Commands for another terminal or for Docker. `npm run quickstart` covers `npm start`. */
const notHere = /^(npm (start|test)|docker compose|cp \.env|wsl)\b/;

export function readGuide(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The `sh` snippets in their order. A `text` block right below a snippet shows its output. */
export function snippetsOf(document: string): Snippet[] {
  const blocks = document.matchAll(
    /^```sh\n(.*?)^```\n(?:\n(?:Prints|It prints|The answer)[^\n]*:\n)?(?:\n```text\n(.*?)^```$)?/gms,
  );
  return [...blocks].map(([, text = '', shown]) => ({ text, shown })).filter(({ text }) => !notHere.test(text));
}

/** Ignores white space at the ends of lines. */
export function patternOf(shown: string): RegExp {
  const lines = shown
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const literal = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(lines.map((line) => line.split('…').map(literal).join('[^]*?')).join(String.raw`\s*\n\s*`));
}
