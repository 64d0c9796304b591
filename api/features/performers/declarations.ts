// What performers adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'performer.viewed': true;
    'performer.approved': true;
    'performer.rejected': true;
    'performer.revoked': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** To a performer whom a producer registered; `stage` is the name they are known by there. */
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
  }
}

export {};
