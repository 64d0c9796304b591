// The emails there are, what each needs, and how one becomes subject, plain text and HTML.
import type { Locale } from '@camarim/contract/limits';
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

type BankEmail = { name: string; account: string; when: string; link: string };

/**
 * Template -> parameters. A parameter `link` becomes a button; the other ones stand in the text as
 * `{name}`.
 */
export type EmailTemplates = {
  /** To administrators: somebody asks to become a producer. */
  producerAsked: { name: string; link: string };
  producerReceived: { name: string };
  producerApproved: { name: string; link: string };
  producerRejected: { name: string; reason: string; link: string };
  producerSuspended: { name: string; reason: string; link: string };
  ticketAnswered: { name: string; answer: string };
  resetPassword: { name: string; link: string };
  passwordChanged: { name: string; link: string };
  confirmEmail: { name: string; link: string };
  /** To the account that confirmed the address which another account claims. */
  emailInUse: { name: string; domainName: string; link: string };
  /** To the new address. */
  changeEmail: { name: string; link: string };
  /** To the old address. */
  emailChanged: { name: string; email: string };
  secondFactorChanged: { name: string; link: string };
  identityLinked: { name: string; provider: string; link: string };
  identityUnlinked: { name: string; provider: string; link: string };
  /** The archive of a person's data can be downloaded. */
  exportReady: { name: string; link: string };
  /** `account` is masked; `when` is from when money may go there. */
  bankAccountAdded: BankEmail;
  bankAccountRemoved: BankEmail;
  bankAccountChosen: BankEmail;
  removeAccount: { name: string; link: string };
  accountRemoved: { name: string };
  newDevice: { name: string; device: string; address: string; when: string; link: string };
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
  /** To administrators: something that the law wants decided within two days. */
  urgentReport: { reason: string; when: string; link: string };
  /** To who reported: it was taken down, or it stays. */
  reportUpheld: { reason: string };
  reportDismissed: { reason: string };
  /** To whose it was; `what` is the thing with its article. */
  contentRemoved: { name: string; what: string; reason: string; link: string };
  /** To somebody whom a producer put on record; `stage` is the name they are known by there. */
  performerAsked: { stage: string; producer: string; link: string };
  /** The way to withdraw. */
  performerConsented: { stage: string; producer: string; link: string };
  performerWithdrew: { stage: string; producer: string };
  performerChecked: { stage: string; producer: string };
  performerTurnedDown: { stage: string; producer: string; reason: string };
  /** To the producer: what the person said, and what was found. `posts` is how many were hidden. */
  performerSaidYes: { name: string; stage: string; link: string };
  performerSaidNo: { name: string; stage: string; link: string };
  performerLeft: { name: string; stage: string; posts: string; link: string };
  performerApproved: { name: string; stage: string; link: string };
  performerRejected: { name: string; stage: string; reason: string; link: string };
  performerRevoked: { name: string; stage: string; reason: string; posts: string; link: string };
  /** A policy changes: `policy` is its title, `when` the day from which the new version holds. */
  policyChanged: { name: string; policy: string; when: string; link: string };
  ageVerified: { name: string; link: string };
  ageRefused: { name: string; reason: string; link: string };
};

export type EmailName = keyof EmailTemplates;

type Texts = { subject: string; body: string; action?: string };

/** An email that a language lacks does not compile. */
const catalogue: Record<Locale, Record<EmailName, Texts>> = { pt, en, es };

const PLACEHOLDER = /\{(\w+)\}/g;
const fill = (text: string, params: Record<string, string>): string =>
  text.replace(PLACEHOLDER, (_, name: string) => params[name] ?? '');

const escapeHtml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const paragraphs = (body: string): string =>
  body
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('');

const button = (action: string, link: string): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#d81e55;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(action)}</a></p>`;

/**
 * What the reader gets. Parameters are text: none of them can bring markup or a header of its own.
 */
export const renderEmail = <Name extends EmailName>(
  template: Name,
  locale: Locale,
  params: EmailTemplates[Name],
): { subject: string; text: string; html: string } => {
  const { subject, body, action } = catalogue[locale][template];
  const values: Record<string, string> = params;
  const { link } = values;
  const filled = fill(body, values);
  const linked = action !== undefined && link !== undefined;
  return {
    subject: oneLine(fill(subject, values)),
    text: linked ? `${filled}\n\n${action}: ${link}\n\nCamarim\n` : `${filled}\n\nCamarim\n`,
    html: `<!doctype html><html lang="${locale}"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1422;background:#fbf8fc"><div style="max-width:560px;margin:0 auto">${paragraphs(filled)}${linked ? button(action, link) : ''}<p style="color:#6b5c78">Camarim</p></div></body></html>`,
  };
};
