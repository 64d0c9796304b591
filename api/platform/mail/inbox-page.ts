// /inbox: the mail of a local installation, shown to the browser that followed the printed link.
// Not there in production.
import type { FastifyInstance } from 'fastify';
import type { InboxAccess } from './inbox-access.ts';
import type { Inbox, ReceivedMail } from './port.ts';

const SHOWN = 100;
const COOKIE = 'inbox';

const escapeHtml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const linked = (text: string): string =>
  escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );

const email = ({ to, subject, text, receivedAt }: ReceivedMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p><small>${escapeHtml(to)} · <time datetime="${receivedAt.toISOString()}">${receivedAt.toISOString()}</time></small></p><pre>${linked(text)}</pre></article>`;

const page = (emails: readonly ReceivedMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Inbox</title>
<style>body{max-width:720px;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui;color-scheme:light dark}article{border-top:1px solid #8886;padding:12px 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}</style>
</head><body><h1>Inbox</h1><p>Emails that this local installation would have sent, newest first.</p>${emails.map(email).join('') || '<p>Nothing yet.</p>'}</body></html>`;

const REFUSED =
  'not found: open the link that the server printed in its terminal, in a browser of the same machine\n';

/** GET /inbox, and GET /inbox?token=..., which lets this browser in once. */
export const mountInbox = (app: FastifyInstance, inbox: Inbox, access: InboxAccess): void => {
  app.get<{ Querystring: { token?: string } }>(
    '/inbox',
    { schema: { hide: true } as never },
    async (request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        );
      const refuse = () => reply.code(404).type('text/plain').send(REFUSED);
      if (!access.isFromThisMachine(request)) return refuse();
      const { token } = request.query;
      if (typeof token === 'string') {
        const cookie = await access.exchange(token);
        if (cookie === null) return refuse();
        // The address with the token leaves the browser's history.
        return reply
          .setCookie(COOKIE, cookie, { path: '/inbox', httpOnly: true, sameSite: 'strict' })
          .redirect('/inbox', 303);
      }
      if (!access.holds(request.cookies[COOKIE])) return refuse();
      return reply.type('text/html; charset=utf-8').send(page(await inbox.list(SHOWN)));
    },
  );
};
