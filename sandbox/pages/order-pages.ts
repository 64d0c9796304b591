// Where a tester pays what is not a Pix: boletos, PicPay and PayPal, on one page for each order.
import { formatLine, lineOf } from '@camarim/contract/boleto';
import { centavos, formatBrl, parseBrl } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Order, type OrderStore, Refusal } from '../core/order-store.ts';
import { html, type Markup, page, send } from './html.ts';

type OrderEntry = { order: Order; orders: OrderStore };
type ByOrder = { Params: { gateway: string; id: string } };

const MAX_ORDERS = 20;
const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SAO_PAULO,
});
const brl = (amount: number): string => formatBrl(centavos(amount));

const stateOf = ({ order, orders }: OrderEntry): { text: string; tone: 'ok' | 'bad' | 'soft' } => {
  if (order.payments.length > 0) return { text: 'pago', tone: 'ok' };
  if (order.canceledAt) return { text: 'cancelado', tone: 'bad' };
  if (order.agreedAt) return { text: 'aprovado, à espera da loja', tone: 'ok' };
  return orders.isExpired(order)
    ? { text: 'expirado', tone: 'bad' }
    : { text: 'aguardando pagamento', tone: 'soft' };
};

const addressOf = ({ order, orders }: OrderEntry): string =>
  `/pagar/${orders.definition.gateway}/${order.id}`;

/** The open orders of every gateway, for the home page. */
export const openOrders = (orderStores: readonly OrderStore[]): Markup => {
  const open = orderStores
    .flatMap((orders) => orders.newest(MAX_ORDERS).map((order) => ({ order, orders })))
    .filter((entry) => stateOf(entry).tone === 'soft');
  if (open.length === 0) return html``;
  return html`<h2>Boletos, PicPay e PayPal</h2><ul>${open.map(
    (
      entry,
    ) => html`<li class="card row"><div><div class="amount">${brl(entry.order.amountCentavos)}</div>
<div class="soft">${entry.orders.definition.title} · ${moment.format(new Date(entry.order.createdAt))}</div></div><a class="button" href="${addressOf(entry)}">Abrir</a></li>`,
  )}</ul>`;
};

/** The address of the boleto with this line, typed or pasted. */
export const boletoAddress = (
  orderStores: readonly OrderStore[],
  text: string,
): string | undefined => {
  const digits = text.replaceAll(/\D/g, '');
  const found = orderStores
    .flatMap((orders) => orders.newest(500).map((order) => ({ order, orders })))
    .find(
      ({ order }) =>
        barcodeIn(order) !== null &&
        [barcodeIn(order), lineOf(barcodeIn(order) ?? '')].includes(digits),
    );
  return found && addressOf(found);
};

const barcodeIn = ({ details }: Order): string | null =>
  (details as { barcode?: string }).barcode ?? null;
const returnUrlIn = ({ details }: Order): string | null =>
  (details as { returnUrl?: string | null }).returnUrl ?? null;

const boletoDigits = (order: Order): Markup => {
  const barcode = barcodeIn(order);
  return barcode === null
    ? html``
    : html`<p class="soft">Linha digitável</p><p class="code">${formatLine(lineOf(barcode))}</p>`;
};

const form = (entry: OrderEntry): Markup => {
  const late = stateOf(entry).text === 'expirado';
  const verb = entry.orders.definition.authorizesFirst ? 'Aprovar' : 'Pagar';
  const other =
    barcodeIn(entry.order) !== null &&
    html`<details><summary>Simular um valor diferente</summary><label for="valor">Valor pago</label>
<input id="valor" name="valor" inputmode="decimal" placeholder="${brl(entry.order.amountCentavos)}"></details>`;
  return html`<form method="post" action="${addressOf(entry)}">${late && html`<p class="bad">O prazo passou. Um pagamento começado antes ainda pode chegar.</p><input type="hidden" name="atrasado" value="sim">`}
<button class="wide">${late ? `${verb} mesmo assim` : verb}</button>${other}</form>`;
};

const orderPage = (entry: OrderEntry, error?: string): string => {
  const { order, orders } = entry;
  const state = stateOf(entry);
  const back = returnUrlIn(order);
  const payable = state.tone === 'soft' || state.text === 'expirado';
  return page(
    `${orders.definition.title}: ${brl(order.amountCentavos)}`,
    html`<section class="card"><h1>${orders.definition.title}</h1><div class="amount big">${brl(order.amountCentavos)}</div>
<p class="soft">Situação: <strong class="${state.tone}">${state.text}</strong> · vale até ${moment.format(new Date(order.expiresAt))}</p>
${error ? html`<p class="bad notice card" role="alert">${error}</p>` : ''}${boletoDigits(order)}
${payable ? form(entry) : html`<p class="notice card ${state.tone}" role="status">Volte ao aplicativo: o saldo chega sozinho.</p>`}
${back === null ? html`<a class="button quiet" href="/">Início</a>` : html`<a class="button quiet" href="${back}">Voltar à loja</a>`}</section>`,
  );
};

/** `/pagar/{gateway}/{id}`: the page, and its one button. */
export const orderPages =
  (orderStores: readonly OrderStore[]) =>
  async (app: FastifyInstance): Promise<void> => {
    const find = ({ gateway, id }: ByOrder['Params']): OrderEntry => {
      const orders = orderStores.find(({ definition }) => definition.gateway === gateway);
      if (!orders) throw new Refusal('unknown', 'Nenhum pedido neste endereço.');
      return { order: orders.find(id), orders };
    };
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refusal)) throw error;
      return send(
        reply,
        404,
        page('Não encontrado', html`<p class="card bad">${error.message}</p>`),
      );
    });
    app.get<ByOrder>('/pagar/:gateway/:id', async ({ params }, reply) =>
      send(reply, 200, orderPage(find(params))),
    );
    app.post<ByOrder & { Body: { valor?: string; atrasado?: string } }>(
      '/pagar/:gateway/:id',
      async ({ params, body }, reply) => {
        const entry = find(params);
        const other = body.valor?.trim() ? parseBrl(body.valor) : undefined;
        if (other === null || other === 0)
          return send(reply, 400, orderPage(entry, 'Escreva o valor como 12,34.'));
        try {
          // A second tap on a late payment must not pay twice.
          entry.orders.pay(params.id, {
            amountCentavos: other,
            force: body.atrasado === 'sim' && entry.order.payments.length === 0,
          });
        } catch (error) {
          if (error instanceof Refusal)
            return send(reply, 400, orderPage(find(params), error.message));
          throw error;
        }
        return reply.redirect(addressOf(entry), 303);
      },
    );
  };
