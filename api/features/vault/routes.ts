// /vault on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFolder, createFolder, renameFolder, viewFolders } from './folders.ts';
import {
  addMedias,
  discardMedias,
  searchMedias,
  moveToFolder,
  renameMedia,
  listUsages,
} from './medias.ts';
import { ownFolder, ownMedias, ownVault } from './policy.ts';

const instantOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

const folderHandlers = (platform: Platform) =>
  handlers({
    'GET /vault/folders': async ({ viewer, context: { locale } }) => ({
      data: await viewFolders(platform, ownVault(viewer), locale),
    }),
    'POST /vault/folders': async ({ body, viewer, context: { locale } }) => ({
      data: await createFolder(platform, ownVault(viewer), body.name, locale),
    }),
    'PUT /vault/folders/{id}': async ({ params, body, viewer, context: { locale } }) => ({
      data: await renameFolder(
        platform,
        await ownFolder(platform, params.id, viewer),
        body.name,
        locale,
      ),
    }),
    'DELETE /vault/folders/{id}': async ({ params, viewer }) => {
      await removeFolder(platform, await ownFolder(platform, params.id, viewer));
      return { data: null };
    },
  });

const mediaHandlers = (platform: Platform) =>
  handlers({
    'GET /vault/medias': async ({
      query: { limit, offset, folder, kind, search, from, until },
      viewer,
      context: { locale },
    }) => {
      const within =
        folder === undefined || folder === 'none'
          ? undefined
          : (await ownFolder(platform, folder, viewer)).id;
      const filter = {
        folder: folder === 'none' ? null : within,
        kind: kind ?? null,
        search: search || null,
        from: instantOf(from),
        until: instantOf(until),
      };
      return {
        ...(await searchMedias(platform, ownVault(viewer), filter, { limit, offset }, locale)),
        limit,
        offset,
      };
    },
    'POST /vault/medias': async ({
      body: { medias, folderId },
      viewer,
      context: { locale, idempotencyKey: key },
    }) => {
      const folder = folderId === null ? null : await ownFolder(platform, folderId, viewer);
      return {
        data: await addMedias(platform, ownVault(viewer), { medias, folder }, { key, locale }),
      };
    },
    'PUT /vault/medias': async ({ body: { ids, folderId }, viewer }) => {
      const folder = folderId === null ? null : await ownFolder(platform, folderId, viewer);
      return {
        data: {
          moved: await moveToFolder(platform, await ownMedias(platform, ids, viewer), folder),
        },
      };
    },
    'PUT /vault/medias/{id}': async ({ params, body, viewer, context: { locale } }) => ({
      data: await renameMedia(
        platform,
        await ownMedias(platform, [params.id], viewer),
        body.title,
        locale,
      ),
    }),
    'POST /vault/medias/discard': async ({ body, viewer }) => ({
      data: await discardMedias(platform, await ownMedias(platform, body.ids, viewer)),
    }),
    'GET /vault/medias/{id}/posts': async ({ params, viewer }) => ({
      data: await listUsages(platform, await ownMedias(platform, [params.id], viewer)),
    }),
  });

export const vaultHandlers = (platform: Platform) => ({
  ...folderHandlers(platform),
  ...mediaHandlers(platform),
});
