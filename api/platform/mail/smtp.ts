// Any SMTP server.
import { createTransport } from 'nodemailer';
import type { MailTransport } from './port.ts';

export type SmtpOptions = {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which asks for TLS when the server has it. */
  url: string;
  /** `Camarim <no-reply@example.com>` */
  from: string;
};

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

export const smtpTransport = ({ url, from }: SmtpOptions): MailTransport => {
  const transport = createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS, disableFileAccess: true, disableUrlAccess: true });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    async deliver({ id, to, subject, text, html }) {
      // An address, not a list of them: one letter reaches one person.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId: `<${id}@${domain}>` });
    },
    close: async () => transport.close(),
  };
};
