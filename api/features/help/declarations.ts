// What help adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'ticket.answered': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    ticketAnswered: { name: string; answer: string };
  }
}

export {};
