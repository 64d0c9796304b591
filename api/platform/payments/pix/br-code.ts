// BR Codes: verifies the gateway's code before it is shown, and generates one where the gateway
// gives none.
import { generatePixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { GatewayError } from '../port.ts';

const SCHEME = /^https?:\/\//;

/**
 * Checks that a gateway's "copia e cola" is a well-formed dynamic BR Code (TLV and CRC) that points
 * to the location of the same charge, so that a damaged or foreign code is never shown. Throws
 * GatewayError (`invalid`).
 */
export const verifyBrCode = (brCode: string, location: string): void => {
  const info = getPixPayloadInfo(brCode);
  if (!info) throw new GatewayError('invalid', 'the gateway gave a BR Code that does not parse');
  if (info.url !== location.replace(SCHEME, ''))
    throw new GatewayError('invalid', 'the gateway gave a BR Code of another location');
};

/**
 * The receiver, as banks show it to the payer. The code has room for 25 characters of the name and
 * 15 of the city.
 */
export type CodeReceiver = { name: string; city: string };

/**
 * The code of a charge: the verified one of the gateway, or, when the standard's optional code is
 * missing, one generated from the location and the receiver. Throws GatewayError (`invalid`) for a
 * code of another location, and when none can be generated.
 */
export const codeOfCharge = (
  given: string | undefined,
  location: string,
  receiver: CodeReceiver | undefined,
): string => {
  const code = given ?? writeCode(location, receiver);
  verifyBrCode(code, location);
  return code;
};

const writeCode = (location: string, receiver: CodeReceiver | undefined): string => {
  if (location === '')
    throw new GatewayError('invalid', 'the gateway gave a charge no BR Code and no location');
  if (!receiver)
    throw new GatewayError(
      'invalid',
      'the gateway gives no BR Code: set PIX_RECEIVER_NAME and PIX_RECEIVER_CITY, so that it is written from the location',
    );
  const code = generatePixPayload({
    url: location.replace(SCHEME, ''),
    merchantName: receiver.name,
    merchantCity: receiver.city,
  });
  if (!code)
    throw new GatewayError('invalid', 'the gateway gave a location that no code can carry');
  return code;
};

/** The fields of one level of a BR Code; null when their lengths do not fit. */
const fieldsOf = (code: string): Map<string, string> | null => {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length;) {
    const size = Number(code.slice(at + 2, at + 4));
    if (!Number.isInteger(size) || at + 4 + size > code.length) return null;
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return fields;
};

const CRC_CHARS = 8;

/**
 * Verifies a code with a mandate (Pix Automático, template 80): it must name the mandate at this
 * location and, with a charge, equal that charge's code in everything else. Throws GatewayError
 * (`invalid`).
 */
export const verifyRecurrence = (
  brCode: string,
  location: string,
  chargeCode: string | null,
): void => {
  const fields = fieldsOf(brCode);
  const template = fields?.get('80');
  const inside = template === undefined ? null : fieldsOf(template);
  if (location === '' || inside?.get('25') !== location.replace(SCHEME, ''))
    throw new GatewayError('invalid', 'the gateway gave a code of another recurrence');
  if (chargeCode === null) return;
  // The library parses the whole code, including the CRC.
  if (!getPixPayloadInfo(brCode) || !brCode.startsWith(chargeCode.slice(0, -CRC_CHARS)))
    throw new GatewayError(
      'invalid',
      'the gateway gave a code that does not pay the requested charge',
    );
};
