// What profiles adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'producer.viewed': true;
    'producer.agreed': true;
    'producer.approved': true;
    'producer.rejected': true;
    'producer.suspended': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** To administrators: a person asks to become a producer. */
    producerAsked: { name: string; link: string };
    producerReceived: { name: string };
    producerApproved: { name: string; link: string };
    producerRejected: { name: string; reason: string; link: string };
    producerSuspended: { name: string; reason: string; link: string };
  }
}

export {};
