// Settings of the providers that prove an age (docs/operations/age.md).
import { z } from 'zod';

/** `describe` is the text of the operator's manual. */
export const ageSettings = {
  AGE_OIDC_ISSUER: z
    .url()
    .optional()
    .describe(
      'an OpenID provider that says whether a person is of age; returns to CAMARIM_PUBLIC_URL/account/age/return (age.md)',
    ),
  AGE_OIDC_CLIENT_ID: z.string().min(1).optional(),
  AGE_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  AGE_OIDC_NAME: z.string().min(2).max(40).optional().describe('what people call it'),
  AGE_OIDC_SCOPE: z
    .string()
    .default('openid age_over:18')
    .describe('scope that asks for the age and for nothing else'),
  AGE_OIDC_CLAIM: z
    .string()
    .default('age_over_18')
    .describe('claim of the identity token: true for a person of eighteen or more'),
  AGE_OIDC_OVER_TEXT: z
    .string()
    .optional()
    .describe('for a provider whose claim is a text: the one that means of age, e.g. 18:true'),
  AGE_OIDC_PARAMETERS: z
    .string()
    .default('')
    .describe(
      'further parameters of its requests, as in a query, e.g. idp_values=euav&prompt=login',
    ),
  AGE_OIDC_BLIND: z
    .enum(['double', 'single', 'none'])
    .default('single')
    .describe(
      'double: it does not learn that this site asks; single: it learns that; none: we learn who the person is',
    ),
  AGE_YOTI_SDK_ID: z
    .uuid()
    .optional()
    .describe("Yoti's age verification service: SDK id of the Yoti Hub (age.md)"),
  AGE_YOTI_API_KEY: z.string().min(1).optional().describe('its API key'),
  AGE_YOTI_FACE_THRESHOLD: z.coerce
    .number()
    .int()
    .min(18)
    .max(40)
    .default(21)
    .describe('estimated age from which a face counts as eighteen; estimates err by some years'),
  AGE_YOTI_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Yoti answers; refused in production'),
};
