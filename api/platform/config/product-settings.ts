// Settings of mail, identity providers, prices, payouts, administrators, third parties and the
// captcha.
import { z } from 'zod';
import { isHolidayRule } from '../clock/holidays.ts';
import { bounded, bps, flag, publicAddress } from './setting-types.ts';

/** `describe` is the text of the operator's manual. */
export const productSettings = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional()
    .describe('smtps://user:password@host:465; mail stays at /inbox when unset outside production'),
  SMTP_PLAINTEXT: flag
    .default(false)
    .describe(
      'in production mail goes by smtp:// only after STARTTLS; true lets it go in plain text, e.g. to a mail server on the same machine',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('sender of all mail, e.g. Camarim <no-reply@example.com>'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .describe(
      'private key of Web Push (RFC 8292), base64url; the installation makes one when unset. Another key ends all subscriptions of browsers',
    ),
  PUSH_SERVICES: z
    .string()
    .default('')
    .describe(
      'further push services beside those of Chrome, Firefox, Safari and Edge: origins separated by commas, e.g. https://push.example.com; notifications are sent to no other address',
    ),
  WEBHOOK_PRIVATE_ORIGINS: z
    .string()
    .default('')
    .describe(
      'origins separated by commas to which webhooks of producers may be sent although they are http or in a private network, e.g. http://10.0.0.5:8080; all others must be https at public addresses (overlays.md)',
    ),
  DATA_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'seals personal data and signing keys in the database (AES-256-GCM); production asks for it, elsewhere a key in the database itself is used when unset. Keep it apart from the database and its dumps: without it sealed data is lost',
    ),

  COMPANY_LINE: z
    .string()
    .min(3)
    .max(200)
    .optional()
    .describe(
      'who runs this site, in the footer of every page: name, registration number and place, e.g. Camarim Ltda · CNPJ 12.345.678/0001-90 · São Paulo',
    ),
  CONTACT_ADDRESS: publicAddress
    .optional()
    .describe('where the public reaches you, in the footer: an email address or an https page'),
  REPORT_ADDRESS: publicAddress
    .optional()
    .describe(
      'where people without an account report content, such as leaked pictures, in the footer: an email address or an https page; CONTACT_ADDRESS when unset',
    ),
  HELP_ADDRESS: publicAddress
    .optional()
    .describe(
      "help for people who can't log in, on the help page: an https page or an email address",
    ),

  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'log-in by Google: client of the OAuth consent screen; returns to CAMARIM_PUBLIC_URL/account/google',
    ),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z
    .url()
    .optional()
    .describe('another OpenID provider in the place of Google; refused in production'),
  FACEBOOK_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('log-in by Facebook: app id; returns to CAMARIM_PUBLIC_URL/account/facebook'),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Facebook answers; refused in production'),
  TWITTER_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('log-in by X: OAuth 2.0 client id; returns to CAMARIM_PUBLIC_URL/account/twitter'),
  TWITTER_CLIENT_SECRET: z.string().min(1).optional(),
  TWITTER_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for X answers; refused in production'),

  FEE_BPS: bps.default(2_000).describe("platform's fee in basis points"),
  PLAN_PRICE_MIN_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(500)
    .describe('lowest monthly price of a plan'),
  PLAN_PRICE_MAX_CENTAVOS: z.coerce
    .number()
    .int()
    .max(10_000_000)
    .default(100_000)
    .describe('highest monthly price of a plan'),
  CASH_OUT_MIN_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('smallest cash-out'),
  CASH_OUT_FEE_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('kept by the platform of every cash-out'),
  CASH_OUT_DAY_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(1_000_000)
    .describe('most that a producer cashes out in a day of São Paulo'),
  CASH_OUT_MONTH_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000_000)
    .describe('most in a month of São Paulo'),
  CASH_OUT_APPROVAL_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'cash-outs from this amount on, those of a day together, wait for an administrator (0: all of them); none does when unset',
    ),
  CASH_OUT_FIRST_REVIEW: flag
    .optional()
    .describe(
      'the first cash-out of each producer waits for an administrator; on by default in production',
    ),
  RESERVE_PERCENT: bounded('RESERVE_PERCENT')
    .optional()
    .describe(
      'of what a new producer earned in the last RESERVE_DAYS, how much can’t be cashed out yet, pending earnings included; 10 in production when unset, else 0',
    ),
  CONSENT_REFUND_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe(
      'when a person in a post or message withdraws consent, who bought it in the days before gets the money back; 0: no buyer does',
    ),
  RESERVE_DAYS: bounded('RESERVE_DAYS')
    .default(30)
    .describe('the days of earnings of which RESERVE_PERCENT stays'),
  RESERVE_NEW_DAYS: bounded('RESERVE_NEW_DAYS')
    .default(90)
    .describe('for so many days from the approval a producer is new for RESERVE_PERCENT'),
  BANK_COOL_OFF_HOURS: bounded('BANK_COOL_OFF_HOURS')
    .default(24)
    .describe('hours that a new account waits before money is paid out to it'),
  MASS_MESSAGES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe(
      'mass messages of one producer that a fan gets within 24 hours at most; further ones leave the fan out',
    ),
  HOLD_DAYS: bounded('HOLD_DAYS')
    .default(7)
    .describe('days that earnings wait before they can be cashed out'),
  HOLD_DAYS_PIX: bounded('HOLD_DAYS_PIX')
    .default(1)
    .describe(
      'the same for a month paid straight by Pix Automático, which can hardly be taken back',
    ),
  HOLD_DAYS_CARD: bounded('HOLD_DAYS_CARD')
    .default(14)
    .describe(
      'the same for what is paid by a person whose card was charged within as many days: a holder may dispute it for months',
    ),

  ADMIN_SECOND_PERSON: flag
    .optional()
    .describe(
      'cash-outs that wait and requests of producers are approved by two different administrators; refusing takes one. On by default in production; an installation with a single administrator has to set false',
    ),
  ADMIN_SECOND_PERSON_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'where two administrators approve: from this amount on only, and cash-outs from it on, those of a day together, always wait for them; below it one approves what waits. Unset: two for everything that waits',
    ),
  ADMIN_SECOND_FACTOR: flag
    .optional()
    .describe(
      'administrators have their rights only in sessions opened with a second factor; on by default in production',
    ),

  APPEAL_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(184)
    .describe(
      'days in which a decision about content may be contested (the DSA says six months at least); what was removed is kept so long, hidden from everyone, and then erased. What the law wants kept or erased at once is not affected',
    ),
  REPORTS_DISMISSED_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(3)
    .describe(
      'after as many dismissed reports in 30 days that had withheld something, or would have, a further one of the same person withholds nothing until its decision; its deadline stays. Of a visitor those of their address',
    ),
  REPORTS_DISMISSED_MAX_CHILD_SAFETY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe(
      'the same for reports of child safety, which count only dismissed ones of that class',
    ),
  EXTRA_HOLIDAYS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((day) => day.trim() || []))
    .refine(
      (rules) => rules.every(isHolidayRule),
      'days as YYYY-MM-DD, MM-DD, easter+60, 11-thu-4 or 05-mon-last, separated by commas',
    )
    .describe(
      'days that are no business days beside weekends and the holidays of Brazil and CAMARIM_STATE, which are known: those of a city, or all those of another country; deadlines of reports count business days. 2026-11-25 is one day, 01-25 a day of each year, easter+60 counts from Easter Sunday, 11-thu-4 is the fourth Thursday of November, 05-mon-last the last Monday of May (people-and-trust.md)',
    ),

  SUPPORT_SCRIPT_URL: z
    .url()
    .optional()
    .describe(
      'script of a support chat; it runs only for who agrees to all cookies (third-parties.md)',
    ),
  TAG_MANAGER_URL: z
    .url()
    .optional()
    .describe(
      'script of a tag manager with its id, e.g. https://www.googletagmanager.com/gtm.js?id=GTM-ABC; under the same condition',
    ),
  FRAUD_SCREEN_URL: z
    .url()
    .optional()
    .describe(
      'script that knows devices again for fraud screening, for signed-in people; `{session}` stands for the session id; under the same condition',
    ),
  THIRD_PARTY_ORIGINS: z
    .string()
    .optional()
    .describe('further origins that these scripts load from and report to, separated by spaces'),

  CAPTCHA_COST: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(3_000)
    .describe('most attempts, of about 0.2 ms each, that solving a captcha takes a browser'),
  TURNSTILE_SITE_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Cloudflare Turnstile in place of the proof of work: the key of the widget, which is in pages (third-parties.md)',
    ),
  TURNSTILE_SECRET_KEY: z.string().min(1).optional().describe('its secret key'),
  TURNSTILE_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Turnstile answers; refused in production'),
};
