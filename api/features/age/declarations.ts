// What age adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'age.viewed': true;
    'age.verified': true;
    'age.refused': true;
    'age.settingsChanged': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    ageVerified: { name: string; link: string };
    ageRefused: { name: string; reason: string; link: string };
  }
}

export {};
