// Boletos with saved data: the slip is a PDF whose bars, as drawn in it, decode to the digits of
// the barcode.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { BILL_ADDRESS } from '../../../../testing/payers.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank({
    BOLETO_BENEFICIARY: 'Camarim Tecnologia Ltda',
    BOLETO_BENEFICIARY_DOCUMENT: '11222333000181',
  });
  // From the disk: by itself it would look for it on the network.
  const wasm = await readFile(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  );
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
});

/** The rectangles that a page draws, in points: x, y, width, height. */
const rectanglesOf = (pdf: Buffer): number[][] => {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(
    ({ index, 0: head }) => {
      const start = index + head.length;
      return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
    },
  );
  return streams.flatMap((stream) =>
    [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((found) =>
      found.slice(1, 5).map(Number),
    ),
  );
};

const PIXELS_PER_POINT = 4;
const HEIGHT = 60;

/** Squares of the Pix code are smaller than this, bars are taller. */
const MODULE_MAX = 10;

/** The squares as a picture, with a quiet zone around them. */
const paintSquares = (squares: number[][]): Parameters<typeof readBarcodes>[0] => {
  const [left, top] = [
    Math.min(...squares.map(([x = 0]) => x)) - 12,
    Math.min(...squares.map(([, y = 0]) => y)) - 12,
  ];
  const [right, bottom] = [
    Math.max(...squares.map(([x = 0, , w = 0]) => x + w)) + 12,
    Math.max(...squares.map(([, y = 0, , h = 0]) => y + h)) + 12,
  ];
  const [width, height] = [
    Math.ceil((right - left) * PIXELS_PER_POINT),
    Math.ceil((bottom - top) * PIXELS_PER_POINT),
  ];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [x = 0, y = 0, w = 0, h = 0] of squares) {
    for (
      let row = Math.round((y - top) * PIXELS_PER_POINT);
      row < Math.round((y - top + h) * PIXELS_PER_POINT);
      row += 1
    ) {
      for (
        let column = Math.round((x - left) * PIXELS_PER_POINT);
        column < Math.round((x - left + w) * PIXELS_PER_POINT);
        column += 1
      )
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
};

/** The bars as a picture, with the quiet zones of the paper around them. */
const paint = (bars: number[][]): Parameters<typeof readBarcodes>[0] => {
  const left = Math.min(...bars.map(([x = 0]) => x)) - 30;
  const width = Math.ceil(
    (Math.max(...bars.map(([x = 0, , w = 0]) => x + w)) + 30 - left) * PIXELS_PER_POINT,
  );
  const data = new Uint8ClampedArray(width * HEIGHT * 4).fill(255);
  for (const [x = 0, , w = 0] of bars) {
    for (
      let column = Math.round((x - left) * PIXELS_PER_POINT);
      column < Math.round((x - left + w) * PIXELS_PER_POINT);
      column += 1
    ) {
      for (let row = 0; row < HEIGHT; row += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { data, width, height: HEIGHT, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
};

/** What a page says: the strings of its content, in the order in which they are drawn. */
const wordsOf = (pdf: Buffer): string => {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(
    ({ index, 0: head }) =>
      inflateSync(
        pdf.subarray(index + head.length, text.indexOf('endstream', index + head.length)),
      ).toString('latin1'),
  );
  return streams
    .flatMap((stream) =>
      [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, drawn = '']) =>
        [...drawn.matchAll(/<([0-9a-f]+)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      ),
    )
    .join('\n');
};

it('a boleto slip names the beneficiary and the payer that the boleto was registered for', async () => {
  const person = await app.join('slip');
  const slipOf = async (id: string) =>
    wordsOf(
      (
        await app.server.inject({
          method: 'GET',
          url: `/api/funds/charges/${id}/slip`,
          headers: { authorization: `Bearer ${person.token}` },
        })
      ).rawPayload,
    );
  const byCall = await person.call('POST /funds', {
    body: {
      paymentMethodKey: 'boleto',
      value: 5_000,
      payer: { name: 'Iris Outra', document: '111.444.777-35', address: BILL_ADDRESS },
    },
    idempotencyKey: randomUUID(),
  });
  await person.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '529.982.247-25', name: 'Davi Cobalto', address: BILL_ADDRESS },
  });
  const bySaved = await person.call('POST /funds', {
    body: { paymentMethodKey: 'boleto', value: 5_000 },
    idempotencyKey: randomUUID(),
  });
  await person.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '111.444.777-35', name: 'Outro Nome' },
  });
  const [first, second] = [await slipOf(byCall.id), await slipOf(bySaved.id)];
  for (const word of [
    'Camarim Tecnologia Ltda',
    '11.222.333/0001-81',
    'Iris Outra',
    '111.444.777-35',
  ])
    expect([word, first.includes(word)]).toEqual([word, true]);
  for (const word of ['Davi Cobalto', '529.982.247-25'])
    expect([word, second.includes(word)]).toEqual([word, true]);
  expect(second).not.toContain('Outro Nome');
});

it('a boleto uses the saved payer data, and a bank can read its slip', async () => {
  const body = { paymentMethodKey: 'boleto', value: 5_000 } as const;
  expect(
    (await app.fan.ask('POST /funds', { body, idempotencyKey: randomUUID() })).reply.fields,
  ).toMatchObject({ payer: { code: 'validate.required' } });
  expect(
    (
      await app.fan.ask('POST /funds/accept-bills', {
        body: { cpfcnpj: '529.982.247-24', name: 'Davi Cobalto' },
      })
    ).reply.fields,
  ).toMatchObject({ cpfcnpj: { code: 'validate.invalid' } });
  await app.fan.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '529.982.247-25', name: 'Davi Cobalto', address: BILL_ADDRESS },
  });
  expect(await app.fan.call('GET /funds/bills-data')).toEqual({
    cpfCnpj: '52998224725',
    name: 'Davi Cobalto',
    address: { ...BILL_ADDRESS, billingZip: '01310100', billingComplement: '' },
  });
  const charge = await app.fan.call('POST /funds', { body, idempotencyKey: randomUUID() });

  const response = await app.server.inject({
    method: 'GET',
    url: `/api/funds/charges/${charge.id}/slip`,
    headers: { authorization: `Bearer ${app.fan.token}` },
  });
  expect([
    response.statusCode,
    response.headers['content-type'],
    response.rawPayload.subarray(0, 5).toString(),
  ]).toEqual([200, 'application/pdf', '%PDF-']);
  const drawn = rectanglesOf(response.rawPayload);
  const bars = drawn.filter(([, , , height = 0]) => height > MODULE_MAX);
  const right = Math.max(...bars.map(([x = 0, , w = 0]) => x + w));
  const millimetres = [
    (right - Math.min(...bars.map(([x = 0]) => x))) / (72 / 25.4),
    (bars[0]?.[3] ?? 0) / (72 / 25.4),
  ];
  expect(millimetres.map((size) => size.toFixed(1))).toEqual(['103.0', '13.0']);
  const [read] = await readBarcodes(paint(bars), { formats: ['ITF'] });
  expect(read?.text).toBe(charge.billPayment?.barcode);
  const [code] = await readBarcodes(
    paintSquares(drawn.filter(([, , , height = 0]) => height <= MODULE_MAX)),
    { formats: ['QRCode'] },
  );
  expect([code?.text, charge.billPayment?.qrCode?.includes('/qr/v2/cobv/')]).toEqual([
    charge.billPayment?.qrCode,
    true,
  ]);
  expect(
    (await app.stranger.ask('GET /funds/charges/{id}/slip', { params: { id: charge.id } })).status,
  ).toBe(404);
});

it('a boleto requires the payer’s address where its gateway does, and the address is stored sealed', async () => {
  const person = await app.join('semendereco');
  expect((await person.call('GET /funds/methods')).boletoAddress).toBe(true);
  await person.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '529.982.247-25', name: 'Davi Cobalto' },
  });
  const ask = () =>
    person.ask('POST /funds', {
      body: { paymentMethodKey: 'boleto', value: 5_000 },
      idempotencyKey: randomUUID(),
    });
  expect(await ask()).toMatchObject({
    status: 400,
    reply: { fields: { 'payer.address': { code: 'validate.required' } } },
  });
  expect(
    (
      await person.ask('POST /funds/accept-bills', {
        body: {
          cpfcnpj: '529.982.247-25',
          name: 'Davi Cobalto',
          address: { ...BILL_ADDRESS, billingZip: '1' },
        },
      })
    ).status,
  ).toBe(400);
  await person.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '529.982.247-25', name: 'Davi Cobalto', address: BILL_ADDRESS },
  });
  expect((await ask()).reply.data).toMatchObject({ status: 'pending' });
  expect(
    await person.call('POST /funds/accept-bills', {
      body: { cpfcnpj: '529.982.247-25', name: 'Davi Azul' },
    }),
  ).toMatchObject({ name: 'Davi Azul', address: { billingStreet: 'Rua das Flores' } });
  const { rows } = await app.ctx.pool.query('SELECT b::text AS row FROM bill_data b');
  expect(JSON.stringify(rows)).not.toContain('Flores');
});
