// Labels of AI and manifest stores on the wire.
import { CREDENTIALS_MAX, type credentialsSchema } from '@camarim/contract/features/media/ai';
import type { MediaId } from '@camarim/contract/ids';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import {
  type CredentialsRow,
  findCredentials,
  findLabelled,
  setDecided,
  setDeclared,
} from './ai-store.ts';
import { canDecideAi, canDeclareAi } from './policy.ts';
import { aiLabelOf } from './rules.ts';

const present = ({
  name,
  bytes,
  sha256,
  manifest,
  summary,
  read_at: readAt,
}: CredentialsRow): z.input<typeof credentialsSchema> => ({
  name,
  bytes,
  sha256,
  manifest: manifest?.toString('base64') ?? null,
  summary,
  readAt: readAt.toISOString(),
});

/** Throws media.notFound unless it is there, and, of a member, their own. */
const requireMedia = async ({ db }: Ctx, id: MediaId, ownerId: string | null): Promise<void> => {
  const media = await findLabelled(db, id);
  if (!media || (ownerId !== null && media.owner_id !== ownerId))
    throw new AppError('media.notFound');
};

export const aiHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'PUT /medias/{id}/ai': async ({ params: { id }, body, viewer }) => ({
      data: await transaction(ctx.db, async (tx) => {
        const { mediaId } = await canDeclareAi(tx, viewer, id);
        return { ai: aiLabelOf(await setDeclared(tx, mediaId, body.ai)) };
      }),
    }),
    'GET /medias/{id}/credentials': async ({ params: { id }, viewer }) => {
      await requireMedia(ctx, id, viewer.profileId);
      return { data: (await findCredentials(ctx.db, id, CREDENTIALS_MAX)).map(present) };
    },
    'GET /dsb/medias/{id}/credentials': async ({ params: { id } }) => {
      await requireMedia(ctx, id, null);
      return { data: (await findCredentials(ctx.db, id, CREDENTIALS_MAX)).map(present) };
    },
    'POST /dsb/medias/{id}/ai': async ({ params: { id }, body: { ai, reason }, viewer }) => ({
      data: await transaction(ctx.db, async (tx) => {
        const { mediaId, ownerId, adminId } = await canDecideAi(tx, viewer, id);
        const media = await setDecided(tx, mediaId, ai);
        if (!media) throw new AppError('media.notFound');
        await services.recordLabel(tx, {
          target: { kind: 'media', id: mediaId, ownerId },
          label: ai,
          labelBefore: media.before,
          reason,
          adminId,
        });
        return { ai: aiLabelOf(media) };
      }),
    }),
  });
