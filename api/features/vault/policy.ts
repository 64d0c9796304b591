// A vault is open to its owner only; for other people its folders and media are "not found".
import type { FolderId, MediaId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type FolderRow, loadFolder } from './folder-store.ts';
import { mediasOf, type VaultRow } from './store.ts';

export type Vault = { ownerId: ProfileId };

/** The route guard checked the role. */
export const ownVault = ({ profileId }: ProducerViewer): Allowed<Vault> =>
  allow({ ownerId: profileId });

/** Throws folder.notFound. */
export const ownFolder = async (
  { db }: Ctx,
  id: FolderId,
  { profileId }: ProducerViewer,
): Promise<Allowed<FolderRow>> => {
  const folder = await loadFolder(db, id);
  if (folder?.owner_id !== profileId) throw new AppError('folder.notFound');
  return allow(folder);
};

export type OwnMedias = { ownerId: ProfileId; medias: VaultRow[] };

/** All of them, or none. Throws media.notFound. */
export const ownMedias = async (
  { db }: Ctx,
  ids: readonly MediaId[],
  { profileId }: ProducerViewer,
): Promise<Allowed<OwnMedias>> => {
  const medias = await mediasOf(db, profileId, ids);
  if (medias.length < new Set(ids).size) throw new AppError('media.notFound');
  return allow({ ownerId: profileId, medias });
};
