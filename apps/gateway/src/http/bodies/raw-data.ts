const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const leftBracket = 0x5b;
const backslash = 0x5c;
const rightBracket = 0x5d;
const leftBrace = 0x7b;
const rightBrace = 0x7d;

/**
 * Returns the text of each object's `data` in a list of objects, exactly as it was sent: parsing and printing it would alter
 * numbers. The caller must know that the text is a JSON list of objects.
 */
export function rawData(list: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(list, at);
      if (depth === 2 && start < 0) name = JSON.parse(list.slice(at, end + 1)) as string;
      at = end;
    } else if (code === colon && depth === 2) {
      start = at + 1;
    } else if (code === leftBrace || code === leftBracket) {
      if (depth === 1) found.push(undefined);
      depth += 1;
    } else if (code === rightBrace || code === rightBracket || code === comma) {
      if (depth === 2 && start >= 0) {
        if (name === 'data') found[found.length - 1] = list.slice(start, at).trim();
        start = -1;
      }
      if (code !== comma) depth -= 1;
    }
  }
  return found;
}

/** Returns the text of each item of a list of objects. The caller must know that the text is one. */
export function itemTexts(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    if (code === quote) {
      at = endOfString(list, at);
    } else if (code === leftBrace || code === leftBracket) {
      if (depth === 1) start = at;
      depth += 1;
    } else if (code === rightBrace || code === rightBracket) {
      depth -= 1;
      if (depth === 1) found.push(list.slice(start, at + 1));
    }
  }
  return found;
}

function endOfString(text: string, quoteBefore: number): number {
  let at = quoteBefore + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
