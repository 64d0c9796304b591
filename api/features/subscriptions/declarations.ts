// What subscriptions adds to the closed maps of the platform: emails and texts.
import { defineEmails } from '../../platform/mail/email-templates.ts';
import { defineTexts } from '../../platform/text/text.ts';
import enEmails from './emails/en.json' with { type: 'json' };
import esEmails from './emails/es.json' with { type: 'json' };
import ptEmails from './emails/pt.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

type SubscriptionEmail = {
  name: string;
  producer: string;
  amount: string;
  before: string;
  when: string;
  link: string;
};

export type SubscriptionEmails = {
  /** About a subscription; `amount` is the price of the next month, `before` the agreed one. */
  renewalSoon: SubscriptionEmail;
  renewalFailed: SubscriptionEmail;
  /** The default card is of no use any more. */
  renewalFailedCard: SubscriptionEmail;
  /** Its terms, when it starts; before the first charge. */
  trialStarted: SubscriptionEmail;
  trialEnding: SubscriptionEmail;
  /** Before the first month at the full price; `before` is the price of the promotion. */
  promotionEnding: SubscriptionEmail;
  /** The same, where the fan's bank debits. */
  renewalSoonPix: SubscriptionEmail;
  promotionEndingPix: SubscriptionEmail;
  renewalFailedPix: SubscriptionEmail;
  subscriptionEnded: SubscriptionEmail;
  priceRose: SubscriptionEmail;
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends SubscriptionEmails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<SubscriptionEmails>({
  pt: ptEmails,
  en: enEmails,
  es: esEmails,
});
