// Finds, adds, moves and discards media of a vault.
import type { Routes } from '@camarim/contract';
import type { FolderId, MediaId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { attachMedias, eraseMedia, findInputUploads, viewMedia } from '../media/index.ts';
import { unneededAmong } from '../posts/index.ts';
import { deleteFoldersOf, type FolderRow, lockFolder } from './folder-store.ts';
import type { OwnMedias, Vault } from './policy.ts';
import {
  countMedias,
  isInVaultOf,
  keptMediaIds,
  listMedias,
  lockReleasable,
  mediasOf,
  moveMedias,
  postsShowing,
  releaseMedias,
  setTitle,
  type VaultFilter,
  type VaultRow,
} from './store.ts';

export type VaultItem = DataInput<Routes['GET /vault/medias']>[number];

const USAGES_MAX = 100;
const ERASED_AT_ONCE = 100;

const present = async (
  ctx: Ctx,
  rows: readonly VaultRow[],
  ownerId: ProfileId,
  locale: Locale,
): Promise<VaultItem[]> => {
  const [medias = []] = await viewMedia(
    ctx,
    [{ ids: rows.map(({ id }) => id), access: 'full', audience: ownerId, owner: true }],
    locale,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return medias.flatMap((media) => {
    const row = found.get(media.id as MediaId);
    return row
      ? { ...media, title: row.title, folderId: row.folder_id, kept: row.kept, posts: row.posts }
      : [];
  });
};

/** One page of the media that match the filter, and their total. */
export const searchMedias = async (
  ctx: Ctx,
  { ownerId }: Allowed<Vault>,
  filter: VaultFilter,
  page: { limit: number; offset: number },
  locale: Locale,
): Promise<{ data: VaultItem[]; total: number }> => {
  const [rows, total] = await Promise.all([
    listMedias(ctx.db, ownerId, filter, page),
    countMedias(ctx.db, ownerId, filter),
  ]);
  return { data: await present(ctx, rows, ownerId, locale), total };
};

type VaultUploads = {
  medias: BodyOf<Routes['POST /vault/medias']>['medias'];
  folder: Allowed<FolderRow> | null;
};

/**
 * Attaches uploads as kept media. Idempotent by key. Throws folder.notFound and what `attachMedias`
 * throws.
 */
export const addMedias = async (
  ctx: Ctx,
  { ownerId }: Allowed<Vault>,
  { medias, folder }: VaultUploads,
  { key, locale }: { key: string | null; locale: Locale },
): Promise<VaultItem[]> => {
  const uploads = await findInputUploads(ctx, ownerId, medias);
  const now = ctx.clock.now();
  const folderId = folder?.id ?? null;
  const { ids } = await once(
    ctx.db,
    { profileId: ownerId, key, route: 'POST /vault/medias', request: { medias, folderId }, now },
    async (tx) => {
      const added = (await attachMedias(ctx, tx, medias, { ownerId, uploads, now })).map(
        ({ id }) => id,
      );
      await moveIntoFolder(tx, added, folderId);
      return { ids: added };
    },
  );
  const rows = new Map((await mediasOf(ctx.db, ownerId, ids)).map((row) => [row.id, row]));
  return present(
    ctx,
    ids.flatMap((id) => rows.get(id) ?? []),
    ownerId,
    locale,
  );
};

/** Throws folder.notFound when the folder has been deleted since the policy check. */
const moveIntoFolder = async (
  tx: Transaction,
  ids: readonly MediaId[],
  folderId: FolderId | null,
): Promise<number> => {
  if (folderId !== null && !(await lockFolder(tx, folderId))) throw new AppError('folder.notFound');
  return moveMedias(tx, ids, folderId);
};

/** Keeps a new media of its owner under this title. */
export const keepInVault = async (
  tx: Transaction,
  id: MediaId,
  title: string | null,
): Promise<void> => {
  await moveMedias(tx, [id], null);
  await setTitle(tx, id, title);
};

/** Throws folder.notFound. */
export const moveToFolder = (
  { db }: Ctx,
  { medias }: Allowed<OwnMedias>,
  folder: Allowed<FolderRow> | null,
): Promise<number> =>
  transaction(db, (tx) =>
    moveIntoFolder(
      tx,
      medias.map(({ id }) => id),
      folder?.id ?? null,
    ),
  );

/** Renames one media. */
export const renameMedia = async (
  ctx: Ctx,
  { ownerId, medias }: Allowed<OwnMedias>,
  title: string | null,
  locale: Locale,
): Promise<VaultItem> => {
  const rows = medias.map((row) => ({ ...row, title }));
  for (const { id } of medias) await setTitle(ctx.db, id, title);
  const [item] = await present(ctx, rows, ownerId, locale);
  if (!item) throw new AppError('media.notFound');
  return item;
};

/**
 * Removes media from the vault: unused ones are erased, others with the last post that shows them.
 * What messages need stays in the vault.
 */
export const discardMedias = (
  ctx: Ctx,
  { medias }: Allowed<OwnMedias>,
): Promise<{ deleted: number; inUse: number }> =>
  transaction(ctx.db, async (tx) => {
    const ids = medias.map(({ id }) => id);
    const released = await lockReleasable(tx, ids);
    await releaseMedias(tx, released);
    const unneeded = await unneededAmong(tx, released);
    await eraseMedia(ctx, tx, unneeded);
    return { deleted: unneeded.length, inUse: ids.length - unneeded.length };
  });

export const listUsages = async (
  { db }: Ctx,
  { medias }: Allowed<OwnMedias>,
): Promise<DataInput<Routes['GET /vault/medias/{id}/posts']>> => {
  const [media] = medias;
  const rows = media ? await postsShowing(db, media.id, USAGES_MAX) : [];
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    startWhen: row.start_when.toISOString(),
    draft: row.draft,
    archived: row.archived_at !== null,
    price: row.price_centavos,
    public: row.audience === 'public',
  }));
};

/** Media without a post are open to the owner of the vault only. */
export const mediaAccess: MediaAccessSource = {
  ground: 'ownership',
  purposes: ['post'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isInVaultOf(db, profileId, id))
      ? { level: 'full', reason: 'owner' }
      : NO_ACCESS,
};

/**
 * Erases the vault of a removed account, also what was sent in messages: its conversations end,
 * and only who bought a message keeps it, with its media. An interrupted job continues where it
 * stopped.
 */
export const eraseVaultOf = async (ctx: Ctx, ownerId: ProfileId): Promise<void> => {
  for (;;) {
    const ids = await keptMediaIds(ctx.db, ownerId, ERASED_AT_ONCE);
    await transaction(ctx.db, async (tx) => {
      await releaseMedias(tx, ids);
      await eraseMedia(ctx, tx, await unneededAmong(tx, ids));
    });
    if (ids.length < ERASED_AT_ONCE) break;
  }
  await deleteFoldersOf(ctx.db, ownerId);
};
