// /auth/*-upload: credentials to send a file straight to object storage, whole or in parts. Source:
// specification section 7.
import { z } from 'zod';
import { UPLOAD_MAX_BYTES, UPLOAD_NAME_MAX, UPLOAD_PARTS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';

/**
 * What the browser needs to upload straight to object storage. Source: specification section 3,
 * Upload credentials.
 */
export const uploadCredentials = z
  .object({
    url: z.string(),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: 'form fields, to be sent in this order before the file' }),
    expiresAt: z.iso.datetime(),
    maxBytes: z.int(),
  })
  .meta({ id: 'UploadCredentials' });

/**
 * An upload in parts: each is sent by PUT to its address, in any order and again after a failure.
 */
export const multiUpload = z
  .object({
    key: z.string(),
    uploadId: z.string(),
    expiresAt: z.iso.datetime(),
    /** What is still to be sent, each part with exactly so many bytes. */
    parts: z.array(z.object({ partNumber: z.int(), bytes: z.int(), url: z.string() })),
    /** What has arrived. */
    arrived: z.array(z.object({ partNumber: z.int(), bytes: z.int(), etag: z.string() })),
  })
  .meta({ id: 'MultiUpload' });

const uploadType = z.object({ type: z.enum(['image', 'video', 'audio', 'zip']) });
const contentType = z.string().min(1).max(100);
const uploadQuery = z.object({
  contentType,
  size: z.coerce.number().int().min(1).optional(),
  name: z.string().max(UPLOAD_NAME_MAX).optional(),
});
const size = z.coerce
  .number()
  .int()
  .min(1)
  .max(UPLOAD_MAX_BYTES)
  .meta({ description: 'bytes of the whole file' });
const partsUpload = z.object({
  key: z.string().min(1).max(300),
  uploadId: z.string().min(1).max(1_000),
});

export const uploadsRoutes = {
  'GET /auth/private-upload/{type}': route({
    creates: true,
    id: 'auth.privateUpload',
    summary: 'Credentials to upload one private original by form POST',
    auth: 'producer',
    params: uploadType,
    query: uploadQuery,
    reply: uploadCredentials,
    errors: [
      'upload.typeNotAllowed',
      'upload.tooLarge',
      'upload.heic',
      'upload.quota',
      'upload.storageFull',
    ],
    perMinute: 120,
  }),
  'GET /auth/public-upload/{type}': route({
    creates: true,
    id: 'auth.publicUpload',
    summary: 'Credentials to upload a profile or cover image by form POST',
    auth: 'member',
    params: z.object({ type: z.enum(['image']) }),
    query: uploadQuery,
    reply: uploadCredentials,
    errors: [
      'upload.typeNotAllowed',
      'upload.tooLarge',
      'upload.heic',
      'upload.quota',
      'upload.storageFull',
    ],
    perMinute: 60,
  }),
  'GET /auth/multi-upload/{encodedName}/{partCount}': route({
    creates: true,
    id: 'auth.multiUpload',
    summary:
      'Begins an upload in parts of 5 MiB, the last one smaller, and gives an address for each',
    auth: 'producer',
    params: z.object({
      encodedName: z
        .string()
        .min(1)
        .max(UPLOAD_NAME_MAX * 3),
      partCount: z.coerce.number().int().min(1).max(UPLOAD_PARTS_MAX),
    }),
    query: z.object({ contentType, size }),
    reply: multiUpload,
    errors: [
      'upload.typeNotAllowed',
      'upload.tooLarge',
      'upload.heic',
      'upload.quota',
      'upload.storageFull',
      'validate.invalid',
    ],
    perMinute: 120,
  }),
  'GET /auth/multi-upload': route({
    id: 'auth.multiUploadResume',
    summary: 'Takes up an upload in parts again: what has arrived, and new addresses for the rest',
    auth: 'producer',
    query: partsUpload.extend({ size }),
    reply: multiUpload,
    errors: ['upload.notFound'],
    perMinute: 120,
  }),
  'POST /auth/multi-upload': route({
    id: 'auth.multiUploadComplete',
    summary: 'Makes one file of the parts; asking again answers the same',
    auth: 'producer',
    body: partsUpload.extend({
      parts: z
        .array(
          z.object({ partNumber: z.int().min(1).max(UPLOAD_PARTS_MAX), etag: z.string().max(100) }),
        )
        .min(1)
        .max(UPLOAD_PARTS_MAX),
    }),
    reply: z.object({ key: z.string(), etag: z.string(), bytes: z.int() }),
    errors: ['upload.notFound', 'upload.incomplete'],
    perMinute: 120,
  }),
  'DELETE /auth/multi-upload': route({
    id: 'auth.multiUploadAbort',
    summary: 'Gives an upload in parts up; fine when there is none',
    auth: 'producer',
    query: partsUpload,
    reply: z.null(),
    errors: ['upload.notFound'],
    perMinute: 60,
  }),
};
