// Any SMTP server.
import { createTransport } from 'nodemailer';
import type { MailTransport } from './port.ts';

export type SmtpOptions = {
  /**
   * `smtps://user:password@host:465`, or `smtp://…:587`, which asks for TLS when the server has it.
   */
  url: string;
  /** `Camarim <no-reply@example.com>` */
  from: string;
  /**
   * With `smtp:`, mail that can't be sent over TLS is not sent: no attacker on the way can take
   * STARTTLS out of the server's offer.
   */
  requireTls?: boolean;
};

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** Domains that can't exist (RFC 2606), as those of the demo: a relay would only bounce. */
const NO_MAILBOX = /\.(?:example|invalid|test)$/i;

export const smtpTransport = ({ url, from, requireTls = false }: SmtpOptions): MailTransport => {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    async deliver({ id, to, subject, text, html, unsubscribe }) {
      if (NO_MAILBOX.test(to)) return;
      await transport.sendMail({
        from,
        // An address, not a list of them: one email reaches one person.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // RFC 3834: no out-of-office answers to what no person wrote.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: async () => transport.close(),
  };
};
