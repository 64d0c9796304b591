// /dsb/legal-holds: data that is not erased until an administrator releases it.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

const subjectKind = z.enum(['account', 'post', 'media']);
const reason = z.string().trim().min(3).max(REASON_MAX).meta({
  description:
    'such as the number of the request of an authority; who decides about holds reads it',
});

const legalHoldSchema = z
  .object({
    id: uuid(),
    subjectKind,
    subjectId: uuid().meta({ description: 'the profile, the post or the media' }),
    owner: profileSummarySchema.nullable().meta({ description: 'null: the account was removed' }),
    reason: z.string().nullable().meta({
      description: 'null for roles that do not decide, as is the reason of the release',
    }),
    placedBy: profileSummarySchema.nullable(),
    placedAt: instant,
    releasedBy: profileSummarySchema.nullable(),
    releasedAt: instant.nullable(),
    releaseReason: z.string().nullable(),
    proposals: z
      .array(z.object({ by: z.string(), own: z.boolean(), reason: z.string(), at: instant }))
      .meta({ description: 'who wants to release it and waits for another person' }),
  })
  .meta({ id: 'LegalHold' });

export const legalHoldsRoutes = {
  'GET /dsb/legal-holds': route({
    id: 'dsb.legalHolds',
    summary: 'Legal holds in force, or those that were released; newest first',
    auth: 'admin',
    right: 'content.read',
    query: z.object({
      ...page(20, 50),
      released: z.stringbool().default(false),
      search: z.string().trim().max(100).optional().meta({
        description:
          'words of the owner’s names or, for who reads it, of the reason; or the id of what is held',
      }),
      ownerId: id('profile').optional().meta({ description: 'of what is theirs only' }),
    }),
    reply: z.array(legalHoldSchema),
    list: 'offset',
  }),
  'POST /dsb/legal-holds': route({
    stepUp: true,
    id: 'dsb.placeLegalHold',
    summary:
      'Puts an account, a post or a media under legal hold: until its release neither its owner nor a job erases its data',
    auth: 'admin',
    right: 'content.decide',
    body: z.object({ subjectKind, subjectId: uuid(), reason }),
    example: {
      subjectKind: 'media',
      subjectId: '01890000-0000-7000-8000-000000000000',
      reason: 'Ofício 123/2026 da autoridade policial',
    },
    reply: z.object({ id: uuid() }),
    errors: ['legalHold.noSubject', 'legalHold.alreadyHeld'],
  }),
  'POST /dsb/legal-holds/{id}/release': route({
    stepUp: true,
    id: 'dsb.releaseLegalHold',
    summary:
      'Releases a legal hold: by an owner, or by two persons where the installation asks for two; what waited to be erased is erased, unless something else holds it',
    auth: 'admin',
    right: 'content.decide',
    params: z.object({ id: uuid() }),
    body: z.object({ reason }),
    example: { reason: 'Prazo da autoridade encerrado' },
    reply: z.object({
      id: uuid(),
      released: z.boolean().meta({ description: 'false while another person has to agree' }),
    }),
    errors: ['legalHold.notFound'],
  }),
};
