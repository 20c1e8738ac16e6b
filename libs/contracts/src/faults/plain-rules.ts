/**
 * The words of class-validator for a broken rule, without the name of the field, and ours for the same. For an item of a
 * list class-validator chooses its words by the length of the list, so they may name the bound that is kept.
 */
const phrases: [said: RegExp, ours: (...found: string[]) => string][] = [
  [
    /^must be longer than or equal to (\d+) and shorter than or equal to (\d+) characters$/,
    (least, most) => `must have ${least} to ${most} characters`,
  ],
  [
    /^must be longer than or equal to (\d+) characters$/,
    (least) => `must have at least ${counted(least, 'character')}`,
  ],
  [/^must be shorter than or equal to (\d+) characters$/, (most) => `must have at most ${counted(most, 'character')}`],
  [/^must contain at least (\d+) elements$/, (least) => `must have at least ${counted(least, 'item')}`],
  [/^must contain no more than (\d+) elements$/, (most) => `must have at most ${counted(most, 'item')}`],
  [/^must not be less than (-?[\d.]+)$/, (least) => `must be at least ${least}`],
  [/^must not be greater than (-?[\d.]+)$/, (most) => `must be at most ${most}`],
  [/^should not be empty$/, () => 'must not be empty'],
  [/^All .+'s elements must be unique$/, () => 'must have no item twice'],
];

export function inPlainWords(message: string): string {
  for (const [said, ours] of phrases) {
    const found = said.exec(message);
    if (found) return ours(...found.slice(1));
  }
  return message;
}

function counted(number: string | undefined, thing: string): string {
  return `${number} ${thing}${number === '1' ? '' : 's'}`;
}
