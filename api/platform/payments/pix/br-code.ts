// The code a payer scans or pastes: shown exactly as the gateway gave it, but only after it was
// checked; written here where the gateway gives none.
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
 * Whose account receives, as banks show it to a payer who reads the code. The code has room for 25
 * characters of the name and 15 of the city.
 */
export type CodeReceiver = { name: string; city: string };

/**
 * The code of a charge: the gateway's, checked. Without one, which the standard allows, it is
 * written from the charge's location and the receiver. Throws GatewayError (`invalid`) for a code
 * that is not of the location, and where none can be written.
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
 * Checks a code that asks for a recurrence (Pix Automático, template 80): it must be of the
 * recurrence at this location and, with a charge, be that charge's code in everything else. Throws
 * GatewayError (`invalid`).
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
  // The library reads the whole of it, check value included.
  if (!getPixPayloadInfo(brCode) || !brCode.startsWith(chargeCode.slice(0, -CRC_CHARS)))
    throw new GatewayError(
      'invalid',
      'the gateway gave a code that does not pay the charge asked for',
    );
};
