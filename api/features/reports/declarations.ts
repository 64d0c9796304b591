// What reports adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'report.viewed': true;
    'report.upheld': true;
    'report.dismissed': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** To administrators: something that the law wants decided within two days. */
    urgentReport: { reason: string; when: string; link: string };
    /** To who reported: it was taken down, or it stays. */
    reportUpheld: { reason: string };
    reportDismissed: { reason: string };
    /** To whose it was; `what` is the thing with its article. */
    contentRemoved: { name: string; what: string; reason: string; link: string };
  }
}

export {};
