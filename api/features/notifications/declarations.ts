// What notifications adds to the closed maps of the platform: emails and texts.
import { defineEmails } from '../../platform/mail/email-templates.ts';
import { defineTexts } from '../../platform/text/text.ts';
import enEmails from './emails/en.json' with { type: 'json' };
import esEmails from './emails/es.json' with { type: 'json' };
import ptEmails from './emails/pt.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/**
 * `message` is the sentence of the page; `quote` what was written, after an empty line, or empty.
 */
type NoticeEmail = {
  name: string;
  from: string;
  amount: string;
  message: string;
  quote: string;
  link: string;
  unsubscribe: string;
};

type Emails = {
  noticeTip: NoticeEmail;
  noticeSale: NoticeEmail;
  noticeSubscriber: NoticeEmail;
  noticeComment: NoticeEmail;
  noticePost: NoticeEmail;
  noticePayout: NoticeEmail;
  noticeOther: NoticeEmail;
  /** What is still unread of a day: `list` has a line for each of the newest. */
  noticeDigest: { name: string; count: string; list: string; link: string; unsubscribe: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
