// Receipts of shows as lines of CSV, with amounts as decimals and instants in UTC.
import { centavos, decimalText } from '@camarim/contract/money';
import { csvCell } from '../../../platform/archive/archive.ts';
import type { liveReceiptSchema } from '@camarim/contract/features/lives/entry';
import type { z } from 'zod';

const HEAD = [
  'entry',
  'show',
  'type',
  'title',
  'name',
  'role',
  'charge',
  'start',
  'end',
  'seconds',
  'rate',
  'minutes',
  'total',
  'fee',
  'given_back',
];

export const receiptHead = (): string => `${HEAD.join(',')}\r\n`;

export const receiptLine = (receipt: z.input<typeof liveReceiptSchema>): string =>
  `${[
    receipt.id,
    receipt.liveId,
    receipt.type === '3' ? 'private' : 'party',
    csvCell(receipt.title),
    receipt.profile?.domainName ?? '',
    receipt.role,
    receipt.charge,
    receipt.startedAt ?? '',
    receipt.endedAt ?? '',
    String(receipt.secondsDelivered),
    decimalText(centavos(receipt.price)),
    String(receipt.minutes),
    decimalText(centavos(receipt.total)),
    receipt.fee === null ? '' : decimalText(centavos(receipt.fee)),
    decimalText(centavos(receipt.refunded)),
  ].join(',')}\r\n`;
