// /vault: a producer's own media in folders, to find again, to use in another post, and to keep
// when a post goes.
import { z } from 'zod';
import {
  FOLDER_NAME_MAX,
  MEDIA_TITLE_MAX,
  VAULT_PAGE,
  VAULT_SELECT_MAX,
  VAULT_UPLOADS_MAX,
} from '../limits.ts';
import { route } from '../route.ts';
import { id, instant, page } from '../wire.ts';
import { mediaSchema, uploadedMedia } from './media.ts';

const folderSchema = z
  .object({
    id: id('folder'),
    name: z.string(),
    medias: z.int().meta({ description: 'how many it holds' }),
    /** Small picture of the newest it holds. */
    cover: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Folder' });

/** A media of mine with where it lies and how often it is used. */
const vaultItemSchema = mediaSchema
  .extend({
    title: z
      .string()
      .nullable()
      .meta({ description: 'by which I find it again; visible to me only' }),
    folderId: id('folder').nullable(),
    kept: z.boolean().meta({ description: 'stays when the last post with it is deleted' }),
    posts: z.int().meta({ description: 'posts of mine that show it' }),
  })
  .meta({ id: 'VaultItem' });

/** A post that shows a media. */
const usageSchema = z
  .object({
    id: id('post'),
    text: z.string(),
    startWhen: instant,
    draft: z.boolean(),
    archived: z.boolean(),
    price: z.int().nullable(),
    public: z.boolean(),
  })
  .meta({ id: 'MediaUsage' });

const name = z.string().trim().min(1).max(FOLDER_NAME_MAX);
const folderParams = z.object({ id: id('folder') });
const mediaIds = z.array(id('media')).min(1).max(VAULT_SELECT_MAX);

export const vaultRoutes = {
  'GET /vault/folders': route({
    id: 'vault.folders',
    summary: 'All my folders by name, and how much there is in all and outside of folders',
    auth: 'producer',
    reply: z.object({ folders: z.array(folderSchema), all: z.int(), loose: z.int() }),
  }),
  'POST /vault/folders': route({
    idempotency: 'remembered',
    id: 'vault.createFolder',
    summary: 'Opens a folder',
    auth: 'producer',
    body: z.object({ name }),
    example: { name: 'Ensaio na praia' },
    reply: folderSchema,
    errors: ['validate.taken', 'folder.tooMany'],
    perMinute: 60,
  }),
  'PUT /vault/folders/{id}': route({
    id: 'vault.renameFolder',
    summary: 'Gives a folder another name',
    auth: 'producer',
    params: folderParams,
    body: z.object({ name }),
    example: { name: 'Praia' },
    reply: folderSchema,
    errors: ['validate.taken', 'folder.notFound'],
    perMinute: 60,
  }),
  'DELETE /vault/folders/{id}': route({
    id: 'vault.deleteFolder',
    summary: 'Takes a folder away; what it held stays in the vault',
    auth: 'producer',
    params: folderParams,
    reply: z.null(),
    errors: ['folder.notFound'],
  }),
  'GET /vault/medias': route({
    id: 'vault.medias',
    summary: 'My media, newest first: all, those of one folder, or those in none',
    auth: 'producer',
    query: z.object({
      ...page(VAULT_PAGE, 100),
      folder: z
        .union([z.literal('none'), id('folder')])
        .optional()
        .meta({ description: 'id of a folder; none: outside of folders' }),
      kind: z.enum(['image', 'video', 'audio', 'archive']).optional(),
      search: z.string().trim().max(60).optional().meta({
        description: 'part of the title or the file name; accents and case make no difference',
      }),
      from: instant.optional().meta({ description: 'added at this instant or later' }),
      until: instant.optional().meta({ description: 'added before this instant' }),
    }),
    reply: z.array(vaultItemSchema),
    list: 'offset',
    errors: ['folder.notFound'],
  }),
  'POST /vault/medias': route({
    id: 'vault.add',
    summary: 'Puts finished uploads into the vault without a post',
    auth: 'producer',
    body: z.object({
      medias: z.array(uploadedMedia).min(1).max(VAULT_UPLOADS_MAX),
      folderId: id('folder').nullable().default(null),
    }),
    example: {
      medias: [
        {
          key: 'uploads/01890a5d-ac96-774b-bcce-b302099a8057/01890a5d-ac96-774b-bcce-b302099a8058',
          contentType: 'image/jpeg',
        },
      ],
    },
    reply: z.array(vaultItemSchema),
    idempotency: 'accepted',
    errors: ['folder.notFound', 'upload.notFound', 'upload.typeNotAllowed', 'upload.tooLarge'],
    perMinute: 30,
  }),
  'PUT /vault/medias': route({
    id: 'vault.move',
    summary:
      'Moves media of mine into a folder, or out of folders; all of them are kept from then on',
    auth: 'producer',
    body: z.object({ ids: mediaIds, folderId: id('folder').nullable() }),
    example: { ids: ['01890a5d-ac96-774b-bcce-b302099a8057'], folderId: null },
    reply: z.object({ moved: z.int() }),
    errors: ['folder.notFound', 'media.notFound'],
    perMinute: 120,
  }),
  'PUT /vault/medias/{id}': route({
    id: 'vault.title',
    summary: 'Gives a media of mine a title, or with null takes it away; its file keeps its name',
    auth: 'producer',
    params: z.object({ id: id('media') }),
    body: z.object({ title: z.string().trim().min(1).max(MEDIA_TITLE_MAX).nullable() }),
    example: { title: 'Praia, fim de tarde' },
    reply: vaultItemSchema,
    errors: ['media.notFound'],
    perMinute: 120,
  }),
  'POST /vault/medias/discard': route({
    id: 'vault.discard',
    summary:
      'Lets media of mine go: those that nothing shows are deleted, the others with their last post; what messages need stays in the vault',
    auth: 'producer',
    body: z.object({ ids: mediaIds }),
    example: { ids: ['01890a5d-ac96-774b-bcce-b302099a8057'] },
    reply: z.object({ deleted: z.int(), inUse: z.int() }),
    errors: ['media.notFound'],
    perMinute: 60,
  }),
  'GET /vault/medias/{id}/posts': route({
    id: 'vault.usage',
    summary: 'Posts of mine that show a media, newest first',
    auth: 'producer',
    params: z.object({ id: id('media') }),
    reply: z.array(usageSchema),
    errors: ['media.notFound'],
  }),
};
