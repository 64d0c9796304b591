// Where a tester pays: the open Pix charges, one charge, and a pasted code.
import type { FastifyInstance } from 'fastify';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { decimalText, formatBrl, fromDecimalText, parseBrl } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import { findCob, findCobByToken, newestCobs } from '../pix/charges.ts';
import { expiresAt, isExpired, type Cob } from '../pix/model.ts';
import { pay, PAYERS } from '../pix/payments.ts';
import type { Bank } from '../pix/notifications.ts';
import { Problem } from '../pix/problem.ts';
import { recOfCob } from '../pix/recurrence/recs.ts';
import type { OrderStore } from '../core/order-store.ts';
import { html, page, send, type Markup } from './html.ts';
import { openOrders, boletoAddress } from './order-pages.ts';
import { mandateNotice } from './mandate-pages.ts';

const MAX_CHARGES = 50;
const brl = (valor: string): string => formatBrl(fromDecimalText(valor));
const timeOfDay = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: SAO_PAULO,
});
const moment = (date: Date): string => timeOfDay.format(date);

const stateOf = (cob: Cob, now: Date): { text: string; tone: 'ok' | 'bad' | 'soft' } => {
  if (cob.status === 'CONCLUIDA') return { text: 'paga', tone: 'ok' };
  if (cob.status !== 'ATIVA') return { text: 'removida', tone: 'bad' };
  return isExpired(cob, now)
    ? { text: 'expirada', tone: 'bad' }
    : { text: 'aguardando pagamento', tone: 'soft' };
};

const item = (cob: Cob, now: Date): Markup => {
  const state = stateOf(cob, now);
  return html`<li class="card row"><div><div class="amount">${brl(cob.valor)}</div>
<div class="soft">${cob.solicitacaoPagador ?? 'Cobrança Pix'} · ${moment(new Date(cob.criacao))}${state.tone === 'soft' ? '' : html` · <span class="${state.tone}">${state.text}</span>`}</div></div>
<a class="button ${state.tone === 'soft' ? '' : 'quiet'}" href="/pagar/${cob.txid}">${state.tone === 'soft' ? 'Pagar' : 'Ver'}</a></li>`;
};

const list = (cobs: Cob[], now: Date): Markup =>
  html`<ul>${cobs.map((cob) => item(cob, now))}</ul>`;

const homePage = (cobs: Cob[], orders: Markup, now: Date, error?: string): string => {
  const open = cobs.filter((cob) => stateOf(cob, now).tone === 'soft');
  const past = cobs.filter((cob) => !open.includes(cob)).slice(0, 10);
  return page(
    'Banco de Testes: pagar um Pix',
    html`<h1>Cobranças em aberto</h1>${open.length > 0 ? list(open, now) : html`<p class="card soft">Nenhuma agora. Peça uma recarga por Pix e <a href="/">atualize esta página</a>.</p>`}
${orders}<h2>Pagar com um código</h2><form class="card" method="post" action="/pagar"><label for="codigo">Pix copia e cola, ou linha de um boleto</label>
<textarea id="codigo" name="codigo" rows="3" class="code" required placeholder="00020101021226…"></textarea>
${error ? html`<p class="bad" role="alert">${error}</p>` : ''}<button class="wide">Continuar</button></form>
${past.length > 0 ? html`<h2>Anteriores</h2>${list(past, now)}` : ''}
<p><a href="/autorizacoes">Autorizações de Pix Automático</a></p>
<p class="soft">Relógio do simulador: ${moment(now)}</p>`,
  );
};

const payForm = (
  cob: Cob,
  expired: boolean,
): Markup => html`<form method="post" action="/pagar/${cob.txid}">
<label for="pagador">Quem paga</label><select id="pagador" name="pagador">${PAYERS.map((payer) => html`<option value="${payer.id}">${payer.name}</option>`)}</select>
${expired ? html`<p class="bad">O prazo passou. Um pagamento começado antes ainda pode chegar.</p><input type="hidden" name="atrasado" value="sim">` : ''}
<button class="wide">${expired ? 'Pagar mesmo assim' : 'Pagar'}</button>
<details><summary>Simular um valor diferente</summary><label for="valor">Valor pago</label><input id="valor" name="valor" inputmode="decimal" placeholder="${brl(cob.valor)}"></details></form>`;

const chargePage = (cob: Cob, bank: Bank, error?: string): string => {
  const now = bank.clock.now();
  const state = stateOf(cob, now);
  const payable = cob.status === 'ATIVA';
  return page(
    `Pagar ${brl(cob.valor)}`,
    html`<section class="card"><h1>${cob.solicitacaoPagador ?? 'Cobrança Pix'}</h1><div class="amount big">${brl(cob.valor)}</div>
<p class="soft">Situação: <strong class="${state.tone}">${state.text}</strong> · vence ${moment(expiresAt(cob))}</p>
${error ? html`<p class="bad notice card" role="alert">${error}</p>` : ''}
${cob.received.map((id) => html`<p class="ok notice card" role="status">Pago. Volte ao aplicativo: o saldo chega sozinho.<br><span class="soft code">${id}</span></p>`)}
${mandateNotice(recOfCob(bank, cob.txid))}${payable ? payForm(cob, state.text === 'expirada') : html`<a class="button quiet" href="/">Voltar</a>`}</section>`,
  );
};

/** The charge a pasted code points to: a dynamic code of this bank. */
const findByCode = (bank: Bank, code: string): Cob | undefined => {
  const token = getPixPayloadInfo(code.trim())?.url?.split('/').at(-1);
  return token ? findCobByToken(bank.store, token) : undefined;
};

/** `/`, `/pagar` (a pasted code) and `/pagar/{txid}`. */
export const payPages =
  (bank: Bank, orderStores: readonly OrderStore[]) =>
  async (app: FastifyInstance): Promise<void> => {
    const home = (error?: string): string =>
      homePage(
        newestCobs(bank.store, MAX_CHARGES),
        openOrders(orderStores),
        bank.clock.now(),
        error,
      );
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Problem)) throw error;
      return send(reply, error.status, home(error.message));
    });
    app.get('/', async (_request, reply) => send(reply, 200, home()));
    app.post<{ Body: { codigo?: string } }>('/pagar', async (request, reply) => {
      const cob = findByCode(bank, request.body.codigo ?? '');
      const boleto = cob ? undefined : boletoAddress(orderStores, request.body.codigo ?? '');
      if (cob || boleto) return reply.redirect(boleto ?? `/pagar/${cob?.txid}`, 303);
      return send(
        reply,
        400,
        home('Este código não é de uma cobrança deste banco, ou foi copiado pela metade.'),
      );
    });
    app.get<{ Params: { txid: string } }>('/pagar/:txid', async (request, reply) =>
      send(reply, 200, chargePage(findCob(bank.store, request.params.txid), bank)),
    );
    app.post<{
      Params: { txid: string };
      Body: { pagador?: string; valor?: string; atrasado?: string };
    }>('/pagar/:txid', async (request, reply) => {
      const { pagador, valor, atrasado } = request.body;
      const cob = findCob(bank.store, request.params.txid);
      const other = valor?.trim() ? parseBrl(valor) : undefined;
      const refuse = (message: string) =>
        send(reply, 400, chargePage(findCob(bank.store, cob.txid), bank, message));
      if (other === null || other === 0) return refuse('Escreva o valor como 12,34.');
      // A second tap on a late payment must not pay twice.
      const force = atrasado === 'sim' && cob.status === 'ATIVA';
      try {
        pay(bank, cob.txid, {
          payerId: pagador,
          force,
          valor: other === undefined ? undefined : decimalText(other),
        });
      } catch (error) {
        if (error instanceof Problem) return refuse(error.message);
        throw error;
      }
      return reply.redirect(`/pagar/${cob.txid}`, 303);
    });
  };
