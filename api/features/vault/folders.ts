// Creates, renames and deletes folders.
import type { Routes } from '@camarim/contract';
import type { FolderId, MediaId } from '@camarim/contract/ids';
import { type Locale, VAULT_FOLDERS_MAX } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { viewMedia } from '../media/index.ts';
import {
  deleteFolder,
  type FolderRow,
  insertFolder,
  listFolders,
  loadFolder,
  setName,
} from './folder-store.ts';
import type { Vault } from './policy.ts';
import { countMedias, type VaultFilter } from './store.ts';

type FolderView = DataInput<Routes['POST /vault/folders']>;

const EVERYTHING: VaultFilter = {
  folder: undefined,
  kind: null,
  search: null,
  from: null,
  until: null,
};

const present = async (
  ctx: Ctx,
  rows: readonly FolderRow[],
  { ownerId }: Vault,
  locale: Locale,
): Promise<FolderView[]> => {
  const ids = rows.flatMap(({ cover_id: id }) => id ?? []);
  const [medias = []] = await viewMedia(
    ctx,
    [{ ids, access: 'full', audience: ownerId, owner: true }],
    locale,
  );
  const covers = new Map(medias.map(({ id, mdThumb }) => [id as MediaId, mdThumb]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    medias: row.medias,
    cover: row.cover_id ? (covers.get(row.cover_id) ?? null) : null,
    createdAt: row.created_at.toISOString(),
  }));
};

/** All folders, and the counts of all media and of those without a folder. */
export const viewFolders = async (
  ctx: Ctx,
  vault: Allowed<Vault>,
  locale: Locale,
): Promise<DataInput<Routes['GET /vault/folders']>> => {
  const { db } = ctx;
  const [rows, all, loose] = await Promise.all([
    listFolders(db, vault.ownerId, VAULT_FOLDERS_MAX),
    countMedias(db, vault.ownerId, EVERYTHING),
    countMedias(db, vault.ownerId, { ...EVERYTHING, folder: null }),
  ]);
  return { folders: await present(ctx, rows, vault, locale), all, loose };
};

const one = async (ctx: Ctx, id: FolderId, vault: Vault, locale: Locale): Promise<FolderView> => {
  const row = await loadFolder(ctx.db, id);
  const [view] = row ? await present(ctx, [row], vault, locale) : [];
  if (!view) throw new AppError('folder.notFound');
  return view;
};

/** Throws validate.taken and folder.tooMany. */
export const createFolder = async (
  ctx: Ctx,
  vault: Allowed<Vault>,
  name: string,
  locale: Locale,
): Promise<FolderView> => {
  const id = newId() as FolderId;
  const opened = await transaction(ctx.db, (tx) =>
    insertFolder(tx, { id, ownerId: vault.ownerId, name, now: ctx.clock.now() }, VAULT_FOLDERS_MAX),
  );
  if (opened === 'tooMany') throw new AppError('folder.tooMany', { max: VAULT_FOLDERS_MAX });
  if (opened === 'taken') throw fieldError('name', 'validate.taken');
  return one(ctx, id, vault, locale);
};

/** Throws validate.taken. */
export const renameFolder = async (
  ctx: Ctx,
  folder: Allowed<FolderRow>,
  name: string,
  locale: Locale,
): Promise<FolderView> => {
  if (!(await transaction(ctx.db, (tx) => setName(tx, folder, name))))
    throw fieldError('name', 'validate.taken');
  return one(ctx, folder.id, { ownerId: folder.owner_id }, locale);
};

export const removeFolder = ({ db }: Ctx, { id }: Allowed<FolderRow>): Promise<void> =>
  deleteFolder(db, id);
