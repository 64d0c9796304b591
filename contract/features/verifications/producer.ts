// Becoming a producer: the request, its state, and what administrators decide. Source:
// specification section 3, Producer signup fields.
import { z } from 'zod';
import { DISPLAY_NAME_MAX, REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, uuid } from '../../wire.ts';
import { domainName } from '../auth.ts';
import { profileSummarySchema } from '../profiles.ts';

const line = (max: number) => z.string().trim().min(1).max(max);
/** Digits, however a person separates them. */
export const digits = (min: number, max: number) =>
  z
    .string()
    .max(30)
    .transform((text) => text.replaceAll(/\D/g, ''))
    .pipe(z.string().min(min).max(max));
/** A picture of a document that was sent. */
export const uploadKey = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'key of a finished upload of GET /auth/doc-public-upload/any' });

/**
 * A Brazilian address. City and state are those of IBGE. Source: specification section 5, Address.
 */
export const addressSchema = z
  .object({
    street: line(120),
    /** 'S/N' when the place has none. */
    number: z
      .string()
      .trim()
      .max(20)
      .default('S/N')
      .transform((number) => number || 'S/N'),
    addressLineTwo: z.string().trim().max(120).default(''),
    county: line(80),
    city: line(80),
    stateCode: z.string().trim().toUpperCase().length(2),
    zip: digits(8, 8),
    country: z.literal('BR').default('BR'),
  })
  .meta({ id: 'Address' });

const producerSignup = addressSchema.extend({
  nickname: domainName,
  fullName: z.string().trim().min(5).max(120),
  document: digits(11, 11).meta({ description: 'CPF' }),
  celphone: digits(10, 13),
  birthDate: z.iso.date(),
  documentFrontKey: uploadKey,
  documentBackKey: uploadKey,
  selfieKey: uploadKey,
  acceptedContract: z.literal(true),
});

export const producerStage = z.enum(['member', 'requested', 'approved', 'rejected', 'suspended']);

/** One's own request. */
const ownRequest = z
  .object({
    stage: producerStage,
    requestedAt: instant.nullable(),
    decidedAt: instant.nullable(),
    /** Why it was rejected or suspended. */
    reason: z.string(),
    mayAsk: z.boolean(),
    contestable: uuid().nullable().meta({
      description:
        '`decision` of POST /profiles/help, to appeal against a rejection or a suspension; null when there is none',
    }),
  })
  .meta({ id: 'OwnProducerRequest' });

const queueItem = z.object({
  id: id('producerRequest'),
  userId: id('user').meta({
    description:
      'for /dsb/user/{userId}, which has the money, sessions, devices, decisions and notes',
  }),
  profile: profileSummarySchema,
  /** The current stage of the person; `request` is the state of this request. */
  stage: producerStage,
  request: z.enum(['requested', 'approved', 'rejected']),
  requestedAt: instant,
  decidedAt: instant.nullable(),
  reason: z.string(),
});

/**
 * What an administrator sees of a request. Addresses of documents work for minutes, for this
 * administrator only.
 */
const requestSchema = queueItem
  .extend({
    person: z
      .object({
        fullName: z.string(),
        document: z.string(),
        celphone: z.string(),
        birthDate: z.string(),
        street: z.string(),
        number: z.string(),
        addressLineTwo: z.string(),
        county: z.string(),
        city: z.string(),
        stateCode: z.string(),
        zip: z.string(),
        country: z.string(),
      })
      .nullable()
      .meta({ description: 'null once a rejected request was forgotten' }),
    documents: z.array(
      z.object({ kind: z.enum(['documentFront', 'documentBack', 'selfie']), url: z.string() }),
    ),
    approval: z.enum(['none', 'mine', 'other']).meta({
      description:
        'who has approved what waits for two administrators: I, or another one; none also where one approval decides',
    }),
  })
  .meta({ id: 'ProducerRequest' });

const askErrors = [
  'producer.alreadyAsked',
  'validate.adultOnly',
  'validate.taken',
  'validate.reserved',
  'request.tooMany',
  'upload.notFound',
  'upload.forged',
  'upload.tooLarge',
  'upload.typeNotAllowed',
] as const;

export const producerRoutes = {
  'POST /profiles/became-producer': route({
    idempotency: 'remembered',
    id: 'profiles.becameProducer',
    summary: 'Asks to become a producer',
    auth: 'member',
    body: producerSignup,
    reply: ownRequest,
    errors: askErrors,
    perMinute: 10,
  }),
  'POST /profiles/became-producer/check': route({
    id: 'profiles.checkProducer',
    summary:
      'Whether a request of mine with this person would be refused, before documents are sent; changes nothing. A few CPFs a day',
    auth: 'member',
    body: producerSignup.pick({ nickname: true, fullName: true, document: true, birthDate: true }),
    reply: z.null(),
    errors: ['validate.adultOnly', 'validate.taken', 'validate.reserved', 'request.tooMany'],
    perMinute: 10,
  }),
  'POST /auth/became-producer': route({
    idempotency: 'remembered',
    id: 'auth.becameProducer',
    summary: 'The same as POST /profiles/became-producer',
    auth: 'member',
    body: producerSignup,
    reply: ownRequest,
    errors: askErrors,
    perMinute: 10,
  }),
  'DELETE /profiles/became-producer': route({
    id: 'profiles.withdrawProducer',
    summary:
      'Takes my request back, waiting or rejected: I am a member again. Data and documents of one that waited are deleted',
    auth: 'member',
    reply: ownRequest,
    errors: ['producer.notAsked'],
    perMinute: 10,
  }),
  'GET /profiles/producer': route({
    id: 'profiles.producer',
    summary: 'The state of my request to become a producer',
    auth: 'member',
    reply: ownRequest,
  }),
  'GET /profiles/get-approve/{approveToken}': route({
    id: 'profiles.getApprove',
    summary: 'The request behind an approval token, for administrators; each view is recorded',
    auth: 'admin',
    right: 'identity.read',
    params: z.object({ approveToken: z.string().min(1).max(100) }),
    reply: requestSchema,
    errors: ['token.invalid'],
    perMinute: 60,
  }),
  'POST /profiles/approve-producer': route({
    stepUp: true,
    id: 'profiles.approveProducer',
    summary: 'Approves, rejects or suspends a producer, named by the approval token or by id',
    auth: 'admin',
    right: 'identity.decide',
    body: z.object({
      approveToken: z.string().min(1).max(100).optional(),
      producerId: id('profile').optional(),
      decision: z.enum(['approve', 'reject', 'suspend']).default('approve'),
      reason: z
        .string()
        .trim()
        .max(REASON_MAX)
        .default('')
        .meta({ description: 'required to reject and to suspend; the person reads it' }),
    }),
    reply: z.object({ producerId: id('profile'), stage: producerStage }),
    errors: [
      'token.invalid',
      'producer.notAsked',
      'producer.alreadyDecided',
      'decision.own',
      'documents.notViewed',
      'user.alreadyBlocked',
    ],
    perMinute: 60,
  }),
  'GET /dsb/producer': route({
    id: 'dsb.producers',
    summary:
      'People by the stage of their newest request to become a producer, oldest first unless said otherwise; found by a part of the name or domain name. A creator without a request, approved by the operator’s command, is found by `producerState` of GET /dsb/user',
    auth: 'admin',
    right: 'identity.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(60).optional(),
      stage: z.enum(['requested', 'approved', 'rejected', 'suspended']).default('requested').meta({
        description:
          'suspended: approved once, of a producer who sells no more; not among the approved',
      }),
      search: z.string().trim().max(DISPLAY_NAME_MAX).optional(),
      sort: z.enum(['oldest', 'newest']).default('oldest'),
    }),
    reply: z.array(queueItem),
    list: 'cursor',
  }),
  'GET /dsb/producer/{producerId}': route({
    id: 'dsb.producer',
    summary:
      'The newest request of a profile with its personal data and documents; each view is recorded. Money, sessions, devices, reports, decisions and notes of the person: GET /dsb/user/{userId} and the calls below it; fee and payout rules: GET /dsb/fees/{producerId}, GET /dsb/payout-rules/{producerId}',
    auth: 'admin',
    right: 'identity.read',
    params: z.object({ producerId: id('profile') }),
    reply: requestSchema,
    errors: ['producer.notAsked'],
    perMinute: 60,
  }),
};
