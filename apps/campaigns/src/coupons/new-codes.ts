import type { NewCodes } from '@ces/contracts/campaigns/coupons';
import { faulty } from '@ces/contracts/problems';
import { generateCodes } from './generate-codes.js';

export interface NewCodeList {
  codes: string[];
  origin: 'given' | 'generated';
}

export async function newCodes({ codes, generate }: NewCodes, least: 'some' | 'none'): Promise<NewCodeList> {
  if (codes && generate) {
    throw faulty('validation-failed', [
      { pointer: '#/generate', code: 'codes', detail: 'must not be combined with codes' },
    ]);
  }
  if (!codes && !generate && least === 'some') {
    throw faulty('validation-failed', [{ pointer: '#/codes', code: 'codes', detail: 'is required without generate' }]);
  }
  if (generate) return { codes: await generateCodes(generate.count, generate.pattern), origin: 'generated' };
  refuseRepeats(codes ?? []);
  return { codes: codes ?? [], origin: 'given' };
}

/** The codes of a coupon that is replaced. `generate` names how many it shall have; those that it has count. */
export async function missingCodes(given: NewCodes, existing: number): Promise<string[]> {
  const { generate } = given;
  if (given.codes || !generate) return (await newCodes(given, 'none')).codes;
  // A short pattern is refused also where no code is missing.
  const made = await generateCodes(Math.max(1, generate.count - existing), generate.pattern);
  return generate.count > existing ? made : [];
}

function refuseRepeats(codes: string[]): void {
  const seen = new Set<string>();
  const faults = codes.flatMap((code, index) => {
    const repeated = seen.has(code);
    seen.add(code);
    return repeated ? [{ pointer: `#/codes/${index}`, code: 'repeated', detail: 'is in the list twice' }] : [];
  });
  if (faults.length > 0) throw faulty('validation-failed', faults);
}
