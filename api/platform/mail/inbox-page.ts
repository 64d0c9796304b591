// /inbox: the mail of a local installation, shown to the browser that followed the printed link, as
// text and as it is sent. Not there in production.
import { SAO_PAULO } from '@camarim/contract/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml, plainPage, plainPolicy } from '../web/plain-page.ts';
import type { InboxAccess } from './inbox-access.ts';
import type { Inbox, ReceivedMail } from './port.ts';

const SHOWN = 100;
const COOKIE = 'inbox';

const linked = (text: string): string =>
  escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: SAO_PAULO,
});

/** What email programs allow: styles of its own, and nothing that runs or is loaded. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";

const email = ({ id, to, subject, text, receivedAt }: ReceivedMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p><small>${escapeHtml(to)} · <time datetime="${receivedAt.toISOString()}">${TIME.format(receivedAt)}</time></small> · <a href="/inbox/${id}">As it is sent</a></p><pre>${linked(text)}</pre></article>`;

const page = (emails: readonly ReceivedMail[]): string =>
  plainPage({
    title: 'Inbox',
    body: `<main><h1>Inbox</h1><p>Emails that this local installation would have sent, newest first.</p>${emails.map(email).join('') || '<p>Nothing yet.</p>'}</main>`,
  });

const REFUSED =
  'not found: open the link that the server printed in its terminal, in a browser of the same machine\n';

/** GET /inbox, GET /inbox?token=..., which lets this browser in once, and GET /inbox/{id}. */
export const mountInbox = (app: FastifyInstance, inbox: Inbox, access: InboxAccess): void => {
  const mayRead = (request: FastifyRequest): boolean =>
    access.isFromThisMachine(request) && access.holds(request.cookies[COOKIE]);
  app.get<{ Params: { id: string } }>(
    '/inbox/:id',
    { schema: { hide: true } as never },
    async (request, reply) => {
      const found = mayRead(request) ? await inbox.find(request.params.id) : null;
      if (!found) return reply.code(404).type('text/plain').send(REFUSED);
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', EMAIL_POLICY)
        .type('text/html; charset=utf-8')
        .send(found.html);
    },
  );
  app.get<{ Querystring: { token?: string } }>(
    '/inbox',
    { schema: { hide: true } as never },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', plainPolicy());
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
      if (!mayRead(request)) return refuse();
      return reply.type('text/html; charset=utf-8').send(page(await inbox.list(SHOWN)));
    },
  );
};
