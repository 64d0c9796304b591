// What verifications add to the closed maps of the platform: audit actions, emails and texts.
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
    'age.viewed': true;
    'age.verified': true;
    'age.refused': true;
    'age.settingsChanged': true;
    'age.anchorAdded': true;
    'age.anchorRemoved': true;
    'performer.viewed': true;
    'performer.consentsViewed': true;
    'performer.approved': true;
    'performer.rejected': true;
    'performer.revoked': true;
    'producer.documentViewed': true;
    'performer.documentViewed': true;
    'age.documentViewed': true;
    'producer.viewed': true;
    'producer.agreed': true;
    'producer.approved': true;
    'producer.rejected': true;
    'producer.suspended': true;
    'producer.reopened': true;
  }
}

type Emails = {
  ageVerified: { name: string; link: string };
  ageRefused: { name: string; reason: string; link: string };
  /** To a performer whom a producer registered; `stage` is the name they are known by there. */
  performerAsked: { stage: string; producer: string; link: string };
  /** The way to withdraw. */
  performerConsented: { stage: string; producer: string; link: string };
  /** Another link to the record, because the one before was lost. */
  performerLink: { stage: string; producer: string; link: string };
  performerWithdrew: { stage: string; producer: string };
  /** From some scopes or media. */
  performerWithdrewPart: { stage: string; producer: string };
  performerChecked: { stage: string; producer: string };
  performerTurnedDown: { stage: string; producer: string; reason: string };
  /**
   * To the producer: what the person said, and what was found. `posts` is how many were hidden.
   */
  performerSaidYes: { name: string; stage: string; link: string };
  performerSaidNo: { name: string; stage: string; link: string };
  performerLeft: { name: string; stage: string; posts: string; link: string };
  performerLeftPart: { name: string; stage: string; posts: string; link: string };
  performerApproved: { name: string; stage: string; link: string };
  performerRejected: { name: string; stage: string; reason: string; link: string };
  performerRevoked: { name: string; stage: string; reason: string; posts: string; link: string };
  /** To administrators: a person asks to become a producer. */
  producerAsked: { name: string; link: string };
  producerReceived: { name: string };
  producerApproved: { name: string; link: string };
  producerRejected: { name: string; reason: string; link: string };
  producerSuspended: { name: string; reason: string; link: string };
};

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates extends Emails {}
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
export const emails = defineEmails<Emails>({ pt: ptEmails, en: enEmails, es: esEmails });
