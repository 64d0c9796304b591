// What auth adds to the closed maps of the platform: audit actions and emails.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'admin.made': true;
    'admin.ended': true;
  }
}

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
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
  }
}

export {};
