// GET /overlays/{key}: a page with alerts, goal and orders for the browser source of a broadcasting
// program. The secret link is its authorisation: it shows no media and asks for no session.
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { FastifyInstance } from 'fastify';
import { localeOf, text } from '../../../platform/text/text.ts';
import type { Ctx } from '../../../context.ts';
import { linkOf } from '../links/authorise.ts';

/** Our own files alone; the script is served as a file, so that no nonce is needed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const LANGUAGES: Record<Locale, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
/** What the script fills in. */
const PLACES = { name: '{name}', value: '{value}', item: '{item}', title: '{title}' };

const textsOf = (locale: Locale): Record<string, string> => ({
  tip: text(locale, 'overlay.tip', PLACES),
  tipUnnamed: text(locale, 'overlay.tipUnnamed', PLACES),
  order: text(locale, 'overlay.order', PLACES),
  orderUnnamed: text(locale, 'overlay.orderUnnamed', PLACES),
  goalReached: text(locale, 'overlay.goalReached', PLACES),
  test: text(locale, 'overlay.test'),
});

const escapeHtml = (value: string): string =>
  value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const documentOf = (locale: Locale): string => `<!doctype html>
<html lang="${LANGUAGES[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Camarim</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/overlay.css">
<script type="module" src="/overlay.js"></script>
</head>
<body data-texts="${escapeHtml(JSON.stringify(textsOf(locale)))}">
<main>
<h1>Camarim</h1>
<p id="alert" role="status" hidden></p>
<section id="goal" hidden><p><span id="goal-title"></span> <span id="goal-sums"></span></p><progress id="goal-bar" max="1" value="0" aria-labelledby="goal-title"></progress></section>
<section id="orders" hidden><h2>${escapeHtml(text(locale, 'overlay.orders'))}</h2><ol id="order-list"></ol></section>
</main>
</body>
</html>
`;

/** `?lang=` chooses the language; the script reads `sound` and `show`. */
export const serveOverlayPage = (server: FastifyInstance, ctx: Ctx): void => {
  const documents = new Map(LOCALES.map((locale) => [locale, documentOf(locale)]));
  server.get('/overlays/:key', { schema: { hide: true } as never }, async (request, reply) => {
    await linkOf(ctx, request);
    const { lang } = request.query as { lang?: unknown };
    return (
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', POLICY)
        // The address is a secret.
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(documents.get(localeOf(lang)))
    );
  });
};
