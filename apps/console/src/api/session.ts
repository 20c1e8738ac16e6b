import { queryOptions } from '@tanstack/react-query';
import { Refusal, refusalOf } from './refusal.js';

export interface Session {
  operator: { id: string; name: string; email: string; role: string; scopes: string[] };
  factors: { totp: boolean; passkeys: number; required: boolean };
}

export interface NamedClient {
  id: string;
  name: string;
  public: boolean;
}

/** The clients that the operator may act for, newest first. */
export const clientsQuery = queryOptions<NamedClient[], Refusal>({
  queryKey: ['clients'],
  queryFn: async () => (await (await ask('/console/clients')).json()) as NamedClient[],
});

/** The signed-in operator, or null. */
export const sessionQuery = queryOptions<Session | null, Refusal>({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return (await (await ask('/console/session')).json()) as Session;
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  retry: 1,
});

async function ask(path: string): Promise<Response> {
  const answer = await fetch(path, { headers: { 'X-Console': '1' } }).catch(() => {
    throw new Refusal(0, { title: 'No answer', code: 'no-answer' });
  });
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

export async function signOut(): Promise<void> {
  const answer = await fetch('/console/sign-out', { method: 'POST', headers: { 'X-Console': '1' } });
  if (!answer.ok && answer.status !== 401) throw await refusalOf(answer);
}

export function signInAddress(): string {
  const here = window.location.pathname + window.location.search;
  return `/console/sign-in?return_to=${encodeURIComponent(here.startsWith('/console') ? here : '/console/')}`;
}

/** `admin` holds every scope, and `admin:read` every reading one. */
export function may(session: Session | null | undefined, ...oneOf: string[]): boolean {
  const scopes = session?.operator.scopes ?? [];
  return scopes.includes('admin') || oneOf.some((scope) => scopes.includes(scope));
}
