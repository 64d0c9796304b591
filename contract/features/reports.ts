// Reports of content that should be removed, by members and visitors; decided by administrators
// within a deadline. Source: product decisions, section 8.
import { z } from 'zod';
import { EMAIL_MAX, HELP_MAX, REASON_MAX } from '../limits.ts';
import { removalReason } from '../moderation.ts';
import { route } from '../route.ts';
import { instant, page, uuid } from '../wire.ts';
import { recapcha } from './auth/account.ts';
import { mediaSchema } from './media.ts';
import { aiLabelSchema } from './media/ai.ts';
import { profileSummarySchema } from './profiles.ts';

export const targetKind = z.enum([
  'post',
  'media',
  'message',
  'comment',
  'profile',
  'live',
  'order',
]);
export const reportReason = z.enum([
  'minor',
  'terrorism',
  'intimateImage',
  'noConsent',
  'violence',
  'fraud',
  'copyright',
  'harassment',
  'other',
]);

/**
 * The classes of reasons, each with the time that the law leaves for a decision: 24 hours for child
 * safety and terrorism, 48 hours for intimate images without consent, 7 business days for the rest.
 */
const reportClass = z.enum(['childSafety', 'terrorism', 'intimate', 'other']);

/** `removed`: taken down, or a profile suspended. `dismissed`: it stays. */
const outcome = z.enum(['removed', 'dismissed']);

const reference = z
  .string()
  .meta({ description: 'what people call the report by, such as R-7K3M-9QXA' });

const reportContent = z.object({
  targetKind,
  targetId: uuid(),
  reason: reportReason,
  text: z.string().trim().max(HELP_MAX).default(''),
});

const reportSchema = z
  .object({
    id: uuid(),
    reference,
    targetKind,
    targetId: uuid(),
    reason: reportReason,
    class: reportClass,
    withheld: z.boolean().meta({
      description: 'only those who decide see it until the decision',
    }),
    text: z.string(),
    createdAt: instant,
    /** When it must be decided at the latest. */
    dueAt: instant,
    reporter: profileSummarySchema
      .nullable()
      .meta({ description: 'null: a visitor, or an account that was removed' }),
    about: profileSummarySchema.nullable().meta({
      description:
        'whose it is, also when nothing can be taken down; of a message null for those who do not decide about content',
    }),
    /** Other reports of the same thing that wait; one decision is for all of them. */
    alike: z.int(),
    target: z
      .object({
        profile: profileSummarySchema,
        text: z.string(),
        medias: z.array(mediaSchema),
        ai: aiLabelSchema.meta({ description: 'of a post' }),
      })
      .nullable()
      .meta({
        description:
          'what was reported, unlocked for this administrator; null when it is not there (any more) or nothing can be taken down, and of a message for those who do not decide about content',
      }),
    evidence: z
      .object({
        profile: profileSummarySchema.nullable(),
        text: z.string(),
        sentAt: instant,
        medias: z.int().meta({ description: 'how many media it had' }),
      })
      .nullable()
      .meta({
        description:
          'what a message said when a member of its conversation reported it; null for those who do not decide about content',
      }),
    decision: z.object({ outcome, reason: z.string(), decidedAt: instant }).nullable(),
  })
  .meta({ id: 'Report' });

export const reportsRoutes = {
  'POST /reports': route({
    idempotency: 'remembered',
    id: 'reports.create',
    summary: 'Reports a post, media, message, comment, profile or live; with or without an account',
    auth: 'optional',
    body: reportContent.extend({
      email: z
        .string()
        .trim()
        .toLowerCase()
        .max(EMAIL_MAX)
        .pipe(z.email())
        .optional()
        .meta({ description: 'where a visitor is answered' }),
      recapcha: recapcha.optional().meta({ description: 'required of visitors' }),
    }),
    reply: z.object({
      id: uuid(),
      reference,
      /** When it will be decided at the latest. */
      dueAt: instant,
    }),
    errors: ['report.tooMany', 'auth.captchaRefused', 'auth.captchaUnavailable'],
    perMinute: 6,
  }),
  'GET /dsb/reports': route({
    id: 'dsb.reports',
    summary: 'Reports that wait, the soonest due first, or those that were decided, newest first',
    auth: 'admin',
    right: 'content.read',
    query: z.object({
      ...page(10, 20),
      decided: z.stringbool().default(false),
      reference: z.string().trim().toUpperCase().max(20).optional().meta({
        description: 'the one report with this reference, decided or not',
      }),
    }),
    reply: z.array(reportSchema),
    list: 'offset',
  }),
  'POST /dsb/reports/{id}': route({
    id: 'dsb.decideReport',
    summary:
      'Decides every waiting report of the same thing: it is taken down (a profile is suspended), or it stays and is shown again. The reporter and the owner are notified with the reason',
    auth: 'admin',
    right: 'content.decide',
    params: z.object({ id: uuid() }),
    body: z.object({
      outcome,
      code: removalReason
        .optional()
        .meta({ description: 'of a removal: that of the reported reason unless said' }),
      reason: z.string().trim().min(1).max(REASON_MAX).meta({ description: 'people read it' }),
      alike: z.int().min(0).optional().meta({
        description: 'of the report when it was seen; report.changed when another one came since',
      }),
    }),
    example: { outcome: 'dismissed', reason: 'Quem aparece tem registro e consentiu.' },
    reply: z.object({
      decided: z.int().meta({ description: 'reports that this decision was for' }),
    }),
    errors: [
      'report.notFound',
      'report.alreadyDecided',
      'report.changed',
      'report.nothingToRemove',
      'decision.own',
    ],
  }),
};
