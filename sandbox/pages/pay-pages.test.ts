// Payments by a tester in the browser: the list, one charge, a pasted code, and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, PIX_KEY, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

type CreatedCharge = { txid: string; pixCopiaECola: string; location: string };
const create = async (
  digit: string,
  solicitacaoPagador = 'Recarga',
  expiracao = 900,
): Promise<CreatedCharge> =>
  (
    await sandbox.api<CreatedCharge>('PUT', `/cob/${digit.repeat(32)}`, {
      calendario: { expiracao },
      valor: { original: '1234.50' },
      chave: PIX_KEY,
      solicitacaoPagador,
    })
  ).body;
const open = async (path: string) =>
  (await fetch(`${sandbox.url()}${path}`, { headers: { accept: 'text/html' } })).text();
const submit = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url()}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
const statusOf = async (txid: string) =>
  (await sandbox.api<{ status: string; pix?: Array<{ valor: string }> }>('GET', `/cob/${txid}`))
    .body;

describe('the payer pages', () => {
  it('the home page lists open charges with amount and a payment link', async () => {
    const { txid } = await create('1', 'Recarga <b>de</b> teste');
    const text = (await open('/')).replaceAll('\u00a0', ' ');
    expect(text).toContain('R$ 1.234,50');
    expect(text).toContain(`href="/pagar/${txid}"`);
    expect(text).toContain('Recarga &lt;b&gt;de&lt;/b&gt; teste');
    expect(text).not.toContain('<b>');
  });

  it('one button pays a charge once', async () => {
    const { txid } = await create('2');
    expect(await open(`/pagar/${txid}`)).toContain('>Pagar</button>');
    const done = await submit(`/pagar/${txid}`, { pagador: 'dois' });
    expect(await done.text()).toContain('Pago.');
    expect((await submit(`/pagar/${txid}`, { pagador: 'dois' })).status).toBe(400);
    expect((await statusOf(txid)).pix).toHaveLength(1);
  });

  it('a charge is found by its pasted code, and by its location', async () => {
    const { txid, pixCopiaECola, location } = await create('3');
    expect((await submit('/pagar', { codigo: ` ${pixCopiaECola}\n` })).url).toBe(
      `${sandbox.url()}/pagar/${txid}`,
    );
    expect(await open(`/${location.split('/').slice(1).join('/')}`)).toContain(
      `action="/pagar/${txid}"`,
    );
    const broken = await submit('/pagar', { codigo: pixCopiaECola.slice(0, -4) });
    expect([broken.status, (await broken.text()).includes('copiado pela metade')]).toEqual([
      400,
      true,
    ]);
  });

  it('another amount is paid, and an invalid amount is refused', async () => {
    const { txid } = await create('4');
    expect((await submit(`/pagar/${txid}`, { valor: 'doze' })).status).toBe(400);
    await submit(`/pagar/${txid}`, { valor: '12,34' });
    expect((await statusOf(txid)).pix).toMatchObject([{ valor: '12.34' }]);
  });

  it("a late payment needs the tester's confirmation", async () => {
    const { txid } = await create('5', 'Recarga', 60);
    await sandbox.control('POST', '/__clock/advance', { seconds: 61 });
    expect(await open(`/pagar/${txid}`)).toContain('Pagar mesmo assim');
    expect((await submit(`/pagar/${txid}`, {})).status).toBe(400);
    await submit(`/pagar/${txid}`, { atrasado: 'sim' });
    expect((await statusOf(txid)).status).toBe('CONCLUIDA');
  });

  it('an unknown charge answers 404', async () => {
    expect((await fetch(`${sandbox.url()}/pagar/nada`)).status).toBe(404);
  });
});
