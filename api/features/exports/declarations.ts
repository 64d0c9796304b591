// What exports adds to the closed maps of the platform: emails.

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** The archive of a person's data can be downloaded. */
    exportReady: { name: string; link: string };
  }
}

export {};
