// What auth adds to the closed maps of the platform: audit actions, emails and texts.
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
    'admin.made': true;
    'admin.ended': true;
  }
}

type Emails = {
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
  removeAccount: { name: string; link: string };
  accountRemoved: { name: string };
  newDevice: { name: string; device: string; address: string; when: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
