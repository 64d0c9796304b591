// The pages of the wallet: who asks for what, and the answers that a tester can give.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, page, send } from '../pages/html.ts';
import { readRequest, type Wallet, type WalletAnswer, type WalletRequest } from './wallet.ts';

const ANSWERS: Record<WalletAnswer, string> = {
  over: 'Mostrar: 18 anos ou mais',
  under: 'Mostrar: menos de 18 anos',
  declined: 'Recusar',
  expired: 'Documento vencido',
  stranger: 'Emissor desconhecido',
};
const answerSchema = z.object({
  request: z.string().max(8_000),
  answer: z.enum(Object.keys(ANSWERS) as [WalletAnswer, ...WalletAnswer[]]),
});

const requestPage = (request: WalletRequest, parameters: string): string =>
  page(
    'Carteira de testes',
    html`<section class="card"><h1>Carteira de testes</h1>
<p><b>${new URL(request.responseUri).host}</b> quer ver um dado:</p>
<p class="code">${request.docType}<br>${request.attribute}</p>
<p class="soft">Nada mais é mostrado: nem nome, nem data de nascimento.</p>
<form method="post" action="/age/wallet"><input type="hidden" name="request" value="${parameters}">
${Object.entries(ANSWERS).map(
  ([answer, text], index) =>
    html`<button class="wide${index === 0 ? '' : ' quiet'}" name="answer" value="${answer}">${text}</button>`,
)}</form></section>`,
  );

/** The page's policy lets no form lead to another origin, so a link or a refresh does. */
const donePage = (returnUrl: string | undefined): string =>
  page(
    'Resposta enviada',
    returnUrl === undefined
      ? html`<section class="card"><h1>Carteira de testes</h1><p role="status">Resposta enviada. Continue no outro aparelho.</p></section>`
      : html`<meta http-equiv="refresh" content="0; url=${returnUrl}"><section class="card"><h1>Carteira de testes</h1><p role="status">Resposta enviada.</p><a class="button quiet" href="${returnUrl}">Voltar ao site</a></section>`,
  );

const failedPage = (): string =>
  page(
    'Pedido encerrado',
    html`<section class="card"><h1>Carteira de testes</h1><p class="bad">O site não aceita mais a resposta deste pedido.</p></section>`,
  );

export const walletPages =
  (wallet: Wallet) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get('/age/wallet/issuer.pem', async (_request, reply) =>
      reply.type('application/x-pem-file').send(await wallet.issuer()),
    );
    app.get('/age/wallet', async ({ url }, reply) => {
      const parameters = url.slice(url.indexOf('?') + 1);
      try {
        return send(
          reply,
          200,
          requestPage(readRequest(new URLSearchParams(parameters)), parameters),
        );
      } catch (error) {
        return reply.code(400).send({ error: String(error) });
      }
    });
    app.post('/age/wallet', async ({ body }, reply) => {
      const given = answerSchema.parse(body);
      const request = readRequest(new URLSearchParams(given.request));
      const answered = await fetch(request.responseUri, {
        method: 'POST',
        body: new URLSearchParams(await wallet.formFor(request, given.answer)),
      });
      if (!answered.ok) return send(reply, 410, failedPage());
      const { redirect_uri: back } = (await answered.json()) as { redirect_uri?: string };
      return send(reply, 200, donePage(back));
    });
  };
