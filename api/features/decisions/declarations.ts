// What decisions to remove content add to the closed maps of the platform: audit actions, emails
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
    'media.takenDown': true;
    'media.labelled': true;
    'post.labelled': true;
  }
}

type Emails = {
  /** To the owner: the statement of reasons; `what` is the thing with its article. */
  contentRemoved: {
    name: string;
    what: string;
    code: string;
    origin: string;
    reason: string;
    kept: string;
    until: string;
    link: string;
  };
  /**
   * To the owner: what the team says of how it was made, and why; `what` is the thing with its
   * article.
   */
  aiLabelDecided: {
    name: string;
    what: string;
    label: string;
    reason: string;
    until: string;
    link: string;
  };
  /** To the person whom the team decided about; `what` is a sentence. */
  decisionMade: { name: string; what: string; reason: string; until: string; link: string };
  /** To the owner: the team has no longer decided about it. */
  aiLabelTakenBack: { name: string; what: string; reason: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
