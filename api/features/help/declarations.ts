// What help adds to the closed maps of the platform: audit actions, emails and texts.
import { defineEmails } from '../../platform/mail/email-templates.ts';
import { defineTexts } from '../../platform/text/text.ts';
import enEmails from './emails/en.json' with { type: 'json' };
import esEmails from './emails/es.json' with { type: 'json' };
import ptEmails from './emails/pt.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'ticket.answered': true;
  }
}

type Emails = {
  ticketAnswered: { name: string; answer: string };
  visitorTicketAnswered: { answer: string };
  /** To who appealed; `result` says whether the decision stands. */
  appealAnswered: { name: string; result: string; answer: string };
  /** The same to a person without an account. */
  visitorAppealAnswered: { result: string; answer: string };
  /** To administrators: how many appeals are nearly due and how many are late. */
  appealsDue: { near: string; late: string; when: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
