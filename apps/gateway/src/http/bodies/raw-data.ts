const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

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
    const char = list[at];
    if (char === '"') {
      string.lastIndex = at;
      const text = string.exec(list)?.[0] ?? '"';
      if (depth === 2 && start < 0) name = JSON.parse(text) as string;
      at += text.length - 1;
    } else if (char === ':' && depth === 2) {
      start = at + 1;
    } else if (char === '{' || char === '[') {
      if (depth === 1) found.push(undefined);
      depth += 1;
    } else if (char === '}' || char === ']' || char === ',') {
      if (depth === 2 && start >= 0) {
        if (name === 'data') found[found.length - 1] = list.slice(start, at).trim();
        start = -1;
      }
      if (char !== ',') depth -= 1;
    }
  }
  return found;
}
