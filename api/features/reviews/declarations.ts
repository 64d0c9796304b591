// What the review before publication adds to the closed maps of the platform: audit actions, emails
// and texts.
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
    'review.viewed': true;
    'review.approved': true;
    'review.refused': true;
    'review.restored': true;
    'review.settingsChanged': true;
  }
}

type Emails = {
  /** To its author; `what` is the thing with its article. */
  contentRefused: { name: string; what: string; reason: string; link: string };
  /** To its author: the refusal was taken back. */
  refusalTakenBack: { name: string; what: string };
  /** The same of frames of a show, which may have ended. */
  framesRefused: { name: string; what: string; reason: string; link: string };
  framesRefusalTakenBack: { name: string; what: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
