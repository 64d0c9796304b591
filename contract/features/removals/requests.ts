// The removal portal: people who are depicted ask for a removal, with or without an account, and
// follow it; administrators decide within a deadline. Source: product decisions, section 8.
import { z } from 'zod';
import { EMAIL_MAX, HELP_MAX, REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page, uuid } from '../../wire.ts';
import { recapcha } from '../auth/account.ts';
import { mediaSchema } from '../media.ts';
import { profileSummarySchema } from '../profiles.ts';
import {
  REMOVAL_ITEMS_PAGE,
  REMOVAL_LINK_MAX,
  REMOVAL_LINKS_MAX,
  REMOVAL_LINKS_TOTAL,
  REMOVAL_NAME_MAX,
  REMOVAL_PICTURE_MAX,
  REMOVAL_PICTURES_MAX,
} from './limits.ts';

/** Media of a request that a decision keeps. */
const KEPT_MAX = 2_000;
const BODY_BYTES = 128 * 1_024;

/**
 * `intimateImage`: shown without consent. `minor`: the person was not 18 when it was made.
 * `consentWithdrawn`: the person agreed before and does no longer. `generated`: made or altered to
 * look like the person.
 */
const ground = z.enum(['intimateImage', 'minor', 'consentWithdrawn', 'generated']);

const links = z
  .array(z.string().trim().min(1).max(REMOVAL_LINK_MAX))
  .max(REMOVAL_LINKS_MAX)
  .default([]);
const pictures = z.array(z.string().max(4_000)).max(REMOVAL_PICTURES_MAX).default([]);

/**
 * `unconfirmed`: the address is not proven yet. `waiting`: the media are withheld until the
 * decision.
 */
const state = z.enum(['unconfirmed', 'waiting', 'removed', 'refused']);

const token = z.string().min(1).max(100).meta({ description: 'of the link in the email' });
const reference = z
  .string()
  .meta({ description: 'what people call the request by, such as M-7K3M-9QXA' });
const email = z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email());

const requestSchema = z
  .object({
    reference,
    state,
    createdAt: instant,
    dueAt: instant.nullable().meta({ description: 'null: not confirmed' }),
    searched: z.boolean().meta({ description: 'copies were looked for' }),
    found: z.int().meta({ description: 'media that are withheld, or were, because of it' }),
    removed: z.int().meta({ description: 'media that the decision removed' }),
    decidedAt: instant.nullable(),
    reason: z.string().meta({ description: 'of the decision' }),
    contest: z
      .string()
      .nullable()
      .meta({ description: 'of a refusal: `token` of POST /publics/help/appeal' }),
  })
  .meta({ id: 'RemovalRequest' });

const itemSchema = z.object({
  media: mediaSchema,
  owner: profileSummarySchema.nullable(),
  via: z.enum(['link', 'picture', 'copy', 'later']),
  distance: z.int().meta({ description: 'of 256 bits of the hash; 0: the same' }),
  plain: z.boolean().meta({ description: 'few features: the likeness of the hash says less' }),
  exact: z
    .boolean()
    .meta({ description: 'the file, or one in the archive, is the same byte by byte' }),
});

const caseSchema = z
  .object({
    id: uuid(),
    reference,
    ground,
    byRepresentative: z.boolean(),
    person: z
      .object({ name: z.string(), email: z.string(), text: z.string() })
      .nullable()
      .meta({ description: 'null: erased, or the reader does not decide about content' }),
    createdAt: instant,
    dueAt: instant,
    links: z.array(z.object({ link: z.string(), found: z.boolean() })).max(REMOVAL_LINKS_TOTAL),
    pictures: z.int().meta({ description: 'pictures that were sent; only their hashes are kept' }),
    searched: z.boolean().meta({ description: 'copies were looked for' }),
    items: z
      .array(itemSchema)
      .max(REMOVAL_ITEMS_PAGE)
      .meta({ description: 'the first media that are not erased' }),
    found: z.int().meta({
      description: 'media that were found, also those erased since: `found` of the decision',
    }),
    removed: z.int(),
    decision: z
      .object({ outcome: z.enum(['removed', 'refused']), reason: z.string(), decidedAt: instant })
      .nullable(),
  })
  .meta({ id: 'RemovalCase' });

export const removalsRoutes = {
  'POST /publics/removals/pictures': route({
    id: 'publics.hashRemovalPicture',
    summary:
      'Hashes a picture for a removal request and forgets it; the reply is sealed, and says nothing about what was found',
    auth: 'public',
    body: z.object({
      picture: z
        .string()
        .min(1)
        .max(REMOVAL_PICTURE_MAX)
        .meta({ description: 'JPEG, PNG or WebP in base64' }),
    }),
    bodyLimitBytes: REMOVAL_PICTURE_MAX + 1_024,
    reply: z.object({ picture: z.string().meta({ description: 'sealed; for the request' }) }),
    errors: ['upload.forged', 'upload.damaged', 'removal.pictureTooPlain'],
    perMinute: 12,
  }),
  'POST /publics/removals': route({
    id: 'publics.askForRemoval',
    summary:
      'Asks for the removal of media that show me, with or without an account. An email proves the address; until then nothing happens',
    auth: 'public',
    body: z.object({
      name: z
        .string()
        .trim()
        .min(3)
        .max(REMOVAL_NAME_MAX)
        .meta({ description: 'stands for a signature' }),
      email,
      ground,
      byRepresentative: z.boolean().default(false),
      text: z.string().trim().max(HELP_MAX).default(''),
      links,
      pictures,
      goodFaith: z.literal(true).meta({ description: 'what is said is true, in good faith' }),
      recapcha,
    }),
    example: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      ground: 'intimateImage',
      links: ['https://example.com/iris/posts/019ab000-0000-7000-8000-000000000000'],
      goodFaith: true,
      recapcha: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
    },
    reply: z.object({ reference }),
    errors: [
      'removal.nothingNamed',
      'removal.pictureInvalid',
      'removal.tooMany',
      'auth.captchaRefused',
      'auth.captchaUnavailable',
    ],
    perMinute: 6,
  }),
  'POST /publics/removals/view': route({
    id: 'publics.removal',
    summary: 'The state of my removal request, behind the link of the email',
    auth: 'public',
    body: z.object({ token }),
    reply: requestSchema,
    errors: ['token.invalid'],
    perMinute: 30,
  }),
  'POST /publics/removals/follow': route({
    id: 'publics.followRemoval',
    summary:
      'The state of my removal request, by its reference and the address that it was made with',
    auth: 'public',
    body: z.object({ reference: z.string().trim().toUpperCase().max(20), email }),
    example: { reference: 'M-7K3M-9QXA', email: 'maria@example.com' },
    reply: requestSchema,
    errors: ['removal.notFound'],
    perMinute: 10,
  }),
  'POST /publics/removals/confirm': route({
    id: 'publics.confirmRemoval',
    summary:
      'Proves my address: the media that I named are withheld at once, copies of them are looked for, and the deadline begins',
    auth: 'public',
    body: z.object({ token }),
    reply: requestSchema,
    errors: ['token.invalid'],
    perMinute: 30,
  }),
  'POST /publics/removals/add': route({
    id: 'publics.addToRemoval',
    summary:
      'Names other links and pictures in my removal request while it waits: what they name is withheld, and copies of it are looked for',
    auth: 'public',
    body: z.object({ token, links, pictures }),
    reply: requestSchema,
    errors: [
      'token.invalid',
      'removal.notFound',
      'removal.alreadyDecided',
      'removal.nothingNamed',
      'removal.pictureInvalid',
      'removal.tooMany',
    ],
    perMinute: 10,
  }),
  'GET /dsb/removals': route({
    id: 'dsb.removals',
    summary:
      'Removal requests that wait, the soonest due first, or those that were decided, newest first; each view is recorded',
    auth: 'admin',
    right: 'content.read',
    query: z.object({ ...page(5, 20), decided: z.stringbool().default(false) }),
    reply: z.array(caseSchema),
    list: 'offset',
    perMinute: 60,
  }),
  'GET /dsb/removals/{id}/items': route({
    id: 'dsb.removalItems',
    summary:
      'Media of a removal request that waits, also those after its first; each view is recorded',
    auth: 'admin',
    right: 'content.read',
    params: z.object({ id: uuid() }),
    query: z.object(page(REMOVAL_ITEMS_PAGE, REMOVAL_ITEMS_PAGE)),
    reply: z.array(itemSchema),
    list: 'offset',
    errors: ['removal.notFound'],
    perMinute: 60,
  }),
  'POST /dsb/removals/{id}': route({
    id: 'dsb.decideRemoval',
    summary:
      'Removes the media of a request and blocks them and the pictures that were sent, or shows them again. The person and the owners read the reason in their language',
    auth: 'admin',
    right: 'content.decide',
    params: z.object({ id: uuid() }),
    bodyLimitBytes: BODY_BYTES,
    body: z.object({
      outcome: z.enum(['removed', 'refused']),
      reason: z.string().trim().min(1).max(REASON_MAX),
      found: z.int().min(0).meta({
        description: 'of the request when all its media were seen; removal.changed when it differs',
      }),
      keep: z
        .array(id('media'))
        .max(KEPT_MAX)
        .default([])
        .meta({ description: 'media that show another person; they are shown again' }),
    }),
    example: { outcome: 'removed', reason: 'A pessoa não consentiu.', found: 2 },
    reply: z.object({ removed: z.int(), kept: z.int() }),
    errors: [
      'removal.notFound',
      'removal.alreadyDecided',
      'removal.searching',
      'removal.changed',
      'removal.nothingLeft',
      'decision.own',
    ],
  }),
};
