import { Problem } from '@ces/contracts/problems';

export function unknownNumber(): Problem {
  const detail = 'There is no card of this number.';
  return new Problem('card-unknown', detail, { errors: [{ pointer: '#/identifier', code: 'card-unknown', detail }] });
}

export function unknownCard(): Problem {
  return new Problem('card-not-found', 'There is no card of this id here.');
}

export function found<T>(card: T | null | undefined): T {
  if (card === undefined || card === null) throw unknownCard();
  return card;
}

export function demandOwnNumber({ replaced }: { replaced: boolean }): void {
  if (replaced) throw new Problem('card-state-conflict', 'The number of this card belongs to another card now.');
}
