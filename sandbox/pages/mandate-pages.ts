// The payer's bank: mandates of Pix Automático, and their cancellation.
import type { FastifyInstance } from 'fastify';
import { formatBrl, fromDecimalText } from '@camarim/contract/money';
import type { Bank } from '../pix/notifications.ts';
import { Problem } from '../pix/problem.ts';
import { cobrsOf, endByPayer } from '../pix/recurrence/cobrs.ts';
import type { Rec } from '../pix/recurrence/model.ts';
import { newestRecs } from '../pix/recurrence/recs.ts';
import { html, type Markup, page, send } from './html.ts';

const MAX_MANDATES = 50;
const brl = (valor: string): string => formatBrl(fromDecimalText(valor));
const STATES: Record<Rec['status'], { text: string; tone: 'ok' | 'bad' | 'soft' }> = {
  CRIADA: { text: 'aguardando autorização', tone: 'soft' },
  APROVADA: { text: 'autorizada', tone: 'ok' },
  REJEITADA: { text: 'rejeitada', tone: 'bad' },
  EXPIRADA: { text: 'expirada', tone: 'bad' },
  CANCELADA: { text: 'cancelada', tone: 'bad' },
};

/** Says before a payment that it approves a mandate. */
export const mandateNotice = (rec: Rec | undefined): Markup =>
  rec?.status === 'CRIADA'
    ? html`<p class="notice card soft">Ao pagar, você autoriza o débito de <strong>${brl(rec.valor.valorRec)}</strong> por mês (Pix Automático).</p>`
    : html``;

const item = (bank: Bank, rec: Rec): Markup => {
  const state = STATES[rec.status];
  const next = cobrsOf(bank, rec.idRec).find(
    ({ status }) => status === 'CRIADA' || status === 'ATIVA',
  );
  return html`<li class="card row"><div><div class="amount">${brl(rec.valor.valorRec)} por mês</div>
<div class="soft">${rec.vinculo.objeto ?? 'Recorrência'} · <span class="${state.tone}">${state.text}</span>${next ? html` · próximo débito em ${next.calendario.dataDeVencimento.split('-').reverse().join('/')}` : ''}</div></div>
${rec.status === 'APROVADA' ? html`<form method="post" action="/autorizacoes/${rec.idRec}/cancelar"><button class="quiet">Cancelar</button></form>` : ''}</li>`;
};

/** `/autorizacoes`, and the cancellation of a mandate. */
export const mandatePages =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    const show = (error?: string): string => {
      const recs = newestRecs(bank, MAX_MANDATES);
      return page(
        'Autorizações de Pix Automático',
        html`<h1>Pix Automático</h1>${error ? html`<p class="bad" role="alert">${error}</p>` : ''}
${recs.length > 0 ? html`<ul>${recs.map((rec) => item(bank, rec))}</ul>` : html`<p class="card soft">Nenhuma autorização.</p>`}<p><a href="/">Cobranças</a></p>`,
      );
    };
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Problem)) throw error;
      return send(reply, error.status, show(error.message));
    });
    app.get('/autorizacoes', async (_request, reply) => send(reply, 200, show()));
    app.post<{ Params: { idRec: string } }>(
      '/autorizacoes/:idRec/cancelar',
      async ({ params }, reply) => {
        endByPayer(bank, params.idRec);
        return reply.redirect('/autorizacoes', 303);
      },
    );
  };
