// Serves a document to the administrator whom its address was signed for, and audits the view.
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import { hasRight } from '@camarim/contract/staff';
import type { FastifyInstance } from 'fastify';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { accessToken } from '../../../platform/http/guard.ts';
import type { Authenticate } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { isValidAddress } from './addresses.ts';
import type { DocumentRef } from './addresses.ts';
import { DOCUMENT_NAMES, type DocumentName, isKind } from '../kinds.ts';
import { openDocument } from './documents.ts';

type DocumentRequest = {
  Params: { group: string; id: string; name: string };
  Querystring: { o?: string; e?: string; s?: string };
};

const parseRef = (
  { group, id, name }: DocumentRequest['Params'],
  owner: string,
): DocumentRef | null => {
  if (
    !isKind(group) ||
    !isUuid(id) ||
    !isUuid(owner) ||
    !(DOCUMENT_NAMES as readonly string[]).includes(name)
  )
    return null;
  return { holder: { group, id }, name: name as DocumentName, ownerId: owner as ProfileId };
};

/**
 * GET /files/documents/{group}/{id}/{name}. Another viewer, and an invalid or expired address, get
 * the same refusal.
 */
export const registerDocumentServing = (
  app: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
): void => {
  app.get<DocumentRequest>(
    '/files/documents/:group/:id/:name',
    { schema: { hide: true } as never },
    async (request, reply) => {
      const { params, query } = request;
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      const token = accessToken(request);
      const viewer = token ? await authenticate(token) : null;
      const shown = parseRef(params, query.o ?? '');
      if (
        !viewer ||
        !hasRight(viewer.staffRole, 'identity.read') ||
        !shown ||
        !(await isValidAddress(ctx, shown, viewer.profileId, Number(query.e), query.s ?? ''))
      )
        throw new AppError('auth.forbidden');
      const document = await openDocument(ctx, shown.holder, shown.name);
      if (!document) throw new AppError('media.notFound');
      // Audited before it is sent: a view that can't be recorded is refused.
      const { holder, name, ownerId } = shown;
      await transaction(ctx.db, (tx) =>
        recordAct(tx, {
          adminId: viewer.profileId,
          action: `${holder.group}.documentViewed`,
          profileId: ownerId,
          subjectId: `${holder.id}/${name}`,
          now: ctx.clock.now(),
        }),
      );
      return reply
        .type(document.contentType)
        .header('content-disposition', 'inline')
        .send(document.content);
    },
  );
};
