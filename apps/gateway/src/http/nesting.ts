const maxNesting = 64;

const quote = 0x22;
const backslash = 0x5c;

/** One pass over the bytes, before any parser sees them: is JSON nested deeper than allowed? */
export function tooDeep(json: Uint8Array): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i];
    if (byte === quote) i = endOfString(json, i + 1);
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

function endOfString(json: Uint8Array, from: number): number {
  let i = from;
  while (i < json.length && json[i] !== quote) i += json[i] === backslash ? 2 : 1;
  return i;
}
