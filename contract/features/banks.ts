// /banks: where a producer's money is paid out to. Source: specification section 3, Bank account,
// and section 7, Banks.
import { z } from 'zod';
import { route } from '../route.ts';
import { id, instant, page } from '../wire.ts';

export const pixKeyKind = z.enum(['cpf', 'cnpj', 'email', 'phone', 'evp']);
export const bankAccountType = z.enum(['checking', 'savings']);

/** A participant of the reserves transfer system (STR) of the central bank. */
const publicBankSchema = z
  .object({
    code: z.string().meta({ description: 'three digits (COMPE)' }),
    bank: z.string(),
    website: z
      .string()
      .nullable()
      .meta({ description: 'null where the list of the central bank has none' }),
    label: z.string().meta({ description: 'code and the first 25 characters of the name' }),
  })
  .meta({ id: 'Bank' });

/** A key or an account, masked: the whole of it is never sent again. */
const bankAccountSchema = z
  .object({
    id: id('bankAccount'),
    isPix: z.boolean(),
    pix: z.string().nullable(),
    pixKind: pixKeyKind.nullable(),
    holderName: z.string(),
    holderDocument: z.string(),
    bank: z.string().nullable().meta({ description: 'code of the bank' }),
    bankName: z.string().nullable(),
    agency: z.string().nullable(),
    number: z.string().nullable(),
    accountType: bankAccountType.nullable(),
    default: z.boolean(),
    createdAt: instant,
    payableAt: instant.meta({ description: 'from when money may be sent there' }),
  })
  .meta({ id: 'BankAccount' });

const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .max(30)
    .transform((text) => text.replaceAll(/[\s.-]/g, ''))
    .pipe(z.string().regex(/^\d+$/).min(min).max(max));
const holder = {
  holderName: z.string().trim().min(5).max(120),
  holderDocument: z
    .string()
    .max(30)
    .transform((text) => text.replaceAll(/\D/g, ''))
    .pipe(z.string().length(11))
    .meta({ description: 'CPF of the holder: the one of the request to become a producer' }),
};

export const newBankAccount = z.discriminatedUnion('isPix', [
  z.object({
    isPix: z.literal(true),
    pix: z.string().trim().min(1).max(100),
    pixKind: pixKeyKind
      .optional()
      .meta({ description: 'needed for eleven digits that are a CPF and a phone' }),
    ...holder,
  }),
  z.object({
    isPix: z.literal(false),
    bank: z.string().regex(/^\d{3}$/),
    agency: digits(1, 5),
    number: digits(1, 13).meta({ description: 'without its check digit' }),
    digit: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(\d{1,2}|X|P)$/),
    accountType: bankAccountType,
    /**
     * The person has seen that the digit looks wrong; taken only for banks that publish no rule.
     */
    confirmed: z.boolean().default(false),
    ...holder,
  }),
]);

export const banksRoutes = {
  'GET /publics/banks': route({
    id: 'banks.public',
    summary: 'The banks of the country',
    auth: 'public',
    query: z.object({ ...page(500, 500), search: z.string().trim().max(60).optional() }),
    reply: z.array(publicBankSchema),
    list: 'offset',
  }),
  'GET /banks': route({
    id: 'banks.list',
    summary: 'My accounts and Pix keys, the default first',
    auth: 'earner',
    query: z.object(page(10, 10)),
    reply: z.array(bankAccountSchema),
    list: 'offset',
  }),
  'POST /banks': route({
    idempotency: 'remembered',
    id: 'banks.add',
    summary: 'Adds an account or a Pix key of mine; the first one is the default',
    auth: 'earner',
    body: newBankAccount,
    example: {
      isPix: true,
      pix: 'iris@example.com',
      holderName: 'Íris Veludo da Silva',
      holderDocument: '529.982.247-25',
    },
    reply: bankAccountSchema,
    errors: [
      'stepUp.required',
      'bank.notOwnDocument',
      'bank.identityUnknown',
      'bank.kindNeeded',
      'bank.doubtfulDigit',
      'bank.exists',
      'bank.tooMany',
    ],
    perMinute: 10,
  }),
  'DELETE /banks/{id}': route({
    id: 'banks.remove',
    summary: 'Forgets one; what was sent there goes on',
    auth: 'earner',
    params: z.object({ id: id('bankAccount') }),
    reply: z.null(),
    errors: ['stepUp.required', 'bank.notFound'],
    perMinute: 20,
  }),
  'POST /banks/{id}/default': route({
    id: 'banks.default',
    summary: 'Money is paid out there unless said otherwise',
    auth: 'earner',
    params: z.object({ id: id('bankAccount') }),
    reply: bankAccountSchema,
    errors: ['stepUp.required', 'bank.notFound'],
    perMinute: 20,
  }),
};
