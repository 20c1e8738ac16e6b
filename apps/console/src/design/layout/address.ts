import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** A value of the path, such as `id` of /customers/$id. */
export function usePathValue(name: string): string {
  const values: Record<string, unknown> = useParams({ strict: false });
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** The values behind the question mark, and a way to change them that the back button does not notice. */
export function useAsked(): [
  asked: Record<string, string | undefined>,
  ask: (change: Record<string, string | undefined>) => void,
] {
  const navigate = useNavigate();
  const found: Record<string, unknown> = useSearch({ strict: false });
  const asked = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, textOf(value)]));
  const ask = (change: Record<string, string | undefined>): void => {
    const kept = Object.entries({ ...asked, ...change }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: true });
  };
  return [asked, ask];
}

/** The router reads `?q=12` as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
