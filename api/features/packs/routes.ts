// Routes of monthly packs, their key and the program that verifies them.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';
import { signingKey } from '../../platform/installation/signing-key.ts';
import { openPack, requestPack, viewPacks } from './make-pack.ts';
import { canMakePacks } from './policy.ts';

const VERIFIER = join(import.meta.dirname, '../../../tools/verify-pack.mjs');

export const packsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/packs': async ({ viewer, query }) => ({
      data: await viewPacks(ctx, canMakePacks(viewer), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/packs': async ({ viewer, body }) => ({
      data: await requestPack(ctx, canMakePacks(viewer), body.month),
    }),
    'GET /dsb/packs/{id}/file': async ({ viewer, params, http }) => {
      const { stream, bytes, month } = await openPack(ctx, canMakePacks(viewer), params.id);
      void http.reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="camarim-pack-${month}.zip"`)
        .header('content-length', bytes)
        .send(stream);
      return { data: null };
    },
    'GET /publics/packs/key': async () => ({
      data: { algorithm: 'Ed25519', publicKey: (await signingKey(ctx.db)).publicKey },
    }),
    'GET /publics/packs/verifier': async ({ http }) => {
      void http.reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', 'attachment; filename="verify-pack.mjs"')
        .send(createReadStream(VERIFIER));
      return { data: null };
    },
  });
