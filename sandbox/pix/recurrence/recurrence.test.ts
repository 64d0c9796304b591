// Pix Automático at the bank: the code that pays and approves, debits by the clock, retries, and
// cancellation from both sides.
import { DAY_SECONDS } from '@camarim/contract/time';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { isRecurrencePix, hasError, parsePix } from 'pix-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openWebhookReceiver,
  openTestSandbox,
  PIX_KEY,
  type Receiver,
  type TestSandbox,
  until,
} from '../../testing.ts';
import { recurrenceOnly, withRecurrence } from './composite.ts';
import { addDays, dayOf, instantOf } from './model.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([openTestSandbox(), openWebhookReceiver()]);
  // Every test begins at nine in the morning, between the two debit hours.
  const nine = instantOf(addDays(await today(), 1), 9);
  await passDays((nine.getTime() - Date.now()) / (DAY_SECONDS * 1000));
  await sandbox.api('PUT', '/webhookrec', { webhookUrl: receiver.url });
  await sandbox.api('PUT', '/webhookcobr', { webhookUrl: receiver.url });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

let made = 0;
const newTxid = (): string => `recorrencia${String((made += 1)).padStart(21, '0')}`;
const today = async (): Promise<string> =>
  dayOf(new Date((await sandbox.control<{ now: string }>('GET', '/__clock')).body.now));
const passDays = async (days: number): Promise<void> => {
  await sandbox.control('POST', '/__clock/advance', { seconds: days * DAY_SECONDS });
  await sandbox.renewToken();
};

/** A mandate of R$ 29,90, approved by the payment of its first month. */
const mandateNotice = async (): Promise<string> => {
  const txid = newTxid();
  await sandbox.api('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 900 },
    valor: { original: '29.90' },
    chave: PIX_KEY,
  });
  const { body: loc } = await sandbox.api<{ id: number }>('POST', '/locrec', {});
  const { body: rec } = await sandbox.api<{ idRec: string }>('POST', '/rec', {
    vinculo: {
      contrato: txid,
      objeto: 'Assinatura',
      devedor: { cpf: '52998224725', nome: 'Pessoa de Teste' },
    },
    calendario: { dataInicial: addDays(await today(), 30), periodicidade: 'MENSAL' },
    valor: { valorRec: '29.90' },
    politicaRetentativa: 'PERMITE_3R_7D',
    loc: loc.id,
    ativacao: { dadosJornada: { txid } },
  });
  const { body: recWithCode } = await sandbox.api<{
    dadosQR: { jornada: string; pixCopiaECola: string };
  }>('GET', `/rec/${rec.idRec}?txid=${txid}`);
  expect(recWithCode.dadosQR.jornada).toBe('JORNADA_3');
  const parsed = parsePix(recWithCode.dadosQR.pixCopiaECola);
  expect(hasError(parsed)).toBe(false);
  await sandbox.control('POST', `/__pix/cob/${txid}/pay`, {});
  return rec.idRec;
};
const statusOf = async (path: string): Promise<string> =>
  (await sandbox.api<{ status: string }>('GET', path)).body.status;
const charge = async (idRec: string, days: number, valor = '29.90') => {
  const txid = newTxid();
  const dataDeVencimento = addDays(await today(), days);
  const reply = await sandbox.api('PUT', `/cobr/${txid}`, {
    idRec,
    calendario: { dataDeVencimento },
    valor: { original: valor },
    recebedor: { conta: '1234', tipoConta: 'CORRENTE' },
  });
  return { txid, status: reply.status, dataDeVencimento };
};

describe('codes with a mandate', () => {
  it('codes equal the central bank’s examples byte for byte', () => {
    const dynamic =
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304';
    expect(
      withRecurrence(
        `${dynamic}0000`,
        'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
      ),
    ).toBe(
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
    );
    const mandateCode = recurrenceOnly(
      { name: 'Fulano de Tal', city: 'BRASILIA' },
      'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
    );
    expect(mandateCode).toBe(
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
    );
    expect(isRecurrencePix(parsePix(mandateCode) as never)).toBe(true);
    expect(
      generatePixPayload({ url: 'pix.example.com/x', merchantName: 'A', merchantCity: 'B' }),
    ).not.toContain('rec');
  });
});

describe('mandates', () => {
  it('the payment of the first charge approves a mandate, with a notification', async () => {
    const idRec = await mandateNotice();
    expect(await statusOf(`/rec/${idRec}`)).toBe('APROVADA');
    await until(() =>
      receiver.notifications.some(
        ({ path, body }) =>
          path === '/rec' && JSON.stringify(body).includes(`"${idRec}","status":"APROVADA"`),
      ),
    );
  });

  it('mandate charges have the agreed amount, two to ten days ahead, one at a time', async () => {
    const idRec = await mandateNotice();
    expect([
      (await charge(idRec, 1)).status,
      (await charge(idRec, 11)).status,
      (await charge(idRec, 5, '30.00')).status,
    ]).toEqual([400, 400, 400]);
    expect((await charge(idRec, 5)).status).toBe(201);
    expect((await charge(idRec, 9)).status).toBe(400);
    await sandbox.control('POST', `/__pix/rec/${idRec}/end`, {});
  });

  it('a mandate charge is debited on its day by the clock', async () => {
    const { txid } = await charge(await mandateNotice(), 3);
    await passDays(2);
    expect(await statusOf(`/cobr/${txid}`)).toBe('ATIVA');
    await passDays(2);
    await until(() =>
      receiver.notifications.some(
        ({ path, body }) =>
          path === '/cobr' && JSON.stringify(body).includes(`"${txid}","status":"CONCLUIDA"`),
      ),
    );
    expect(
      (await sandbox.api<{ pix: { valor: string }[] }>('GET', `/cobr/${txid}`)).body.pix,
    ).toMatchObject([{ valor: '29.90' }]);
  });

  it('a mandate charge can be retried three times in seven days', async () => {
    const { txid, dataDeVencimento } = await charge(await mandateNotice(), 2);
    await sandbox.control('POST', '/__faults', { on: 'debit', action: 'noMoney', times: 4 });
    const again = (days: number) =>
      sandbox.api('POST', `/cobr/${txid}/retentativa/${addDays(dataDeVencimento, days)}`, {});
    expect((await again(1)).status).toBe(400);
    await passDays(2.5);
    expect([(await again(8)).status, (await again(2)).status, (await again(3)).status]).toEqual([
      400, 201, 400,
    ]);
    await passDays(2);
    expect((await again(5)).status).toBe(201);
    await passDays(3);
    expect(await statusOf(`/cobr/${txid}`)).toBe('CONCLUIDA');
    await passDays(0.5);
  });

  it('a mandate charge fails with a closed account, and without retries left', async () => {
    const [rejected, expired] = [
      await charge(await mandateNotice(), 2),
      await charge(await mandateNotice(), 3),
    ];
    await sandbox.control('POST', '/__faults', { on: 'debit', action: 'reject' });
    await passDays(2);
    expect(await statusOf(`/cobr/${rejected.txid}`)).toBe('REJEITADA');
    await sandbox.control('POST', '/__faults', { on: 'debit', action: 'noMoney', times: 2 });
    await passDays(9);
    expect(await statusOf(`/cobr/${expired.txid}`)).toBe('EXPIRADA');
  });

  it('the receiver cancels a mandate charge a day ahead at the latest', async () => {
    const idRec = await mandateNotice();
    const [{ txid }] = [await charge(idRec, 2)];
    expect((await sandbox.api('PATCH', `/cobr/${txid}`, { status: 'CANCELADA' })).status).toBe(200);
    const late = await charge(idRec, 2);
    await sandbox.control('POST', '/__faults', { on: 'debit', action: 'noMoney', times: 2 });
    await passDays(2);
    expect((await sandbox.api('PATCH', `/cobr/${late.txid}`, { status: 'CANCELADA' })).status).toBe(
      400,
    );
    expect((await sandbox.api('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' })).status).toBe(200);
    await sandbox.control('DELETE', '/__faults');
  });

  it('a cancellation by the payer cancels scheduled charges', async () => {
    const idRec = await mandateNotice();
    const { txid } = await charge(idRec, 4);
    await sandbox.control('POST', `/__pix/rec/${idRec}/end`, {});
    expect([await statusOf(`/rec/${idRec}`), await statusOf(`/cobr/${txid}`)]).toEqual([
      'CANCELADA',
      'CANCELADA',
    ]);
  });
});
