// The bank of a card that asks who pays (3-D Secure): what the page sends about the holder's
// browser, and what the acquirer's script answers.
import { z } from 'zod';

/** The browser as EMV 3-D Secure describes it. The user agent is read from the request. */
export const holderBrowserSchema = z
  .object({
    colorDepth: z.int().min(1).max(64),
    javaEnabled: z.boolean(),
    language: z.string().min(2).max(10),
    screenHeight: z.int().min(0).max(100_000),
    screenWidth: z.int().min(0).max(100_000),
    timeZoneOffset: z
      .int()
      .min(-900)
      .max(900)
      .meta({ description: 'minutes, as JavaScript counts them' }),
  })
  .meta({ id: 'HolderBrowser' });

/** The script's answer, under EMV's names. Without `cavv` the bank vouches for nothing. */
export const authenticationSchema = z
  .object({
    eci: z.string().max(2),
    cavv: z.string().min(20).max(60).nullable(),
    xid: z.string().max(60).nullable(),
    version: z.string().max(10),
    referenceId: z.string().max(40),
  })
  .meta({ id: 'CardAuthentication' });

/** What the page needs for the script; null where nothing is to be done before the charge. */
export const authenticationScriptSchema = z
  .object({
    url: z.url(),
    accessToken: z.string().meta({ description: 'good for one authentication' }),
    environment: z.enum(['SDB', 'PRD']),
    orderNumber: z.string(),
    billing: z.object({
      document: z.string(),
      email: z.string(),
      phone: z.string(),
      street: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      country: z.string(),
    }),
    otherwise: z
      .enum(['refuse', 'charge'])
      .meta({ description: 'whether a card whose bank takes no part may be charged all the same' }),
  })
  .meta({ id: 'AuthenticationScript' })
  .nullable();
