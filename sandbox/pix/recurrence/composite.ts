// Codes that carry a recurrence (Pix Automático): template 80 beside, or instead of, the address of
// a charge.
import type { Receiver } from '../charges.ts';

const GUI = 'br.gov.bcb.pix';
/** CRC field and length, over which the check value is taken too. */
const CRC_HEAD = '6304';

const tlv = (id: string, value: string): string =>
  `${id}${value.length.toString().padStart(2, '0')}${value}`;

/** CRC16/CCITT-FALSE in four hexadecimal digits. */
const crc16 = (text: string): string => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
const sealed = (fields: string): string => `${fields}${CRC_HEAD}${crc16(`${fields}${CRC_HEAD}`)}`;
const recurrence = (location: string): string => tlv('80', tlv('00', GUI) + tlv('25', location));

/** The code of a charge and a mandate together (journey 3). */
export const withRecurrence = (chargeCode: string, recLocation: string): string =>
  sealed(chargeCode.slice(0, -(CRC_HEAD.length + 4)) + recurrence(recLocation));

/** The code of a mandate only (journey 2). */
export const recurrenceOnly = (
  { name, city }: Pick<Receiver, 'name' | 'city'>,
  recLocation: string,
): string =>
  sealed(
    `${tlv('00', '01')}${tlv('26', tlv('00', GUI))}${tlv('52', '0000')}${tlv('53', '986')}${tlv('58', 'BR')}${tlv('59', name)}${tlv('60', city)}${tlv('62', tlv('05', '***'))}${recurrence(recLocation)}`,
  );
