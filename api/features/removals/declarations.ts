// What removal requests add to the closed maps of the platform: audit actions, emails and texts.
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
    'removal.viewed': true;
    'removal.granted': true;
    'removal.refused': true;
  }
}

type Emails = {
  /** To the person who asked: the link proves their address, and shows the state. */
  removalAsked: { name: string; reference: string; link: string };
  removalGranted: { name: string; reference: string; reason: string; count: string };
  removalRefused: {
    name: string;
    reference: string;
    reason: string;
    until: string;
    link: string;
  };
  /** To administrators. */
  removalToDecide: { reference: string; when: string; link: string };
  removalsDue: { near: string; late: string; when: string; link: string };
  /** To the owner of media that are withheld until the decision; `what`: a file, or how many. */
  removalWithheld: { name: string; what: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
