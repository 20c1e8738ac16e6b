import { ByKey, PutByKey, ShownStatus, type PutAnswer, type PutStatus } from '../by-name/by-name.js';
import { renamed, rpc } from '../rpc.js';
import { IntersectionType } from '../shape/described.js';
import { CardDefinition, NewCardDefinition } from './card-definitions.js';
import { formerNamesOfOptin, NewOptin, OptinDefinition } from './optins.js';

export class PutCardDefinitionByKey extends IntersectionType(NewCardDefinition, PutByKey) {}
export class PutOptinByKey extends IntersectionType(NewOptin, PutByKey) {}

export class CardDefinitionByName extends CardDefinition {
  @ShownStatus() status: PutStatus;
}

export class OptinByName extends OptinDefinition {
  @ShownStatus() status: PutStatus;
}

export const getCardDefinitionByKey = rpc('cards.definitions.get-by-key', ByKey).returns<CardDefinition>();
export const putCardDefinitionByKey = rpc('cards.definitions.put-by-key', PutCardDefinitionByKey).returns<
  PutAnswer<CardDefinition>
>();
export const getOptinByKey = renamed(
  formerNamesOfOptin,
  rpc('cards.optins.get-by-key', ByKey).returns<OptinDefinition>(),
);
export const putOptinByKey = renamed(
  formerNamesOfOptin,
  rpc('cards.optins.put-by-key', PutOptinByKey).returns<PutAnswer<OptinDefinition>>(),
);
