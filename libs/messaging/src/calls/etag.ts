import { Problem } from '@ces/contracts/problems';
import { hash } from 'node:crypto';
import { currentCall } from './call-context.js';

/** Members that change without an edit of the resource. */
const restless = new Set(['used', 'queue', 'available', 'claimed', 'last_used', 'last_used_at', 'signed_in_at']);
const tagCharacters = 16;

/**
 * The ETag of a resource as the API shows it. Its first part leaves out members that change by themselves, so that a
 * campaign can be edited although it grants something meanwhile. `If-Match` compares this part, `If-None-Match` both.
 */
export function etagOf(resource: object, json = JSON.stringify(resource)): string {
  const whole = digest(json);
  const edited = isRestless(resource) ? digest(JSON.stringify(withoutRestless(resource))) : whole;
  return `"${edited}.${whole}"`;
}

export function isKnown(header: string, tag: string): boolean {
  return header.trim() === '*' || tagsIn(header).includes(tag);
}

/**
 * Refuses a change whose `If-Match` names another state. Call it where no other request can change the resource any
 * more. `read` returns what a GET answers, or undefined if there is nothing yet.
 */
export async function demandUnchanged(read: () => Promise<object | undefined>): Promise<void> {
  const wanted = currentCall()?.ifMatch;
  if (wanted === undefined) return;
  const resource = await read();
  if (
    resource &&
    (wanted.trim() === '*' || tagsIn(wanted).some((tag) => editedPart(tag) === editedPart(etagOf(resource))))
  )
    return;
  throw new Problem(
    'precondition-failed',
    resource
      ? 'It was changed since you read it: GET it again, make your change in it, and send the new ETag as If-Match.'
      : 'There is nothing to change yet: leave If-Match out.',
  );
}

/** Proxies that compress answers mark tags as weak (`W/`). */
function tagsIn(header: string): string[] {
  return [...header.matchAll(/"[^"]*"/g)].map(([tag]) => tag);
}

function editedPart(tag: string): string {
  return tag.slice(1, 1 + tagCharacters);
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, tagCharacters);
}

function isRestless(resource: object): boolean {
  return Object.keys(resource).some((name) => restless.has(name));
}

function withoutRestless(resource: object): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !restless.has(name)));
}
