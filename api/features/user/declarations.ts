// What people in the dashboard add to the closed maps of the platform: audit actions, emails,
// texts.
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
    'user.viewed': true;
    'user.sessionsViewed': true;
    'user.noted': true;
    'user.agreed': true;
    'user.blocked': true;
    'user.unblocked': true;
  }
}

type Emails = {
  /** `contact`: where they ask for what they earned; `link` contests the block without a log-in. */
  userBlocked: { name: string; reason: string; contact: string; link: string };
  userBlockedUntil: {
    name: string;
    reason: string;
    until: string;
    contact: string;
    link: string;
  };
  userUnblocked: { name: string; reason: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
