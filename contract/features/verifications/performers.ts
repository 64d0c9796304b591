// Performers, who appear in posts besides their producer: records that producers keep, consent that the
// the person gives, and its review. Source: product decisions, section 8.
import { z } from 'zod';
import { EMAIL_MAX, PERFORMER_NAME_MAX, REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { digits, uploadKey } from './producer.ts';
import { profileSummarySchema } from '../profiles.ts';

/** What the person said: nothing yet, yes, no, or no longer. */
const consent = z.enum(['asked', 'given', 'refused', 'withdrawn']);
/**
 * What administrators found of record and documents. `revoked`: an approval that was taken back.
 */
const review = z.enum(['waiting', 'approved', 'rejected', 'revoked']);

/** A record as its producer sees it. Legal data that was sent is not shown again. */
const performerSchema = z
  .object({
    id: id('performer'),
    stageName: z.string(),
    consent,
    review,
    /** Why it was rejected or revoked. */
    reason: z.string(),
    mayBeTagged: z.boolean().meta({ description: 'consented and approved' }),
    posts: z.int().meta({ description: 'posts of mine that declare this person' }),
    createdAt: instant,
    answeredAt: instant.nullable(),
    reviewedAt: instant.nullable(),
  })
  .meta({ id: 'Performer' });

/**
 * What an administrator decides on. Addresses of documents work for minutes, for this administrator
 * only.
 */
const performerReviewSchema = performerSchema
  .extend({
    producer: profileSummarySchema,
    person: z
      .object({
        fullName: z.string(),
        document: z.string(),
        birthDate: z.string(),
        email: z.string(),
      })
      .nullable()
      .meta({ description: 'null once the record came to nothing' }),
    documents: z.array(z.object({ kind: z.enum(['documentFront', 'selfie']), url: z.string() })),
    can: z.array(z.enum(['approve', 'reject', 'revoke'])),
  })
  .meta({ id: 'PerformerRecord' });

/** What the person reads behind the link of their email. */
const requestSchema = z
  .object({
    producer: profileSummarySchema,
    stageName: z.string(),
    consent,
    review,
    posts: z.int(),
    can: z.array(z.enum(['consent', 'refuse', 'withdraw'])),
  })
  .meta({ id: 'PerformerRequest' });

const token = z.string().min(1).max(100).meta({ description: 'of the link in the email' });
const params = z.object({ id: id('performer') });

export const performersRoutes = {
  'GET /performers': route({
    id: 'performers.list',
    summary:
      'Whom I may declare in my posts, and who has yet to answer or to be checked; newest first',
    auth: 'producer',
    reply: z.array(performerSchema),
  }),
  'POST /performers': route({
    idempotency: 'remembered',
    id: 'performers.create',
    summary: 'Puts a person on record with documents, and asks them for their consent by email',
    auth: 'producer',
    body: z.object({
      stageName: z.string().trim().min(1).max(PERFORMER_NAME_MAX),
      fullName: z.string().trim().min(5).max(120),
      document: digits(11, 11).meta({ description: 'CPF' }),
      birthDate: z.iso.date(),
      email: z
        .string()
        .trim()
        .toLowerCase()
        .max(EMAIL_MAX)
        .pipe(z.email())
        .meta({ description: "the person's own: the request goes there" }),
      documentFrontKey: uploadKey,
      selfieKey: uploadKey,
    }),
    reply: performerSchema,
    errors: [
      'validate.adultOnly',
      'validate.taken',
      'performer.tooMany',
      'upload.notFound',
      'upload.forged',
      'upload.tooLarge',
    ],
    perMinute: 10,
  }),
  'POST /performers/{id}/ask': route({
    id: 'performers.ask',
    summary:
      'Sends the email again, to answer or, after a yes, to withdraw; its older link stops working',
    auth: 'producer',
    params,
    reply: performerSchema,
    errors: ['performer.notFound', 'performer.alreadyAnswered'],
    perMinute: 5,
  }),
  'DELETE /performers/{id}': route({
    id: 'performers.delete',
    summary: 'Deletes a record with its documents; not one that a post was ever published with',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['performer.notFound', 'performer.inPosts'],
  }),
  'POST /publics/performers/view': route({
    id: 'publics.performer',
    summary:
      'Who asks for consent and what for, behind the link of the email; looking uses nothing up',
    auth: 'optional',
    body: z.object({ token }),
    reply: requestSchema,
    errors: ['token.invalid'],
    perMinute: 30,
  }),
  'POST /publics/performers/answer': route({
    id: 'publics.answerPerformer',
    summary:
      'Consents, refuses or withdraws. The link is used up; after a yes, an email brings the one to withdraw with. Withdrawing hides every post with the person at once',
    auth: 'optional',
    body: z.object({ token, answer: z.enum(['consent', 'refuse', 'withdraw']) }),
    reply: z.object({ consent, posts: z.int().meta({ description: 'posts that were hidden' }) }),
    errors: ['token.invalid', 'performer.alreadyAnswered'],
    perMinute: 30,
  }),
  'GET /dsb/performers': route({
    id: 'dsb.performers',
    summary:
      'Records whose person consented, the longest waiting first, with data and documents; each view is recorded',
    auth: 'admin',
    right: 'identity.read',
    query: z.object({ ...page(10, 20), review: review.default('waiting') }),
    reply: z.array(performerReviewSchema),
    list: 'offset',
    perMinute: 60,
  }),
  'POST /dsb/performers/{id}': route({
    stepUp: true,
    id: 'dsb.decidePerformer',
    summary:
      'Approves or rejects a record, or takes an approval back, which hides every post with the person at once; producer and person read the reason',
    auth: 'admin',
    right: 'identity.decide',
    params,
    body: z.object({
      decision: z.enum(['approve', 'reject', 'revoke']),
      reason: z
        .string()
        .trim()
        .max(REASON_MAX)
        .default('')
        .meta({ description: 'required to reject and to revoke' }),
    }),
    example: { decision: 'approve' },
    reply: z.object({ review, posts: z.int().meta({ description: 'posts that were hidden' }) }),
    errors: [
      'performer.notFound',
      'performer.alreadyDecided',
      'decision.own',
      'documents.notViewed',
    ],
    perMinute: 60,
  }),
};
