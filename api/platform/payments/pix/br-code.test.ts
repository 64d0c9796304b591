// Pix codes checked against published examples and against a second, independent implementation.
import {
  generatePixPayload,
  getPixPayloadInfo,
  isValidPixPayload,
} from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import {
  createDynamicPix,
  hasError,
  isDynamicPix,
  isRecurrencePix,
  isStaticPix,
  parsePix,
} from 'pix-utils';
import { describe, expect, it } from 'vitest';
import { codeOfCharge, verifyBrCode } from './br-code.ts';

/**
 * Examples 2 and 3 are the central bank's own (API Pix, journeys 3 and 4 of Pix Automático); the
 * last is a public example.
 */
const dynamicCodes: [string, string][] = [
  [
    'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
  ],
  [
    'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
    '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
  ],
  [
    'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
    '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
  ],
];
const staticCodes = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  '00020126380014BR.GOV.BCB.PIX0116test@mail.com.br5204000053039865406100.995802BR5913FULANO DE TAL6009SAO PAULO62070503***63049359',
  '00020126650014br.gov.bcb.pix0119nubank@thalesog.com0220Gerado por Pix-Utils52040000530398654041.005802BR5914Thales Ogliari6009Sao Paulo62070503***63046069',
];
/** Journey 2: a mandate without a payment. */
const recurrenceOnly =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';

/** CRC-16/CCITT-FALSE, implemented here to be independent of the tested code. */
const crcOf = (text: string): string => {
  let crc = 0xff_ff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x80_00 ? ((crc << 1) ^ 0x10_21) & 0xff_ff : (crc << 1) & 0xff_ff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
const signed = (text: string): string => text + crcOf(text);

const location = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((digits) => `pix.sandbox.localhost/qr/v2/${digits.join('')}`);

describe('BR Codes', () => {
  it('the CRC of the standard’s example is correct', () => expect(crcOf('123456789')).toBe('29B1'));

  it.each([...dynamicCodes.map(([, code]) => code), ...staticCodes, recurrenceOnly])(
    'a published BR Code has a valid CRC: %#',
    (code) => {
      expect(crcOf(code.slice(0, -4))).toBe(code.slice(-4));
      const parsed = parsePix(code);
      expect(hasError(parsed)).toBe(false);
    },
  );

  it.each(dynamicCodes)('a code for %s is accepted for that location only', (place, code) => {
    expect(() => verifyBrCode(code, place)).not.toThrow();
    expect(() => verifyBrCode(code, `https://${place}`)).not.toThrow();
    expect(() => verifyBrCode(code, `${place}0`)).toThrow('another location');
    const parsed = parsePix(code);
    if (hasError(parsed) || !(isDynamicPix(parsed) || isRecurrencePix(parsed)))
      throw new Error('the second opinion does not see a dynamic code');
    expect(parsed.url).toBe(place);
  });

  it.each(staticCodes)('a static code with a key is refused for a charge: %#', (code) => {
    expect(isValidPixPayload(code)).toBe(true);
    const parsed = parsePix(code);
    expect(!hasError(parsed) && isStaticPix(parsed) && parsed.pixKey).toBe(
      getPixPayloadInfo(code)?.key,
    );
    expect(() => verifyBrCode(code, '')).toThrow('another location');
  });

  it('a code that only authorises a mandate is refused for a charge', () => {
    expect(() =>
      verifyBrCode(recurrenceOnly, 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002'),
    ).toThrow('does not parse');
  });

  it('a code with a wrong CRC is refused by both implementations', () => {
    const wrong = `${staticCodes[0]?.slice(0, -1)}E`;
    expect(isValidPixPayload(wrong)).toBe(false);
    expect(hasError(parsePix(wrong))).toBe(true);
    expect(() => verifyBrCode(wrong, '')).toThrow('does not parse');
  });

  it('a code with broken lengths is refused despite a valid CRC', () => {
    const [place, code] = dynamicCodes[2] as [string, string];
    const stretched = signed(code.slice(0, -4).replace('62070503***', '62080503***'));
    expect(crcOf(stretched.slice(0, -4))).toBe(stretched.slice(-4));
    expect(() => verifyBrCode(stretched, place)).toThrow('does not parse');
  });

  it('a code with any single character changed is invalid', () => {
    const [place, code] = dynamicCodes[0] as [string, string];
    fc.assert(
      fc.property(
        fc.nat(code.length - 1),
        fc.constantFrom(...'0123456789abcdefXYZ*'),
        (index, character) => {
          fc.pre(code[index]?.toLowerCase() !== character.toLowerCase());
          expect(() =>
            verifyBrCode(code.slice(0, index) + character + code.slice(index + 1), place),
          ).toThrow('BR Code');
        },
      ),
    );
  });

  it('codes of the sandbox and of the second implementation read the same', () => {
    fc.assert(
      fc.property(location, (url) => {
        const firstCode =
          generatePixPayload({ url, merchantName: 'Camarim', merchantCity: 'Sao Paulo' }) ?? '';
        expect(firstCode.startsWith('000201010212')).toBe(true);
        const read = parsePix(firstCode);
        expect(!hasError(read) && isDynamicPix(read) && read.url).toBe(url);
        const secondCode = createDynamicPix({
          url,
          merchantName: 'Camarim',
          merchantCity: 'Sao Paulo',
        });
        if (hasError(secondCode)) throw new Error('the second implementation refuses our location');
        expect(() => verifyBrCode(secondCode.toBRCode(), url)).not.toThrow();
      }),
    );
  });
});

describe('generated codes', () => {
  const RECEIVER = { name: 'Cooperativa São João de Criação', city: 'São José dos Campos' };

  it('a missing code is generated from the location and the receiver', () => {
    fc.assert(
      fc.property(location, fc.constantFrom('', 'https://'), (place, scheme) => {
        const code = codeOfCharge(undefined, scheme + place, RECEIVER);
        expect(code.slice(-4)).toBe(crcOf(code.slice(0, -4)));
        const read = parsePix(code);
        if (hasError(read) || !isDynamicPix(read))
          throw new Error('the second implementation does not see a dynamic code');
        // The standard has 25 characters for the name, 15 for the city, and no accents.
        expect([read.url, read.merchantName, read.merchantCity]).toEqual([
          place,
          'Cooperativa Sao Joao de C',
          'Sao Jose dos Ca',
        ]);
      }),
    );
  });

  it('the gateway’s own code is used when there is one', () => {
    for (const [place, code] of dynamicCodes)
      expect(codeOfCharge(code, place, RECEIVER)).toBe(code);
    expect(() => codeOfCharge(staticCodes[0], 'pix.example.com/qr/v2/1', RECEIVER)).toThrow(
      'another location',
    );
  });

  it('no code is generated without a receiver or a usable location', () => {
    expect(() => codeOfCharge(undefined, 'pix.example.com/qr/v2/1', undefined)).toThrow(
      'PIX_RECEIVER_NAME',
    );
    expect(() => codeOfCharge(undefined, '', RECEIVER)).toThrow('no location');
    expect(() => codeOfCharge(undefined, `pix.example.com/${'a'.repeat(80)}`, RECEIVER)).toThrow(
      'no code can carry',
    );
  });
});
