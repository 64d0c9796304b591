// One's own profile: what only its owner reads, and editing it.
import { z } from 'zod';
import { ABOUT_MAX, DISPLAY_NAME_MAX, LOCALES, PHONE_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { gender, imageSchema, profileSchema } from '../profiles.ts';
import { ownReviewSchema } from '../reviews.ts';

/** A phone in international form (E.164). */
const phone = z.string().nullable().meta({ description: 'E.164, e.g. +5511987654321' });

/** What the session says of one's own profile. */
export const sessionProfileSchema = profileSchema.extend({
  defaultLanguage: z.enum(LOCALES).nullable(),
  celphone: phone,
  /** member -> requested -> approved | rejected -> suspended. */
  producerStage: z.enum(['member', 'requested', 'approved', 'rejected', 'suspended']),
  timeZone: z
    .string()
    .meta({ description: 'IANA name of the zone one lives in: hours one plans by are of it' }),
});

/** Empty where nothing was said. Source: specification section 3, Profile. */
const ownAddress = z.object({
  addressLineOne: z
    .string()
    .meta({ description: 'the line as on an envelope; when empty, it is street and number' }),
  street: z.string(),
  /** 'S/N' when the place has none. */
  number: z.string(),
  county: z.string(),
  city: z.string(),
  state: z.string(),
  stateCode: z.string(),
  zip: z.string(),
  country: z.string().meta({ description: 'ISO 3166-1' }),
});

const heldImage = z
  .object({ image: imageSchema, review: ownReviewSchema })
  .nullable()
  .meta({ description: 'waits for a review, or was refused in one: others see the one before' });

/** Phones and address are in this reply only, for the owner. */
const ownProfileSchema = sessionProfileSchema
  .extend({
    heldImages: z.object({ profileImage: heldImage, headerImage: heldImage }),
    phone,
    ...ownAddress.shape,
    feeBps: z
      .int()
      .meta({ description: 'what the platform keeps of what I sell, in basis points' }),
  })
  .meta({ id: 'OwnProfile' });

const line = (max: number) => z.string().trim().max(max).optional();
const pictureKey = z
  .string()
  .max(300)
  .nullable()
  .optional()
  .meta({ description: 'key of a finished public upload; null removes the image' });

/**
 * Rules that need a list of the world (phones, CEP, states, cities) are the server's. An empty
 * string removes.
 */
const profileEdits = z.object({
  exibitionName: z.string().trim().min(1).max(DISPLAY_NAME_MAX).optional(),
  about: z.string().trim().max(ABOUT_MAX).optional(),
  defaultLanguage: z.enum(LOCALES).optional(),
  profileImageKey: pictureKey,
  headerImageKey: pictureKey,
  settings: z.object({ enableComments: z.boolean() }).optional(),
  gender: gender.nullable().optional().meta({ description: 'null removes it' }),
  celphone: line(PHONE_MAX).meta({
    description: 'a mobile phone; without + it is a Brazilian one',
  }),
  phone: line(PHONE_MAX),
  addressLineOne: line(200),
  street: line(120),
  number: line(20).meta({ description: "becomes 'S/N' when an address has none" }),
  county: line(80),
  city: line(80).meta({
    description: 'in Brazil a city of IBGE; accents and case of what is sent are ignored',
  }),
  state: line(80).meta({ description: 'in Brazil it follows from stateCode' }),
  stateCode: line(10),
  zip: line(20),
  country: z.string().trim().toUpperCase().length(2).optional(),
});

export const ownProfileRoutes = {
  'GET /profiles/me': route({
    id: 'profiles.me',
    summary: 'My own profile, with phones and address',
    auth: 'member',
    reply: ownProfileSchema,
  }),
  'PUT /profiles': route({
    id: 'profiles.update',
    summary: 'Changes my profile; fields left out stay as they are',
    auth: 'member',
    body: profileEdits,
    example: {
      exibitionName: 'Davi Cobalto',
      celphone: '(11) 98765-4321',
      street: 'Rua das Flores',
      city: 'São Paulo',
      stateCode: 'SP',
      zip: '01310-100',
      country: 'BR',
    },
    reply: ownProfileSchema,
    errors: [
      'validate.required',
      'validate.invalid',
      'upload.notFound',
      'upload.forged',
      'upload.damaged',
      'upload.tooManyPixels',
    ],
  }),
};
