// What subscriptions adds to the closed maps of the platform: emails.

type SubscriptionEmail = {
  name: string;
  producer: string;
  amount: string;
  before: string;
  when: string;
  link: string;
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** Of a subscription; `amount` is what a month costs now, `before` what was agreed to. */
    renewalSoon: SubscriptionEmail;
    renewalFailed: SubscriptionEmail;
    /** The default card is of no use any more. */
    renewalFailedCard: SubscriptionEmail;
    /** The same, where the fan's bank debits. */
    renewalSoonPix: SubscriptionEmail;
    renewalFailedPix: SubscriptionEmail;
    subscriptionEnded: SubscriptionEmail;
    priceRose: SubscriptionEmail;
  }
}

export {};
