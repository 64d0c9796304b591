// The vault: keys and hooks.
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { VAULT_PAGE } from '@camarim/contract/limits';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import type { Kind, VaultItem } from '../media/index.ts';

export type { VaultItem };

export type VaultItemPage = ReplyOf<Routes['GET /vault/medias']>;
export type Folders = Data<'GET /vault/folders'>;
export type Folder = Folders['folders'][number];

/** `folder`: an id, or "none" for media outside of folders. Instants are ISO 8601. */
export type VaultFilter = {
  folder?: string;
  kind?: Kind;
  search?: string;
  from?: string;
  until?: string;
};

const ALL = ['vault'] as const;

/** Polling interval of media in processing: no realtime event covers uploads without a post. */
const POLL_MS = 4_000;

export const foldersQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'folders'] as const,
    queryFn: async ({ signal }) => (await call('GET /vault/folders', { signal })).data,
  });

export const mediasQuery = (filter: VaultFilter) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'medias', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /vault/medias', {
        query: { ...filter, limit: VAULT_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) =>
      page.data.length < VAULT_PAGE ? undefined : offset + VAULT_PAGE,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(({ status }) => status !== 'processed'))
        ? POLL_MS
        : false,
  });

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'usage', id] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /vault/medias/{id}/posts', { params: { id }, signal })).data,
  });

const useVaultMutation = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ALL }) });
};

/** Creates a folder, or renames an existing one. */
export const useSaveFolder = (id: string | null) =>
  useVaultMutation(async (name: string) =>
    id === null
      ? (await call('POST /vault/folders', { body: { name } })).data
      : (await call('PUT /vault/folders/{id}', { params: { id }, body: { name } })).data,
  );

export const useDeleteFolder = () =>
  useVaultMutation((id: string) => call('DELETE /vault/folders/{id}', { params: { id } }));

/** Moves media into a folder, or out of folders. */
export const useMoveMedias = () =>
  useVaultMutation(
    async (body: { ids: string[]; folderId: string | null }) =>
      (await call('PUT /vault/medias', { body })).data,
  );

export const useSetTitle = (id: string) =>
  useVaultMutation((title: string | null) =>
    call('PUT /vault/medias/{id}', { params: { id }, body: { title } }),
  );

export const useDeleteMedias = () =>
  useVaultMutation(
    async (ids: string[]) => (await call('POST /vault/medias/discard', { body: { ids } })).data,
  );

type NewVaultMedia = {
  medias: { key: string; contentType: string; name?: string; etag?: string }[];
  folderId: string | null;
};

export const useAddToVault = (idempotencyKey: string) =>
  useVaultMutation((body: NewVaultMedia) => call('POST /vault/medias', { body, idempotencyKey }));
