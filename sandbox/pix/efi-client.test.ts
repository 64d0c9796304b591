// Efí's official client, unmodified, against the Pix stand-in: each reply is validated by its own
// strict schemas.
import { Agent } from 'node:https';
import { DAY_MS } from '@camarim/contract/time';
import {
  EfiPay,
  type PixCreateAutomaticChargeTxidBody,
  type PixCreateDueChargeBody,
  type PixCreateRecurrenceAutomaticBody,
  type PixSendBody,
  type PixUpdateDueChargeBody,
} from 'sdk-node-apis-efi';
import * as efiSchemas from 'sdk-node-apis-efi';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { connectTo, openTestSandbox, PIX_KEY, type TestSandbox } from '../testing.ts';

const CPF = '52998224725';
const CHARGE = { calendario: { expiracao: 3600 }, valor: { original: '35.00' }, chave: PIX_KEY };
const daysAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const PERIOD = { inicio: daysAhead(-1), fim: daysAhead(1) };

/**
 * Accepted differences: contradictions between the central bank's document and Efí, or within Efí's
 * schemas.
 */
const DIFFERENCES: Record<string, string[]> = {
  // Efí shows the email of its customer, and the trade name in the answer to a PUT, where its
  // schema of the GET refuses it.
  PixCreateDueCharge: ['recebedor'],
  PixUpdateDueCharge: ['recebedor'],
  PixDetailDueCharge: ['loc', 'recebedor'],
  // Efí omits the nature of a refund.
  PixListReceived: ['pix.0.devolucoes.0'],
  // The standard shows a code only for the charge that is named in the query.
  PixDetailRecurrenceAutomatic: ['dadosQR'],
  PixListRecurrenceAutomatic: ['recs.0.dadosQR'],
};

let sandbox: TestSandbox;
const clientOf = (options: { client_secret?: string; validateMtls?: boolean } = {}): EfiPay =>
  // The client makes its own agents and requires a certificate, which goes unread: the connection
  // below is unencrypted.
  new EfiPay({
    sandbox: true,
    client_id: 'camarim',
    client_secret: 'camarim-sandbox',
    certificate: 'AA==',
    pemKey: 'AA==',
    cert_base64: true,
    validateMtls: false,
    ...options,
  });
const efi = clientOf();
beforeAll(async () => {
  sandbox = await openTestSandbox();
  vi.spyOn(Agent.prototype, 'createConnection').mockImplementation(connectTo(sandbox));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await sandbox.close();
});

let counter = 0;
const newId = (): string => `${'0'.repeat(24)}${(counter += 1).toString().padStart(8, '0')}`;

/** A reply that Efí's schema of that name accepts, apart from the differences above. */
const validated = async <T>(name: string, call: Promise<T>): Promise<T> => {
  const reply = await call;
  const schema = (efiSchemas as unknown as Record<string, z.ZodType | undefined>)[
    `${name}ResponseSchema`
  ];
  if (!schema) throw new Error(`Efí's client has no schema of ${name}`);
  const places = schema.safeParse(reply).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect({ [name]: places }).toEqual({ [name]: DIFFERENCES[name] ?? [] });
  return reply;
};
const newCharge = async (): Promise<string> =>
  (
    await validated(
      'PixCreateCharge',
      efi.pixCreateCharge(
        { txid: newId() },
        { ...CHARGE, devedor: { cpf: CPF, nome: 'Francisco da Silva' } },
      ),
    )
  ).txid;
const paid = async (txid: string): Promise<string> =>
  (await sandbox.control<{ endToEndId: string }>('POST', `/__pix/cob/${txid}/pay`)).body.endToEndId;
const registered = () =>
  efi.pixConfigWebhook(
    { chave: PIX_KEY },
    { webhookUrl: 'https://example.org/pix?hmac=secret&ignorar=' },
  );

describe('Efí’s own client', () => {
  it('Efí’s client creates, reads, changes and lists charges', async () => {
    const txid = await newCharge();
    expect(await validated('PixDetailCharge', efi.pixDetailCharge({ txid }))).toMatchObject({
      txid,
      status: 'ATIVA',
    });
    expect(
      await validated(
        'PixUpdateCharge',
        efi.pixUpdateCharge({ txid }, { valor: { original: '36.00' } }),
      ),
    ).toMatchObject({ revisao: 1, valor: { original: '36.00' } });
    expect(
      (await validated('PixListCharges', efi.pixListCharges(PERIOD))).cobs.map((cob) => cob.txid),
    ).toContain(txid);
    await expect(efi.pixDetailCharge({ txid: newId() })).rejects.toMatchObject({ status: 404 });
  });

  it('Efí’s client creates, reads and withdraws charges with a due date', async () => {
    const terms = {
      calendario: { dataDeVencimento: daysAhead(30).slice(0, 10), validadeAposVencimento: 30 },
      devedor: { cpf: CPF, nome: 'Francisco' },
      valor: { original: '123.45' },
      chave: PIX_KEY,
    };
    const { txid } = await validated(
      'PixCreateDueCharge',
      efi.pixCreateDueCharge({ txid: newId() }, terms as PixCreateDueChargeBody),
    );
    expect(await validated('PixDetailDueCharge', efi.pixDetailDueCharge({ txid }))).toMatchObject({
      txid,
      status: 'ATIVA',
      valor: { original: '123.45' },
    });
    expect(
      await validated(
        'PixUpdateDueCharge',
        efi.pixUpdateDueCharge({ txid }, {
          status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
        } as PixUpdateDueChargeBody),
      ),
    ).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it('Efí’s client reads a payment and refunds a part of it', async () => {
    const e2eId = await paid(await newCharge());
    expect(await validated('PixDetailReceived', efi.pixDetailReceived({ e2eId }))).toMatchObject({
      endToEndId: e2eId,
      valor: '35.00',
    });
    expect(
      await validated('PixDevolution', efi.pixDevolution({ e2eId, id: 'D1' }, { valor: '7.89' })),
    ).toMatchObject({ status: 'EM_PROCESSAMENTO' });
    await sandbox.control('POST', '/__clock/advance', { seconds: 3 });
    expect(
      await validated('PixDetailDevolution', efi.pixDetailDevolution({ e2eId, id: 'D1' })),
    ).toMatchObject({ status: 'DEVOLVIDO', valor: '7.89' });
    expect(
      (await validated('PixListReceived', efi.pixReceivedList(PERIOD))).pix.map(
        ({ endToEndId }) => endToEndId,
      ),
    ).toContain(e2eId);
  });

  it('Efí’s client registers a webhook only with the mTLS opt-out', async () => {
    await expect(
      clientOf({ validateMtls: true }).pixConfigWebhook(
        { chave: PIX_KEY },
        { webhookUrl: 'https://example.org/pix' },
      ),
    ).rejects.toMatchObject({ nome: 'webhook_invalido' });
    await validated('PixConfigWebhook', registered());
    expect(
      await validated('PixDetailWebhook', efi.pixDetailWebhook({ chave: PIX_KEY })),
    ).toMatchObject({ webhookUrl: 'https://example.org/pix?hmac=secret&ignorar=' });
    await efi.pixConfigWebhookRecurrenceAutomatic({ webhookUrl: 'https://example.org/rec' });
    await efi.pixConfigWebhookAutomaticCharge({ webhookUrl: 'https://example.org/cobr' });
  });

  it('Efí’s client sends payouts to a key and to an account, and reads their returns', async () => {
    await registered();
    const send = (favorecido: object) =>
      validated(
        'PixSend',
        efi.pixSend({ idEnvio: newId() }, {
          valor: '12.34',
          pagador: { chave: PIX_KEY, infoPagador: 'Saque' },
          favorecido,
        } as PixSendBody),
      );
    await send({
      contaBanco: {
        nome: 'Gorbadoc',
        cpf: CPF,
        codigoBanco: '09089356',
        agencia: '1',
        conta: '123453',
        tipoConta: 'cacc',
      },
    });
    const { idEnvio } = await send({ chave: 'destino@example.org' });
    await sandbox.control('POST', '/__clock/advance', { seconds: 3 });
    expect(await validated('PixSendDetailId', efi.pixSendDetailId({ idEnvio }))).toMatchObject({
      idEnvio,
      status: 'REALIZADO',
      valor: '12.34',
    });
    await sandbox.control('POST', `/__pix/payouts/${idEnvio}/return`, { valor: '5.00' });
    expect(await validated('PixSendDetailId', efi.pixSendDetailId({ idEnvio }))).toMatchObject({
      devolucoes: [{ valor: '5.00' }],
    });
    await expect(
      efi.pixSend({ idEnvio }, {
        valor: '12.34',
        pagador: { chave: PIX_KEY },
        favorecido: { chave: 'destino@example.org' },
      } as PixSendBody),
    ).rejects.toMatchObject({ nome: 'id_envio_duplicado' });
  });

  it('Efí’s client creates a mandate and a mandate charge', async () => {
    const txid = await newCharge();
    const { id: loc } = await validated(
      'PixCreateLocationRecurrenceAutomatic',
      efi.pixCreateLocationRecurrenceAutomatic(),
    );
    const terms = {
      vinculo: {
        contrato: '63100862',
        devedor: { cpf: CPF, nome: 'Fulano de Tal' },
        objeto: 'Streaming',
      },
      calendario: { dataInicial: daysAhead(5).slice(0, 10), periodicidade: 'MENSAL' },
      valor: { valorRec: '35.00' },
      politicaRetentativa: 'NAO_PERMITE',
      loc,
      ativacao: { dadosJornada: { txid } },
    };
    const { idRec } = await validated(
      'PixCreateRecurrenceAutomatic',
      efi.pixCreateRecurrenceAutomatic(terms as PixCreateRecurrenceAutomaticBody),
    );
    await validated('PixDetailRecurrenceAutomatic', efi.pixDetailRecurrenceAutomatic({ idRec }));
    await validated('PixListRecurrenceAutomatic', efi.pixListRecurrenceAutomatic(PERIOD));
    await sandbox.control('POST', `/__pix/rec/${idRec}/permit`);
    const charge = {
      idRec,
      infoAdicional: 'Novembro',
      calendario: { dataDeVencimento: daysAhead(5).slice(0, 10) },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { agencia: '9708', conta: '12682', tipoConta: 'CORRENTE' },
    };
    const month = await validated(
      'PixCreateAutomaticChargeTxid',
      efi.pixCreateAutomaticChargeTxid(
        { txid: newId() },
        charge as PixCreateAutomaticChargeTxidBody,
      ),
    );
    expect(
      await validated(
        'PixDetailAutomaticCharge',
        efi.pixDetailAutomaticCharge({ txid: month.txid }),
      ),
    ).toMatchObject({ idRec, valor: { original: '35.00' } });
  });

  it('Efí’s client gets no token with a wrong secret', async () => {
    await expect(
      clientOf({ client_secret: 'wrong' }).pixDetailCharge({ txid: newId() }),
    ).rejects.toMatchObject({ error: 'invalid_client' });
  });
});
