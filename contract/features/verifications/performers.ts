// Performers, who appear in posts besides their producer: records that producers keep, consent that
// the person gives, and its review. Source: product decisions, section 8.
import { z } from 'zod';
import {
  EMAIL_MAX,
  PERFORMER_MEDIAS_PAGE,
  PERFORMER_NAME_MAX,
  PERFORMER_WITHDRAW_MAX,
  POST_PERFORMERS_MAX,
  REASON_MAX,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { emailAddress, recapcha } from '../auth/account.ts';
import { digits, uploadKey } from './producer.ts';
import { profileSummarySchema } from '../profiles.ts';

/**
 * What a person may consent to: to appear in posts, in media of messages, in live shows, in files
 * that people download, and in collections, which sell posts once more.
 */
export const CONSENT_SCOPES = ['post', 'message', 'live', 'download', 'resale'] as const;
export type ConsentScope = (typeof CONSENT_SCOPES)[number];
/**
 * The version of the text on the page of the link, which each entry of the ledger names; 1 knew no
 * scopes.
 */
export const CONSENT_TEXT_VERSION = 2;

const scope = z.enum(CONSENT_SCOPES);

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
    medias: z.int().meta({ description: 'media of mine with this person' }),
    scopes: z.array(scope).meta({ description: 'what this person consents to' }),
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

/** An entry of the ledger of consents. */
const consentEntrySchema = z
  .object({
    act: z.enum(['grant', 'withdrawal', 'refusal']),
    scope: scope.nullable().meta({ description: 'null: of a refusal, which concerns all' }),
    mediaId: id('media').nullable().meta({ description: 'null: all media with the person' }),
    textVersion: z.int(),
    signedAt: instant,
  })
  .meta({ id: 'ConsentEntry' });

/** What the person reads behind the link of their email. */
const requestSchema = z
  .object({
    producer: profileSummarySchema,
    stageName: z.string(),
    consent,
    review,
    posts: z.int(),
    medias: z.int().meta({ description: 'media with this person' }),
    can: z.array(z.enum(['consent', 'refuse', 'withdraw'])),
    scopes: z
      .array(z.object({ scope, state: z.enum(['granted', 'open', 'withdrawn']) }))
      .meta({ description: '`open`: neither granted nor withdrawn yet' }),
    entries: z.array(consentEntrySchema).meta({ description: 'what was signed, oldest first' }),
    textVersion: z.int(),
  })
  .meta({ id: 'PerformerRequest' });

/** A media with the person, for them alone. */
const performerMediaSchema = z
  .object({
    id: id('media'),
    kind: z.enum(['image', 'video', 'audio', 'archive']),
    preview: z
      .string()
      .nullable()
      .meta({ description: 'a small picture as a data URL; null for what has none' }),
    posts: z.int().meta({ description: 'posts with it' }),
    messages: z.int().meta({ description: 'messages and mass messages with it' }),
    withdrawn: z.array(scope).meta({ description: 'from which scopes it was taken' }),
    createdAt: instant,
  })
  .meta({ id: 'PerformerMedia' });

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
      'Sends the email again: to answer, with a new link, or after a yes the same link to withdraw; three times a day at most',
    auth: 'producer',
    params,
    reply: performerSchema,
    errors: ['performer.notFound', 'performer.alreadyAnswered', 'request.tooMany'],
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
  'GET /performers/undeclared': route({
    id: 'performers.undeclared',
    summary:
      'My posts with media that were published before posts declared who appears, newest first',
    auth: 'producer',
    query: z.object({ ...page(50, 100) }),
    reply: z.array(
      z
        .object({
          id: id('post'),
          text: z.string().meta({ description: 'its beginning' }),
          medias: z.int(),
          createdAt: instant,
        })
        .meta({ id: 'UndeclaredPost' }),
    ),
    list: 'offset',
  }),
  'POST /performers/declare': route({
    id: 'performers.declare',
    summary:
      'Declares who appears in several posts that have no declaration yet: these people, or with none me alone',
    auth: 'producer',
    body: z.object({
      postIds: z.array(id('post')).min(1).max(100),
      performerIds: z.array(id('performer')).max(POST_PERFORMERS_MAX).default([]),
    }),
    reply: z.object({ declared: z.int() }),
    errors: [
      'post.notFound',
      'performer.notReady',
      'performer.noPost',
      'performer.noDownload',
      'media.withheld',
    ],
    perMinute: 30,
  }),
  'POST /publics/performers/link': route({
    id: 'publics.performerLink',
    summary:
      'Mails the link of each record with this address: a new one to answer, or the same one to withdraw. The reply is the same for an unknown address',
    auth: 'optional',
    body: z.object({ email: emailAddress, recapcha }),
    reply: z.null(),
    errors: ['auth.captchaRefused', 'auth.captchaUnavailable'],
    perMinute: 10,
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
    body: z.object({
      token,
      answer: z.enum(['consent', 'refuse', 'withdraw']),
      scopes: z
        .array(scope)
        .max(CONSENT_SCOPES.length)
        .default([])
        .meta({ description: 'of a consent: to what; at least one' }),
    }),
    example: { token: 'of-the-email', answer: 'consent', scopes: ['post', 'message'] },
    reply: z.object({ consent, posts: z.int().meta({ description: 'posts that were hidden' }) }),
    errors: ['token.invalid', 'performer.alreadyAnswered', 'validate.required'],
    perMinute: 30,
  }),
  'POST /publics/performers/medias': route({
    id: 'publics.performerMedias',
    summary: 'The media in which the person of the link is declared, newest first',
    auth: 'optional',
    body: z.object({
      token,
      limit: z.int().min(1).max(PERFORMER_MEDIAS_PAGE).default(PERFORMER_MEDIAS_PAGE),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    reply: z.array(performerMediaSchema).max(PERFORMER_MEDIAS_PAGE),
    errors: ['token.invalid'],
    perMinute: 60,
  }),
  'POST /publics/performers/consents': route({
    id: 'publics.performerConsents',
    summary:
      'What the person of the link signed, as a file that tools/verify-consents.mjs verifies: entries with their hashes, signed',
    auth: 'optional',
    body: z.object({ token }),
    reply: z.object({ file: z.string().meta({ description: 'NDJSON' }) }),
    errors: ['token.invalid'],
    perMinute: 20,
  }),
  'GET /publics/performers/verifier': route({
    id: 'publics.consentsVerifier',
    summary:
      'The program that verifies signed consents on the own computer: node verify-consents.mjs FILE [--key PUBLIC-KEY] [--pack records/consents.csv]',
    auth: 'public',
    reply: z.null(),
    file: 'text/javascript',
    perMinute: 30,
  }),
  'GET /performers/consents': route({
    id: 'performers.consents',
    summary:
      'What my performers signed, as a file that can be verified; without the networks from which they signed',
    auth: 'producer',
    reply: z.null(),
    file: 'application/x-ndjson',
    perMinute: 20,
  }),
  'GET /dsb/performers/{id}/consents': route({
    id: 'dsb.performerConsents',
    summary: 'What a performer signed, as a file that can be verified; each download is recorded',
    auth: 'admin',
    right: 'identity.read',
    params,
    reply: z.null(),
    file: 'application/x-ndjson',
    errors: ['performer.notFound'],
    perMinute: 60,
  }),
  'POST /publics/performers/grant': route({
    id: 'publics.grantConsent',
    summary:
      'Consents to more, by the link to withdraw; a scope that was withdrawn stays withdrawn',
    auth: 'optional',
    body: z.object({ token, scopes: z.array(scope).min(1).max(CONSENT_SCOPES.length) }),
    reply: requestSchema,
    errors: ['token.invalid', 'performer.alreadyAnswered'],
    perMinute: 30,
  }),
  'POST /publics/performers/withdraw': route({
    id: 'publics.withdrawConsent',
    summary:
      'Withdraws from some scopes, from some media, or from both; from all of them the record ends. Every copy is hidden, and who bought it recently gets the money back',
    auth: 'optional',
    body: z.object({
      token,
      scopes: z
        .array(scope)
        .min(1)
        .max(CONSENT_SCOPES.length)
        .default([...CONSENT_SCOPES]),
      mediaIds: z
        .array(id('media'))
        .min(1)
        .max(PERFORMER_WITHDRAW_MAX)
        .nullable()
        .default(null)
        .meta({ description: 'null: all media, now and later' }),
    }),
    reply: z.object({
      consent,
      posts: z.int().meta({ description: 'posts that were hidden' }),
    }),
    errors: ['token.invalid', 'performer.alreadyAnswered', 'media.notFound'],
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
