// /medias/{id}/captions on the wire.
import { transaction } from '../../../platform/database/transaction.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { deleteCaptions, saveCaptions } from './captions-store.ts';
import { canCaption } from './policy.ts';
import { rewriteCaptions } from './webvtt.ts';

export const captionsHandlers = ({ db, clock }: Ctx) =>
  handlers({
    'PUT /medias/{id}/captions/{language}': async ({ params: { id, language }, body, viewer }) => ({
      data: await transaction(db, async (tx) => {
        const { mediaId } = await canCaption(tx, viewer, id);
        const { vtt, cues } = rewriteCaptions(body.vtt);
        await saveCaptions(tx, { mediaId, language, vtt, now: clock.now() });
        return { cues };
      }),
    }),
    'DELETE /medias/{id}/captions/{language}': async ({ params: { id, language }, viewer }) => {
      await transaction(db, async (tx) => {
        const { mediaId } = await canCaption(tx, viewer, id);
        await deleteCaptions(tx, mediaId, language);
      });
      return { data: null };
    },
  });
