// What reports adds to the closed maps of the platform: audit actions, emails and texts.
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
    'report.viewed': true;
    'report.upheld': true;
    'report.dismissed': true;
  }
}

type Emails = {
  /** To administrators: something that the law wants decided within hours. */
  urgentReport: { reason: string; when: string; link: string };
  /** To who reported: the reference, and until when it is decided. */
  reportReceived: { reference: string; when: string };
  /** To administrators: how many reports are nearly due and how many are late. */
  reportsDue: { near: string; late: string; when: string; link: string };
  /** To its owner: it is withheld until the decision; `what` is the thing with its article. */
  contentWithheld: { name: string; what: string; reason: string; when: string; link: string };
  /** To who reported: it was taken down, or it stays. */
  reportUpheld: { code: string; reason: string };
  reportDismissed: { code: string; reason: string; until: string; link: string };
  reportDismissedToVisitor: { code: string; reason: string; until: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
