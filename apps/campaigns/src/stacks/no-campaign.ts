/** Stands in the ledger for the campaign of an entry that came with an import. */
export const noCampaign = '00000000-0000-0000-0000-000000000000';
/** Stands there for the campaign of a correction. */
export const correctedByHand = '00000000-0000-0000-0000-000000000001';
