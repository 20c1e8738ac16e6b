import { fragmentStep } from '@ces/contracts/json/escape-step';

interface Open {
  list: boolean;
  key: string;
  index: number;
}

/** An unclosed string counts as one token. Otherwise the search would begin again at each quotation mark in it. */
const token = /"[^"\\]*(?:\\.?[^"\\]*)*"?|[{}[\],]/gs;

/** RFC 6901: the pointer to the key or value that begins at this byte. It reads all bytes before, so it is for refusals only. */
export function pointerTo(json: Buffer, at: number): string {
  const open: Open[] = [];
  let keyNext = false;
  // latin1 makes each byte one character, so that an index in the text is an index in the bytes.
  for (const { 0: part, index } of json.toString('latin1').matchAll(token)) {
    if (index > at) break;
    const inner = open.at(-1);
    if (part === '{' || part === '[') {
      open.push({ list: part === '[', key: '', index: 0 });
      keyNext = part === '{';
    } else if (part === '}' || part === ']') {
      open.pop();
    } else if (part === ',') {
      if (inner) inner.index += 1;
      keyNext = inner?.list === false;
    } else if (keyNext && inner) {
      inner.key = decoded(part);
      keyNext = false;
    }
  }
  return ['#', ...open.map(({ list, key, index }) => (list ? String(index) : fragmentStep(key)))].join('/');
}

function decoded(part: string): string {
  const text = Buffer.from(part, 'latin1').toString();
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** The name of the parameter that a pointer of one step names. A name that was cut within a character stays encoded. */
export function parameterIn(pointer: string): string {
  if (!pointer.startsWith('#/')) return pointer;
  const step = pointer.slice(2);
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
