// The Pix stand-in over HTTP: charges, payments, refunds, access and refusals of the standard.
import { HOUR_MS } from '@camarim/contract/time';
import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, PIX_KEY, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

let counter = 0;
const newTxid = (): string => `${'0'.repeat(24)}${(counter += 1).toString().padStart(8, '0')}`;
const terms = (valor = '50.00', expiracao = 900) => ({
  calendario: { expiracao },
  valor: { original: valor },
  chave: PIX_KEY,
  solicitacaoPagador: 'Recarga',
});

type CobBody = {
  txid: string;
  revisao: number;
  status: string;
  location: string;
  pixCopiaECola: string;
  calendario: { criacao: string; expiracao: number };
  valor: { original: string };
  pix?: Array<{ endToEndId: string; valor: string }>;
};
const putCob = async (txid = newTxid(), valor?: string, expiracao?: number) =>
  sandbox.api<CobBody>('PUT', `/cob/${txid}`, terms(valor, expiracao));
const paid = async (txid: string, body: object = {}) =>
  (await sandbox.control<{ endToEndId: string }>('POST', `/__pix/cob/${txid}/pay`, body)).body
    .endToEndId;
const typeOf = (body: Record<string, unknown>): string => String(body.type).split('/').at(-1) ?? '';

describe('charges', () => {
  it('a charge has a dynamic BR Code with its location', async () => {
    const { status, body } = await putCob();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'ATIVA',
      revisao: 0,
      valor: { original: '50.00' },
      calendario: { expiracao: 900 },
    });
    expect(isValidPixPayload(body.pixCopiaECola)).toBe(true);
    expect(body.pixCopiaECola.startsWith('000201010212')).toBe(true);
    expect(getPixPayloadInfo(body.pixCopiaECola)).toMatchObject({
      url: body.location,
      pointOfInitiation: 'dynamic',
      merchantName: 'Camarim',
    });
    expect(body.location.length).toBeLessThanOrEqual(77);
  });

  it('a repeated request leaves a charge as it is, and another one revises it', async () => {
    const first = await putCob();
    const again = await sandbox.api<CobBody>('PUT', `/cob/${first.body.txid}`, terms());
    expect(again.body).toEqual(first.body);
    const revised = await sandbox.api<CobBody>('PUT', `/cob/${first.body.txid}`, terms('60.00'));
    expect(revised.body).toMatchObject({
      revisao: 1,
      location: first.body.location,
      valor: { original: '60.00' },
    });
  });

  it('a paid charge is CONCLUIDA and takes no second payment', async () => {
    const { body } = await putCob();
    const endToEndId = await paid(body.txid);
    expect(endToEndId).toMatch(/^E\d{20}[A-Za-z0-9]{11}$/);
    const after = await sandbox.api<CobBody>('GET', `/cob/${body.txid}`);
    expect(after.body).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ endToEndId, valor: '50.00' }],
    });
    expect((await sandbox.control('POST', `/__pix/cob/${body.txid}/pay`)).status).toBe(400);
    expect((await sandbox.api('PUT', `/cob/${body.txid}`, terms('70.00'))).status).toBe(400);
  });

  it('an expired charge stays ATIVA and is paid only by force', async () => {
    const { body } = await putCob(undefined, '10.00', 60);
    await sandbox.control('POST', '/__clock/advance', { seconds: 61 });
    expect((await sandbox.api<CobBody>('GET', `/cob/${body.txid}`)).body.status).toBe('ATIVA');
    expect((await sandbox.control('POST', `/__pix/cob/${body.txid}/pay`)).status).toBe(400);
    expect(
      (await sandbox.control('POST', `/__pix/cob/${body.txid}/pay`, { force: true })).status,
    ).toBe(201);
  });

  it('a charge is removed once, and never after its payment', async () => {
    const { body } = await putCob();
    const removed = await sandbox.api<CobBody>('PATCH', `/cob/${body.txid}`, {
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect(removed.body).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revisao: 1 });
    const other = await putCob();
    await paid(other.body.txid);
    const refused = await sandbox.api('PATCH', `/cob/${other.body.txid}`, {
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect([refused.status, typeOf(refused.body)]).toEqual([400, 'CobOperacaoInvalida']);
  });

  it('the payer’s bank reads a charge at its location', async () => {
    const { body } = await putCob();
    const token = body.location.split('/').at(-1);
    const payload = await sandbox.control<CobBody>('GET', `/qr/v2/${token}`);
    expect(payload.body).toMatchObject({
      txid: body.txid,
      status: 'ATIVA',
      valor: { original: '50.00' },
      chave: PIX_KEY,
    });
    expect((await sandbox.control('GET', '/qr/v2/unknown')).status).toBe(404);
  });

  it('a payment of another amount is shown with the received amount', async () => {
    const { body } = await putCob();
    await paid(body.txid, { valor: '49.99' });
    expect((await sandbox.api<CobBody>('GET', `/cob/${body.txid}`)).body.pix).toMatchObject([
      { valor: '49.99' },
    ]);
  });
});

describe('refusals', () => {
  it.each([
    [
      'an amount of zero',
      'PUT',
      `/cob/${'a'.repeat(32)}`,
      terms('0.00'),
      400,
      'CobOperacaoInvalida',
    ],
    [
      'an amount without cents',
      'PUT',
      `/cob/${'a'.repeat(32)}`,
      terms('10'),
      400,
      'CobOperacaoInvalida',
    ],
    [
      'a foreign key',
      'PUT',
      `/cob/${'a'.repeat(32)}`,
      { ...terms(), chave: 'other@example.com' },
      400,
      'CobOperacaoInvalida',
    ],
    ['a short txid', 'PUT', '/cob/short', terms(), 400, 'RequisicaoInvalida'],
    ['an unknown charge', 'GET', `/cob/${'b'.repeat(32)}`, undefined, 404, 'CobNaoEncontrado'],
    ['a list without period', 'GET', '/cob', undefined, 400, 'CobConsultaInvalida'],
    ['an unknown payment', 'GET', '/pix/E0', undefined, 404, 'PixNaoEncontrado'],
    [
      'a webhook that is no address',
      'PUT',
      `/webhook/${PIX_KEY}`,
      { webhookUrl: 'nope' },
      400,
      'WebhookOperacaoInvalida',
    ],
    [
      'a webhook for a foreign key',
      'PUT',
      '/webhook/other@example.com',
      { webhookUrl: 'http://127.0.0.1:9/' },
      400,
      'WebhookOperacaoInvalida',
    ],
  ])('%s is refused', async (_name, method, path, body, status, type) => {
    const reply = await sandbox.api(method, path, body);
    expect([reply.status, typeOf(reply.body), reply.body.status]).toEqual([status, type, status]);
  });

  it('calls without a token, with a wrong secret or without the scope are refused', async () => {
    expect((await sandbox.control('GET', `/v2/cob/${'a'.repeat(32)}`)).status).toBe(401);
    const token = (secret: string, scope: string) =>
      fetch(`${sandbox.url()}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`camarim:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
      });
    expect((await token('wrong', 'cob.read')).status).toBe(401);
    const { access_token: readOnly } = (await (
      await token('camarim-sandbox', 'cob.read')
    ).json()) as { access_token: string };
    const write = await fetch(`${sandbox.url()}/v2/cob/${newTxid()}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${readOnly}`, 'content-type': 'application/json' },
      body: JSON.stringify(terms()),
    });
    expect(write.status).toBe(403);
    expect(typeOf((await write.json()) as Record<string, unknown>)).toBe('AcessoNegado');
  });

  it('an expired token is refused', async () => {
    const other = await openTestSandbox();
    await other.control('POST', '/__clock/advance', { seconds: 3601 });
    expect((await other.api('GET', '/cob/x')).status).toBe(401);
    await other.close();
  });
});

type RefundBody = { id: string; rtrId: string; status: string; valor: string };

describe('refunds', () => {
  it('a refund is processed, then completed, and a repeated request returns it', async () => {
    const { body } = await putCob();
    const endToEndId = await paid(body.txid);
    const path = `/pix/${endToEndId}/devolucao/r1`;
    const first = await sandbox.api<RefundBody>('PUT', path, { valor: '20.00' });
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'EM_PROCESSAMENTO', valor: '20.00' },
    });
    expect((await sandbox.api<RefundBody>('PUT', path, { valor: '20.00' })).body.rtrId).toBe(
      first.body.rtrId,
    );
    await sandbox.control('POST', '/__clock/advance', { seconds: 3 });
    expect((await sandbox.api<RefundBody>('GET', path)).body.status).toBe('DEVOLVIDO');
  });

  it('a refund is refused above the payment, with a reused id, and after 90 days', async () => {
    const { body } = await putCob();
    const endToEndId = await paid(body.txid);
    await sandbox.api('PUT', `/pix/${endToEndId}/devolucao/r1`, { valor: '30.00' });
    for (const [id, valor] of [
      ['r2', '20.01'],
      ['r1', '10.00'],
    ]) {
      const refused = await sandbox.api('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor });
      expect([refused.status, typeOf(refused.body)]).toEqual([400, 'PixDevolucaoInvalida']);
    }
    const other = await openTestSandbox();
    await other.api('PUT', `/cob/${'d'.repeat(32)}`, terms());
    const old = (
      await other.control<{ endToEndId: string }>('POST', `/__pix/cob/${'d'.repeat(32)}/pay`)
    ).body.endToEndId;
    await other.control('POST', '/__clock/advance', { seconds: 91 * 86_400 });
    await other.restart();
    expect((await other.api('PUT', `/pix/${old}/devolucao/r1`, { valor: '1.00' })).status).toBe(
      400,
    );
    await other.close();
  });

  it('a refund fails on an armed fault, and can be requested again', async () => {
    const { body } = await putCob();
    const endToEndId = await paid(body.txid);
    await sandbox.control('POST', '/__faults', { on: 'refund', action: 'fail' });
    await sandbox.api('PUT', `/pix/${endToEndId}/devolucao/r1`, { valor: '50.00' });
    await sandbox.control('POST', '/__clock/advance', { seconds: 3 });
    expect(
      (await sandbox.api<RefundBody>('GET', `/pix/${endToEndId}/devolucao/r1`)).body.status,
    ).toBe('NAO_REALIZADO');
    expect(
      (await sandbox.api('PUT', `/pix/${endToEndId}/devolucao/r2`, { valor: '50.00' })).status,
    ).toBe(201);
  });

  it('a dispute of the payer makes a refund without a request', async () => {
    const { body } = await putCob();
    const endToEndId = await paid(body.txid);
    await sandbox.control('POST', `/__pix/pix/${endToEndId}/contest`, { natureza: 'MED_FRAUDE' });
    const pix = await sandbox.api<{ devolucoes: Array<{ natureza: string }> }>(
      'GET',
      `/pix/${endToEndId}`,
    );
    expect(pix.body.devolucoes).toMatchObject([{ natureza: 'MED_FRAUDE', valor: '50.00' }]);
  });
});

describe('lists and restarts', () => {
  it('lists are paginated within their period', async () => {
    const other = await openTestSandbox();
    const inicio = new Date(Date.now() - 60_000).toISOString();
    for (let index = 0; index < 5; index += 1) {
      const txid = index.toString().repeat(32);
      await other.api('PUT', `/cob/${txid}`, terms());
      await other.control('POST', `/__pix/cob/${txid}/pay`);
    }
    const fim = new Date(Date.now() + 60_000).toISOString();
    type PixPage = { parametros: { paginacao: object }; pix: Array<{ txid: string }> };
    const page = (number: number) =>
      other.api<PixPage>(
        'GET',
        `/pix?inicio=${inicio}&fim=${fim}&paginacao.itensPorPagina=2&paginacao.paginaAtual=${number}`,
      );
    expect((await page(0)).body.parametros.paginacao).toEqual({
      paginaAtual: 0,
      itensPorPagina: 2,
      quantidadeDePaginas: 3,
      quantidadeTotalDeItens: 5,
    });
    const seen = (await Promise.all([page(0), page(1), page(2)])).flatMap(({ body }) =>
      body.pix.map(({ txid }) => txid),
    );
    expect(new Set(seen).size).toBe(5);
    const cobs = await other.api<{ cobs: unknown[] }>(
      'GET',
      `/cob?inicio=${inicio}&fim=${fim}&status=ATIVA`,
    );
    expect(cobs.body.cobs).toHaveLength(0);
    expect((await other.api('GET', `/cob?inicio=${fim}&fim=${inicio}`)).status).toBe(400);
    await other.close();
  });

  it('charges, payments, webhooks and the clock survive a restart', async () => {
    const other = await openTestSandbox();
    const txid = 'c'.repeat(32);
    const before = (await other.api<CobBody>('PUT', `/cob/${txid}`, terms())).body;
    await other.control('POST', `/__pix/cob/${txid}/pay`);
    await other.api('PUT', `/webhook/${PIX_KEY}`, { webhookUrl: 'http://127.0.0.1:9/hook' });
    await other.control('POST', '/__clock/advance', { seconds: 3600 });
    await other.restart();
    const after = (await other.api<CobBody>('GET', `/cob/${txid}`)).body;
    expect(after).toMatchObject({
      status: 'CONCLUIDA',
      pixCopiaECola: before.pixCopiaECola,
      location: before.location,
    });
    expect((await other.api('GET', `/webhook/${PIX_KEY}`)).body).toMatchObject({
      webhookUrl: 'http://127.0.0.1:9/hook',
    });
    expect((await other.control<{ offsetMs: number }>('GET', '/__clock')).body.offsetMs).toBe(
      HOUR_MS,
    );
    await other.close();
  });
});
