// Specifics of the Pix adapter: token, certificate, secret, and invalid replies.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../clock/fake.ts';
import { createPixProvider, type PixOptions } from './pix.ts';
import { toPixId } from './pix-wire.ts';

const START = new Date('2026-11-21T12:00:00.000Z');
const LOCATION = 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99';
const BR_CODE = `00020101021226770014BR.GOV.BCB.PIX2555${LOCATION}5204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB`;

const chargeId = randomUUID() as ChargeId;
const lookup = { chargeId, providerRef: null, amountCentavos: centavos(5000) };
const cob = (changes: object = {}) => ({
  txid: toPixId(chargeId),
  status: 'ATIVA',
  calendario: { criacao: '2026-11-21T09:00:00-03:00', expiracao: 900 },
  valor: { original: '50.00' },
  location: LOCATION,
  pixCopiaECola: BR_CODE,
  ...changes,
});
const request = {
  chargeId,
  method: 'pix' as const,
  amountCentavos: centavos(5000),
  expiresInSeconds: 900,
  description: 'Recarga',
};

type Answer = { status: number; body: unknown };
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

/** A gateway with the replies of the test; `calls` records the requests. */
const openGateway = async (
  answer: (call: string, request: IncomingMessage) => Answer,
  options: Partial<PixOptions> = {},
) => {
  const calls: string[] = [];
  const server = createServer((incoming, response) => {
    const call = `${incoming.method} ${incoming.url}`.replace(' /api/v2/', ' /');
    calls.push(call);
    const token =
      incoming.url === '/oauth/token'
        ? { status: 200, body: { access_token: `t${calls.length}`, expires_in: 1440 } }
        : null;
    const { status, body } = token ?? answer(call, incoming);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const clock = fakeClock(START);
  const host = `http://127.0.0.1:${await listen(server)}`;
  // As at real institutions: the API below a path, the tokens at another one.
  const provider = createPixProvider(
    {
      baseUrl: `${host}/api/v2/`,
      tokenUrl: `${host}/oauth/token`,
      clientId: 'id',
      clientSecret: 'secret',
      key: 'loja@example.com',
      webhookSecret: 'a long enough secret',
      timeoutMs: 60_000,
      ...options,
    },
    clock,
  );
  closing.push(() => provider.close());
  return {
    provider,
    calls,
    clock,
    tokens: () => calls.filter((call) => call === 'POST /oauth/token').length,
  };
};

describe('access tokens', () => {
  it('concurrent calls share one token until shortly before its expiry', async () => {
    const { provider, clock, tokens } = await openGateway(() => ({ status: 200, body: cob() }));
    await Promise.all(Array.from({ length: 5 }, () => provider.status(lookup)));
    clock.advance(1_379_000);
    await provider.status(lookup);
    expect(tokens()).toBe(1);
    clock.advance(2_000);
    await provider.status(lookup);
    expect(tokens()).toBe(2);
  });

  it('a lost token is renewed once', async () => {
    let forgotten = 'Bearer t1';
    const { provider, tokens } = await openGateway((_call, { headers }) =>
      headers.authorization === forgotten || forgotten === '*'
        ? { status: 401, body: {} }
        : { status: 200, body: cob() },
    );
    expect((await provider.status(lookup))?.chargeId).toBe(chargeId);
    expect(tokens()).toBe(2);
    forgotten = '*';
    await expect(provider.status(lookup)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(tokens()).toBe(3);
  });

  it('a refused token leaves the charge unknown, not refused', async () => {
    const server = createServer((_incoming, response) =>
      response.writeHead(401).end('{"error":"invalid_client"}'),
    );
    const baseUrl = `http://127.0.0.1:${await listen(server)}`;
    const provider = createPixProvider(
      { baseUrl, clientId: 'id', clientSecret: 'wrong', key: 'k', webhookSecret: 's' },
      fakeClock(START),
    );
    closing.push(() => provider.close());
    await expect(provider.createCharge(request)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

describe('replies of a gateway', () => {
  const creating = async (body: unknown, status = 201) =>
    (
      await openGateway((call) =>
        call.startsWith('PUT') ? { status, body } : { status: 404, body: {} },
      )
    ).provider.createCharge(request);

  it('a reply with time offsets and unknown fields is read', async () => {
    const report = await creating(cob({ surprise: { of: 'a later version' } }));
    expect(report).toMatchObject({
      state: 'pending',
      presentment: { brCode: BR_CODE, expiresAt: new Date('2026-11-21T12:15:00.000Z') },
    });
  });

  it.each([
    ['a code that is damaged', { pixCopiaECola: `${BR_CODE.slice(0, -1)}C` }],
    ['no code', { pixCopiaECola: undefined }],
    ['the code of another location', { location: 'pix.example.com/qr/another' }],
    ['another amount', { valor: { original: '50.01' } }],
    ['an amount that is none', { valor: { original: '50,00' } }],
    ['another charge', { txid: toPixId(randomUUID()) }],
    ['a payment without money', { status: 'CONCLUIDA' }],
    ['no calendar', { calendario: undefined }],
  ])('a reply with %s is invalid', async (_name, changes) => {
    await expect(creating(cob(changes))).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('a reply without a code gets one generated from its location and the receiver', async () => {
    const due = {
      calendario: { criacao: '2026-11-21T09:00:00-03:00', dataDeVencimento: '2026-11-25' },
      pixCopiaECola: undefined,
      location: undefined,
      loc: { location: LOCATION },
    };
    const answer = (call: string) => ({
      status: 201,
      body: cob(call.includes('/cobv/') ? due : { pixCopiaECola: undefined }),
    });
    const { provider } = await openGateway(answer, {
      receiver: { name: 'EMPRESA', city: 'SAO PAULO' },
      dueCharges: true,
    });
    const payer = { name: 'Pessoa de Teste', document: '52998224725' };
    const reports = [
      await provider.createCharge(request),
      await provider.status(lookup),
      await provider.dueCharges?.create({ ...request, payer, dueDate: '2026-11-25' }),
    ];
    for (const report of reports) {
      if (report?.presentment?.kind !== 'pix') throw new Error('there is no code to show');
      // The published example of that receiver and location, but for the writing of br.gov.bcb.pix,
      // and hence the check value.
      expect(report.presentment.brCode.slice(0, -4)).toBe(
        BR_CODE.slice(0, -4).replace('BR.GOV.BCB.PIX', 'br.gov.bcb.pix'),
      );
    }
  });

  it('a reply that is not JSON is unknown', async () => {
    await expect(creating('<html>upstream</html>')).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it('a reply that our charge exists is a success', async () => {
    const { provider } = await openGateway((call) =>
      call.startsWith('PUT')
        ? { status: 409, body: { title: 'txid_duplicado' } }
        : { status: 200, body: cob() },
    );
    expect((await provider.createCharge(request)).state).toBe('pending');
  });

  it('a reply with an unknown status keeps the charge pending', async () => {
    const { provider } = await openGateway(() => ({
      status: 200,
      body: cob({ status: 'EM_ANALISE' }),
    }));
    expect((await provider.status(lookup))?.state).toBe('pending');
  });

  it('a redirect is not followed', async () => {
    const { provider, calls } = await openGateway(() => ({ status: 307, body: '' }));
    await expect(provider.status(lookup)).rejects.toMatchObject({ name: 'GatewayError' });
    expect(calls).toHaveLength(2);
  });
});

describe('webhooks', () => {
  it('a webhook is registered with its secret, only when the address changed', async () => {
    let registered = '';
    const { provider, calls } = await openGateway((call) => {
      if (call.startsWith('GET'))
        return registered
          ? { status: 200, body: { webhookUrl: registered } }
          : { status: 404, body: {} };
      registered = 'https://camarim.example/hook?hmac=a%20long%20enough%20secret&ignorar=';
      return { status: 200, body: {} };
    });
    await provider.registerWebhook('https://camarim.example/hook');
    await provider.registerWebhook('https://camarim.example/hook');
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([
      'PUT /webhook/loja%40example.com',
    ]);
  });

  it('a webhook is accepted only with its secret, wherever the gateway appends /pix', async () => {
    const { provider } = await openGateway(() => ({ status: 200, body: {} }));
    const from = (address: string) =>
      provider.verifyWebhook({
        query: new URL(address).searchParams,
        headers: {},
        rawBody: new Uint8Array(),
      });
    expect(
      await from('https://camarim.example/hook?hmac=a%20long%20enough%20secret&ignorar=/pix'),
    ).toBe(true);
    expect(
      await from('https://camarim.example/hook/pix?hmac=a%20long%20enough%20secret&ignorar='),
    ).toBe(true);
    for (const address of [
      'https://x.example/hook',
      'https://x.example/hook?hmac=',
      'https://x.example/hook?hmac=a%20long%20enough%20secre',
    ])
      expect(await from(address)).toBe(false);
  });

  it('each state of a refund is a separate event', async () => {
    const { provider } = await openGateway(() => ({ status: 200, body: {} }));
    const keyOf = (status: string) => {
      const devolucoes = [
        {
          id: 'r1',
          rtrId: 'D1',
          valor: '1.00',
          horario: { solicitacao: '2026-11-21T12:00:00Z' },
          status,
        },
      ];
      const body = {
        pix: [
          {
            endToEndId: 'E1',
            txid: toPixId(chargeId),
            valor: '1.00',
            horario: '2026-11-21T12:00:00Z',
            devolucoes,
          },
        ],
      };
      return provider
        .parseWebhook(new TextEncoder().encode(JSON.stringify(body)))
        .find(({ kind }) => kind === 'refund')?.key;
    };
    expect(keyOf('EM_PROCESSAMENTO')).toBe(keyOf('EM_PROCESSAMENTO'));
    expect(keyOf('EM_PROCESSAMENTO')).not.toBe(keyOf('DEVOLVIDO'));
  });

  it('payments of other systems are events without a charge', async () => {
    const { provider } = await openGateway(() => ({ status: 200, body: {} }));
    const body = {
      pix: [
        { endToEndId: 'E1', txid: 'outro', valor: '1.00', horario: '2026-11-21T12:00:00Z' },
        { endToEndId: 'E2', valor: '1.00', horario: '2026-11-21T12:00:00Z' },
      ],
    };
    expect(provider.parseWebhook(new TextEncoder().encode(JSON.stringify(body)))).toMatchObject([
      { key: 'E1', chargeId: null },
      { key: 'E2', chargeId: null },
    ]);
  });
});

const openssl = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'].find((path) => existsSync(path));

describe.runIf(openssl)('mutual TLS', () => {
  const makeCertificate = async (folder: string, name: string) => {
    const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    await promisify(execFile)(openssl ?? '', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      keyFile,
      '-out',
      certFile,
      '-days',
      '2',
      ...subject,
    ]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  };

  it('a gateway with mTLS gets the client certificate, and rejects calls without it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'camarim-mtls-'));
    const [bank, us] = await Promise.all([
      makeCertificate(folder, 'bank'),
      makeCertificate(folder, 'camarim'),
    ]);
    const server = createTlsServer(
      { ...bank, ca: us.cert, requestCert: true, rejectUnauthorized: true },
      (incoming, response) => {
        response.end(
          JSON.stringify(
            incoming.url === '/oauth/token' ? { access_token: 't', expires_in: 60 } : cob(),
          ),
        );
      },
    );
    const options = {
      baseUrl: `https://127.0.0.1:${await listen(server)}`,
      clientId: 'id',
      clientSecret: 's',
      key: 'k',
      webhookSecret: 's',
      timeoutMs: 60_000,
    };
    const known = createPixProvider(
      { ...options, clientCertificate: { ...us, ca: bank.cert } },
      fakeClock(START),
    );
    const withoutCertificate = createPixProvider(
      { ...options, clientCertificate: { ...bank, ca: bank.cert } },
      fakeClock(START),
    );
    closing.push(
      () => known.close(),
      () => withoutCertificate.close(),
      () => rm(folder, { recursive: true }),
    );
    expect((await known.status(lookup))?.state).toBe('pending');
    await expect(withoutCertificate.status(lookup)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
