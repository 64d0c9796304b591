// /inbox: the letters of a local installation, for whoever sits at its machine. Not there in production.
import type { FastifyInstance } from 'fastify';
import type { Inbox, ReceivedMail } from './port.ts';

const SHOWN = 100;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const escapeHtml = (text: string): string => text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const linked = (text: string): string => escapeHtml(text).replaceAll(/https?:\/\/[^\s&]+/g, (address) => `<a href="${address}">${address}</a>`);

const letter = ({ to, subject, text, receivedAt }: ReceivedMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p><small>${escapeHtml(to)} · <time datetime="${receivedAt.toISOString()}">${receivedAt.toISOString()}</time></small></p><pre>${linked(text)}</pre></article>`;

const page = (letters: readonly ReceivedMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Inbox</title>
<style>body{max-width:720px;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui;color-scheme:light dark}article{border-top:1px solid #8886;padding:12px 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}</style>
</head><body><h1>Inbox</h1><p>Letters that this local installation would have sent, newest first.</p>${letters.map(letter).join('') || '<p>Nothing yet.</p>'}</body></html>`;

export const mountInbox = (app: FastifyInstance, inbox: Inbox): void => {
  app.get('/inbox', { schema: { hide: true } as never }, async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) return reply.code(404).type('text/plain').send('not found');
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return reply.type('text/html; charset=utf-8').send(page(await inbox.list(SHOWN)));
  });
};
