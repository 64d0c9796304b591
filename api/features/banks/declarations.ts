// What banks adds to the closed maps of the platform: emails.

type BankEmail = { name: string; account: string; when: string; link: string };

declare module '../../platform/mail/email-templates.ts' {
  interface EmailTemplates {
    /** `account` is masked; `when` is from when money may go there. */
    bankAccountAdded: BankEmail;
    bankAccountRemoved: BankEmail;
    bankAccountChosen: BankEmail;
  }
}

export {};
