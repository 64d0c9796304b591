// The code a payer scans or pastes: shown exactly as the gateway gave it, but only after it was checked.
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { GatewayError } from '../port.ts';

const SCHEME = /^https?:\/\//;

/**
 * Checks that a gateway's "copia e cola" is a well-formed dynamic BR Code (TLV and CRC) that points to the location of
 * the same charge, so that a damaged or foreign code is never shown. Throws GatewayError (`invalid`).
 */
export const verifyBrCode = (brCode: string, location: string): void => {
  const info = getPixPayloadInfo(brCode);
  if (!info) throw new GatewayError('invalid', 'the gateway gave a BR Code that does not parse');
  if (info.url !== location.replace(SCHEME, '')) throw new GatewayError('invalid', 'the gateway gave a BR Code of another location');
};
