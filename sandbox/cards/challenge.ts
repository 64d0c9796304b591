// The 3-D Secure challenge page of the card's bank, for every stand-in that takes cards.
import { centavos, formatBrl } from '@camarim/contract/money';
import { MINUTE_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Order, type OrderStore, Refusal } from '../core/order-store.ts';
import { html, page, send } from '../pages/html.ts';

export type Challenge = { state: 'open' | 'passed' | 'failed'; returnUrl: string };

/** Orders of one gateway, and the effect of the holder's answer. */
export type ChallengeHandler = {
  orders: OrderStore;
  challengeOf: (order: Order) => Challenge | null;
  answer: (order: Order, passed: boolean) => void;
};

type ByOrder = { Params: { gateway: string; id: string } };

/** Lifetime of a challenge, as at banks. */
export const CHALLENGE_MS = 15 * MINUTE_MS;

export const challengeAddress = (origin: string, gateway: string, id: string): string =>
  `${origin}/desafio/${gateway}/${id}`;

const questionPage = (order: Order, action: string): string =>
  page(
    'Confirme a compra',
    html`<section class="card"><h1>Banco do cartão</h1><p>Foi você que pediu esta compra na internet?</p><div class="amount big">${formatBrl(centavos(order.amountCentavos))}</div>
<form method="post" action="${action}"><button class="wide" name="resposta" value="sim">Confirmar compra</button>
<button class="wide quiet" name="resposta" value="nao">Não reconheço</button></form></section>`,
  );

const closedPage = (returnUrl: string): string =>
  page(
    'Pedido encerrado',
    html`<section class="card"><h1>Banco do cartão</h1><p class="bad">Este pedido de confirmação já terminou.</p><a class="button quiet" href="${returnUrl}">Voltar à loja</a></section>`,
  );

/**
 * Returns to the shop by a refresh: the page's policy lets no form lead to another origin, so a
 * redirect of the POST is blocked.
 */
const donePage = (returnUrl: string): string =>
  page(
    'Resposta enviada',
    html`<meta http-equiv="refresh" content="0; url=${returnUrl}"><section class="card"><h1>Banco do cartão</h1><p role="status">Resposta enviada.</p><a class="button quiet" href="${returnUrl}">Voltar à loja</a></section>`,
  );

/** `/desafio/{gateway}/{id}`: one answer, then back to the shop. */
export const challengePages =
  (challengers: readonly ChallengeHandler[]) =>
  async (app: FastifyInstance): Promise<void> => {
    const find = ({ gateway, id }: ByOrder['Params']) => {
      const challenger = challengers.find(({ orders }) => orders.definition.gateway === gateway);
      const order = challenger?.orders.find(id);
      const challenge = order && challenger?.challengeOf(order);
      if (!challenger || !order || !challenge)
        throw new Refusal('unknown', 'Nenhum pedido neste endereço.');
      return {
        ...challenger,
        order,
        challenge,
        open: challenge.state === 'open' && !challenger.orders.isExpired(order),
      };
    };
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refusal)) throw error;
      return send(
        reply,
        404,
        page('Não encontrado', html`<p class="card bad">${error.message}</p>`),
      );
    });
    app.get<ByOrder>('/desafio/:gateway/:id', async ({ params, url }, reply) => {
      const { order, challenge, open } = find(params);
      return send(reply, 200, open ? questionPage(order, url) : closedPage(challenge.returnUrl));
    });
    app.post<ByOrder & { Body: { resposta?: string } }>(
      '/desafio/:gateway/:id',
      async ({ params, body }, reply) => {
        const { order, challenge, open, answer } = find(params);
        if (!open) return send(reply, 400, closedPage(challenge.returnUrl));
        answer(order, body.resposta === 'sim');
        return send(reply, 200, donePage(challenge.returnUrl));
      },
    );
  };
