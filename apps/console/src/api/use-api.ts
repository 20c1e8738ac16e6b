import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, callForPage, type Query } from './call.js';
import { useChosenClient } from './chosen-client.js';
import type { Refusal } from './refusal.js';
import type { Answer, PathOf } from './routes.js';

interface ReadOptions {
  path?: Record<string, string>;
  query?: Query;
  enabled?: boolean;
  /** Milliseconds until it is asked again by itself. */
  every?: number | false;
}

/** Reads one document, and keeps it for other screens. */
export function useRead<P extends PathOf<'get'>>(
  path: P,
  { path: names = {}, query, enabled = true, every = false }: ReadOptions = {},
): UseQueryResult<Answer<'get', P>, Refusal> {
  const client = useChosenClient();
  return useQuery<Answer<'get', P>, Refusal>({
    queryKey: [path, names, query ?? {}, client],
    queryFn: ({ signal }) => call('get', path, { path: names, query, signal }),
    enabled,
    refetchInterval: every,
  });
}

export interface List<Item> {
  items: Item[] | undefined;
  error: Refusal | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;

interface ListOptions<Item> extends ReadOptions {
  /** As `every`, but by what the list holds. */
  pace?: (items: readonly Item[]) => number;
}

/** Reads a list page by page. */
export function useList<P extends PathOf<'get'>>(
  path: P,
  { path: names = {}, query, enabled = true, every = false, pace }: ListOptions<ItemOf<Answer<'get', P>>> = {},
): List<ItemOf<Answer<'get', P>>> {
  const client = useChosenClient();
  const found = useInfiniteQuery({
    queryKey: [path, names, query ?? {}, client, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callForPage(path, { path: names, query: { limit: 100, ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | undefined }) => page.next,
    enabled,
    refetchInterval: pace ? ({ state }) => pace(state.data?.pages.flatMap((page) => page.items) ?? []) : every,
  });
  return {
    items: found.data?.pages.flatMap((page) => page.items),
    error: found.error as Refusal | null,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => {
      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
    },
    retry: () => {
      void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch());
    },
  };
}

/** Changes something, and reads again what the screens show. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done?: (output: Output, input: Input) => void,
): UseMutationResult<Output, Refusal, Input> {
  const queries = useQueryClient();
  return useMutation<Output, Refusal, Input>({
    mutationFn: change,
    onSuccess: (output, input) => {
      done?.(output, input);
      return queries.invalidateQueries();
    },
  });
}

/** Asks what a query cannot, such as a question that waits for a click. It changes nothing, so nothing is read again. */
export function useQuestion<Input, Output>(
  ask: (input: Input) => Promise<Output>,
  answered?: (output: Output) => void,
): UseMutationResult<Output, Refusal, Input> {
  return useMutation<Output, Refusal, Input>({ mutationFn: ask, onSuccess: (output) => answered?.(output) });
}
