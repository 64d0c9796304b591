// What publics adds to the closed maps of the platform: emails.

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** A policy changes: `policy` is its title, `when` the day from which the new version holds. */
    policyChanged: { name: string; policy: string; when: string; link: string };
  }
}

export {};
