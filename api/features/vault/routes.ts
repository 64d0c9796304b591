// /vault on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
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

const folderHandlers = (ctx: Ctx) =>
  handlers({
    'GET /vault/folders': async ({ viewer, context: { locale } }) => ({
      data: await viewFolders(ctx, ownVault(viewer), locale),
    }),
    'POST /vault/folders': async ({ body, viewer, context: { locale } }) => ({
      data: await createFolder(ctx, ownVault(viewer), body.name, locale),
    }),
    'PUT /vault/folders/{id}': async ({ params, body, viewer, context: { locale } }) => ({
      data: await renameFolder(ctx, await ownFolder(ctx, params.id, viewer), body.name, locale),
    }),
    'DELETE /vault/folders/{id}': async ({ params, viewer }) => {
      await removeFolder(ctx, await ownFolder(ctx, params.id, viewer));
      return { data: null };
    },
  });

const mediaHandlers = (ctx: Ctx) =>
  handlers({
    'GET /vault/medias': async ({
      query: { limit, offset, folder, kind, search, from, until },
      viewer,
      context: { locale },
    }) => {
      const within =
        folder === undefined || folder === 'none'
          ? undefined
          : (await ownFolder(ctx, folder, viewer)).id;
      const filter = {
        folder: folder === 'none' ? null : within,
        kind: kind ?? null,
        search: search || null,
        from: instantOf(from),
        until: instantOf(until),
      };
      return {
        ...(await searchMedias(ctx, ownVault(viewer), filter, { limit, offset }, locale)),
        limit,
        offset,
      };
    },
    'POST /vault/medias': async ({
      body: { medias, folderId },
      viewer,
      context: { locale, idempotencyKey: key },
    }) => {
      const folder = folderId === null ? null : await ownFolder(ctx, folderId, viewer);
      return {
        data: await addMedias(ctx, ownVault(viewer), { medias, folder }, { key, locale }),
      };
    },
    'PUT /vault/medias': async ({ body: { ids, folderId }, viewer }) => {
      const folder = folderId === null ? null : await ownFolder(ctx, folderId, viewer);
      return {
        data: {
          moved: await moveToFolder(ctx, await ownMedias(ctx, ids, viewer), folder),
        },
      };
    },
    'PUT /vault/medias/{id}': async ({ params, body, viewer, context: { locale } }) => ({
      data: await renameMedia(ctx, await ownMedias(ctx, [params.id], viewer), body.title, locale),
    }),
    'POST /vault/medias/discard': async ({ body, viewer }) => ({
      data: await discardMedias(ctx, await ownMedias(ctx, body.ids, viewer)),
    }),
    'GET /vault/medias/{id}/posts': async ({ params, viewer }) => ({
      data: await listUsages(ctx, await ownMedias(ctx, [params.id], viewer)),
    }),
  });

export const vaultHandlers = (ctx: Ctx) => ({
  ...folderHandlers(ctx),
  ...mediaHandlers(ctx),
});
